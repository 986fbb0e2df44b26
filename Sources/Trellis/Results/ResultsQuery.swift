import Predicates
import ResultLists
import SQLiteAccess

/// The fetch of live results, matched to the model: what it reads, and how it judges an object. It is a class because all that judges
/// objects has it.
final class ResultsQuery {
    let fetch: ResolvedFetch
    let entity: EntityRuntime
    let section: ResolvedSectionKey?
    let order: ListOrder
    /// What the condition, the order and the sections read.
    let tables: FollowedTables
    let condition: ObjectCondition
    /// The columns whose values tell whether a row shows the same; nil where versions do.
    let content: ContentColumns?
    private let paths: [ResolvedPath]
    /// The places in a row of what follows the key.
    private let kindPlace: Int?
    private let sortPlace: Int

    /// - Parameter readsContent: whether rows are compared by their values, for the list of a child context. Rows without a version always
    ///   are.
    /// - Throws: `ConditionErrors`
    init<Root: ManagedObject>(
        _ fetch: Fetch<Root>, sections: SectionKey<Root>?, of entity: EntityRuntime, in model: ModelRuntime, readsContent: Bool
    ) throws {
        let layout = model.fetchLayout
        self.entity = entity
        self.fetch = try ResolvedFetch(fetch.query(of: entity), in: layout)
        section = try sections.map { try ResolvedSectionKey($0, of: entity, in: layout) }
        order = ListOrder(sectionIsAscending: section?.isAscending, isAscending: self.fetch.sort.map(\.isAscending))
        let following = FollowedFetch(self.fetch, reading: section.map { [$0.path] } ?? [], in: layout)
        tables = FollowedTables(following, of: entity, in: model)
        condition = ObjectCondition(self.fetch.condition)
        let key = layout.ownKey(of: self.fetch.entity)
        let kind = layout.kindPath(of: key)
        kindPlace = kind == nil ? nil : 2
        content = readsContent || !entity.hasVersion ? ContentColumns(of: entity, in: model) : nil
        let deciding = [key, layout.ownVersion] + (kind.map { [$0] } ?? []) + (section.map { [$0.path] } ?? []) + self.fetch.sort.map(\.path)
        paths = deciding + (content?.paths ?? [])
        sortPlace = kind == nil ? 2 : 3
    }

    // MARK: Rows

    /// A row of the results, without its object.
    struct Row {
        let key: Int64
        let entity: Int
        let version: Int64
        let sortKey: SortKey
        /// nil where the version tells whether the row shows the same.
        var content: RowContent?
    }

    /// All rows, in the order of the fetch, with what the context has changed.
    /// - Throws: ``StoreError``
    func rows(in context: ManagedObjectContext) throws -> [Row] { try rows(of: fetch, in: context) }

    /// The first rows, also those that the offset passes over.
    /// - Parameter limit: nil for all.
    /// - Throws: ``StoreError``
    func rows(in context: ManagedObjectContext, limit: Int?) throws -> [Row] {
        var first = fetch
        (first.limit, first.offset) = (limit, 0)
        return try rows(of: first, in: context)
    }

    /// Those of some rows that meet the condition, without limit and offset.
    /// - Throws: ``StoreError``
    func rows(in context: ManagedObjectContext, among keys: [Int64]) throws -> [Row] {
        try rows(of: fetch.restricted(to: keys, in: context.coordinator.model.fetchLayout), in: context)
    }

    private func rows(of fetch: ResolvedFetch, in context: ManagedObjectContext) throws -> [Row] {
        let scope = context.scopes[entity.index]
        var rows = [Row]()
        let lazyValues = content?.haveLazyOnes == true ? context.unsavedLazyValues(root: entity.root) : [:]
        try PendingChanges(fetch, reading: paths, in: context, scope).forEachRow(of: paths) { values in
            rows.append(try row(of: values, lazyValues, in: context.coordinator.model))
        }
        try context.throwRememberedError()
        return rows
    }

    private func row(of values: [SQLiteValue], _ lazyValues: [Int64: Int], in model: ModelRuntime) throws -> Row {
        guard case .integer(let key) = values[0] else { throw entity.unreadable(values[0], FetchLayout.keyColumn, ofRow: 0) }
        var kind = entity.index
        if let kindPlace {
            guard case .text(let name) = values[kindPlace], let named = model.entity(named: name), named.isKind(of: entity) else {
                throw entity.unreadable(values[kindPlace], FetchLayout.entityColumn, ofRow: key)
            }
            kind = named.index
        }
        var version: Int64 = 0
        if entity.hasVersion, case .integer(let number) = values[1] { version = number }
        var rest = values[sortPlace...]
        let sectionValue = section.map { $0.sectionValue(of: rest.removeFirst()) }
        let sortKey = SortKey(section: sectionValue, values: Array(rest.prefix(fetch.sort.count)))
        let shown = content.map { columns in
            RowContent(rest.dropFirst(fetch.sort.count), version: version, of: columns, lazyChanges: lazyValues[key])
        }
        return Row(key: key, entity: kind, version: version, sortKey: sortKey, content: shown)
    }

    /// The sort key of a row.
    /// - Throws: ``StoreError``; ``StoreError/rowDeleted(_:)`` if the row does not exist.
    func sortKey(ofRow key: Int64, in context: ManagedObjectContext) throws -> SortKey {
        let object = context.registries[entity.root][key] ?? context.changeSet.newObject(withKey: key)
        if !tables.readsDerivedValues, let object, !object.isDeleted, let known = try? loadedSortKey(of: object) { return known }
        var some = fetch
        some.condition = nil
        guard let row = try rows(of: some.restricted(to: [key], in: context.coordinator.model.fetchLayout), in: context).first else {
            throw StoreError.rowDeleted(entity.id(key))
        }
        return row.sortKey
    }

    // MARK: Objects

    /// Whether an object is of an entity whose objects can be results.
    func isAbout(_ object: ManagedObject) -> Bool {
        let other = object.scope.entity
        return fetch.includesSubentities ? other.isKind(of: entity) : other === entity
    }

    /// The sort key of an object. Nothing is loaded.
    /// - Throws: ``NotLoaded``
    func loadedSortKey(of object: ManagedObject) throws -> SortKey {
        SortKey(
            section: try section.map { $0.sectionValue(of: try object.loadedValue(at: $0.path)) },
            values: try fetch.sort.map { try object.loadedValue(at: $0.path) })
    }

    /// The name of the section with a value.
    func name(of value: SQLiteValue?) -> String {
        section?.name(of: value ?? .null) ?? ""
    }
}

extension ResolvedFetch {
    /// The fetch for those of some rows that meet its condition, without limit and offset.
    fileprivate func restricted(to keys: [Int64], in layout: FetchLayout) -> ResolvedFetch {
        let isOne = ResolvedCondition.membership(
            .path(layout.ownKey(of: entity)), in: .values(keys.sorted().map(SQLiteValue.integer)))
        var some = self
        some.condition = condition.map { .and([isOne, $0]) } ?? isOne
        (some.limit, some.offset) = (nil, 0)
        return some
    }
}
