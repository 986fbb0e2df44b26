import SQLiteAccess

/// An entity made ready. What it inherits comes first in all its lists, the root's before the others', so that numbers mean the
/// same in every class of a hierarchy.
final class EntityRuntime: Sendable {
    typealias Columns = IndexedList<ColumnIndex, ColumnRuntime>

    let descriptor: EntityDescriptor
    /// What statements call the key of its rows. No other file writes this name.
    let key: String
    /// Whether its rows have a version. Without one, a save compares values.
    let hasVersion: Bool
    /// Its place among the entities of the model, and that of the entity whose table it shares: itself, if it inherits from none.
    let index: Int
    let root: Int
    let type: ManagedObject.Type
    /// User-defined code that runs for its objects.
    let hooks: HookTable
    /// The names of the entities that it inherits from, and its own.
    let lineage: [String]
    let checkedAttributes: [CheckedAttribute]
    /// How attributes round, by their names.
    let rounding: [String: Rounding]
    /// The relationships whose keys are columns, and those whose keys stand elsewhere.
    let toOne: [ToOneRuntime]
    let inverseSides: IndexedList<RelationshipIndex, InverseSideRuntime>
    /// The columns of ``toOne``, and the numbers of those of ``inverseSides`` whose members a save has to count.
    let toOneColumns: [ColumnIndex]
    let countedMembers: [RelationshipIndex]
    /// The keys that lead here and that nothing leads back along.
    let keysWithoutInverse: [KeyWithoutInverse]
    /// The join tables that objects are members in along relationships that have no inverse.
    let joinTablesWithoutInverse: [String]
    /// What the identities of its objects have in common.
    private let origin: ObjectOrigin
    /// The columns of an object, by their numbers.
    let columns: Columns
    /// The numbers of columns by the names of properties.
    let columnByProperty: [String: ColumnIndex]
    /// The numbers of the columns that objects write: all but those that the database derives.
    let writtenColumns: [ColumnIndex]
    /// The columns that are written along with others, whose values they are made from.
    private let derivedTexts: [(source: ColumnIndex, column: ColumnIndex)]
    /// Its number and those of all that inherit from it.
    private let numbers: Range<Int>
    /// The entities of the table, where there are several.
    let hierarchy: HierarchyRuntime?

    /// What every query of objects selects, in the order in which row readers expect it. nil stands for a column of another entity
    /// of the hierarchy, which no object of this one has, and for one that is not read with its object.
    let selectedColumns: [String?]
    /// Where each column stands in a row; nil for one that is not read with its object.
    let placesInRow: IndexedList<ColumnIndex, Int?>
    /// The places of keys that must lead somewhere and that the table lets be NULL, because it is others' too.
    let requiredKeyPlaces: [Int32]
    /// The rows, in a table that is called `t0`.
    let selectRows: String
    /// Everything of one row.
    let selectByKey: String
    /// The rows whose keys stand in a JSON array, in no particular order.
    let selectByKeys: String
    let selectVersion: String
    /// The greatest key that a row of the table has, or had as far as SQLite remembers; at least 0.
    let selectLastKey: String
    let insert: String
    /// Takes the version and the key.
    let setVersion: String
    /// Takes the key and the version, if rows have one.
    let delete: String
    /// The full-text search that finds its objects; nil without a search.
    let search: SearchDescriptor?

    init(_ index: Int, of model: ModelShape, type: ManagedObject.Type, hierarchy: HierarchyRuntime?, store: String?, remembersKeys: Bool) {
        let shape = model.entities[index]
        descriptor = shape.descriptor
        let key = shape.descriptor.keyName
        self.key = key
        hasVersion = shape.descriptor.hasVersion
        self.index = index
        root = model.tree.root(of: index)
        origin = ObjectOrigin(
            entity: shape.descriptor.name, root: model.entities[model.tree.root(of: index)].descriptor.name, store: store)
        self.type = type
        hooks = HookTable(model.tree.lineages[index].compactMap { model.entities[$0].descriptor.hooks }, of: type)
        self.hierarchy = hierarchy
        numbers = model.tree.numbers[index]
        lineage = model.tree.lineages[index].map { model.entities[$0].descriptor.name }
        columns = shape.columns
        columnByProperty = Dictionary(
            shape.columns.numbered.map { ($1.property, $0) }, uniquingKeysWith: { first, _ in first })
        writtenColumns = shape.columns.indices.filter { shape.columns[$0].derivation?.isByDatabase != true }
        let numbers = columnByProperty
        derivedTexts = shape.columns.numbered.compactMap { column, runtime in
            guard case .text(_, let source) = runtime.derivation else { return nil }
            return numbers[source].map { ($0, column) }
        }
        // Derived values cannot be set, so they have no rules.
        rounding = Dictionary(
            shape.attributes.compactMap { attribute in attribute.descriptor.rounding.map { (attribute.descriptor.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        checkedAttributes = shape.attributes.filter { $0.descriptor.derivation == nil }.compactMap {
            CheckedAttribute($0.descriptor, column: $0.column, isReadOnUse: shape.columns[$0.column].isReadOnUse)
        }

        toOne = shape.toOne.compactMap { ToOneRuntime($0.descriptor, column: $0.column, of: index, in: model) }
        inverseSides = IndexedList(shape.inverseSides.compactMap { InverseSideRuntime($0.descriptor, of: $0.owner, in: model) })
        toOneColumns = toOne.map(\.column)
        countedMembers = inverseSides.indices.filter { [inverseSides] in
            let descriptor = inverseSides[$0].descriptor
            return !descriptor.isOptional || descriptor.minCount != nil || descriptor.maxCount != nil
        }
        keysWithoutInverse = model.tree.lineages[index].flatMap { model.keysWithoutInverse[$0] ?? [] }
        joinTablesWithoutInverse = model.tree.lineages[index].flatMap { model.joinTablesWithoutInverse[$0] ?? [] }

        let table = SQL.identifier(descriptor.table)
        let selectedColumns = model.selectedColumns(of: index)
        self.selectedColumns = selectedColumns
        placesInRow = IndexedList(
            columns.map { column in column.isLazy ? nil : selectedColumns.firstIndex { $0 == column.name } })
        requiredKeyPlaces = hierarchy == nil ? [] : toOne.filter { !$0.descriptor.isOptional }.compactMap { [placesInRow] in
            placesInRow[$0.column].map(Int32.init)
        }
        selectRows = model.select(from: index)
        selectByKey = selectRows + " WHERE \(key) = ?"
        selectByKeys = selectRows + " WHERE t0.\(key) IN \(KeyStatements.given)"
        search = model.search(of: index)
        let version = SQL.identifier(FetchLayout.versionColumn)
        selectVersion = "SELECT \(hasVersion ? version : "0") FROM \(table) WHERE \(key) = ?"
        // A program can empty `sqlite_sequence`, or write anything into it: no key may be given twice all the same.
        let remembered =
            "coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = \(SQL.literal(descriptor.table)) AND typeof(seq) = 'integer'), 0), "
        selectLastKey =
            "SELECT max(0, \(remembersKeys ? remembered : "")coalesce((SELECT max(\(key)) FROM \(table)), 0))"
        let names = writtenColumns.map { [columns] in SQL.identifier(columns[$0].name) }
        let isAlone = hierarchy == nil
        let entity = isAlone ? [] : [(FetchLayout.entityColumn, SQL.literal(descriptor.name))]
        let written = [(key, "?")] + entity + names.map { ($0, "?") }
        insert =
            "INSERT INTO \(table) (\(written.map(\.0).joined(separator: ", ")))"
            + " VALUES (\(written.map(\.1).joined(separator: ", ")))"
        setVersion = "UPDATE \(table) SET \(version) = ? WHERE \(key) = ?"
        delete = "DELETE FROM \(table) WHERE \(key) = ?" + (hasVersion ? " AND \(version) = ?" : "")
    }

    /// The identity of the object with a key.
    func id(_ key: Int64) -> ObjectID { ObjectID(origin, key: key) }

    /// Whether objects of this entity are objects of `other`: it is the same, or inherits from it.
    func isKind(of other: EntityRuntime) -> Bool {
        self === other || other.numbers.contains(numbers.lowerBound)
    }

    /// Whether there are attributes that the database derives.
    var hasKeptAttributes: Bool { writtenColumns.count < columns.count }

    /// The columns that an update writes where some have changed.
    func writtenColumns(of changes: ChangeMask) -> [ColumnIndex] {
        var changes = changes
        for text in derivedTexts where changes.contains(text.source) { changes.insert(text.column) }
        return writtenColumns.filter(changes.contains)
    }

    /// The columns of texts that are derived from a column.
    func derivedTexts(of column: ColumnIndex) -> [ColumnIndex] { derivedTexts.filter { $0.source == column }.map(\.column) }

    /// The columns that an update writes where these have changed.
    func written(with changed: [ColumnIndex]) -> [ColumnIndex] {
        (changed + derivedTexts.filter { changed.contains($0.source) }.map(\.column)).sorted()
    }

    func toOne(at column: ColumnIndex) -> ToOneRuntime {
        toOne[columns[column].toOne ?? 0]
    }
}

// MARK: - Statements for some of the columns

extension EntityRuntime {
    /// The key and one column of one row.
    func select(_ column: ColumnIndex) -> String {
        "SELECT \(key), \(SQL.identifier(columns[column].name)) FROM \(SQL.identifier(descriptor.table)) WHERE \(key) = ?"
    }

    /// Writes `columns` of one row, if it still is of the version that was read. A row without a version was compared before.
    func update(_ columns: [ColumnIndex]) -> String {
        let version = SQL.identifier(FetchLayout.versionColumn)
        let assignments = columns.map { "\(SQL.identifier(self.columns[$0].name)) = ?" } + raisedVersion
        return "UPDATE \(SQL.identifier(descriptor.table)) SET \(assignments.joined(separator: ", "))"
            + " WHERE \(key) = ?" + (hasVersion ? " AND \(version) = ?" : "")
    }

    /// What an UPDATE of rows assigns beside their columns.
    var raisedVersion: [String] { raisedVersion(by: "1") }

    /// - Parameter step: the number that is added, as SQL.
    func raisedVersion(by step: String) -> [String] {
        let version = SQL.identifier(FetchLayout.versionColumn)
        return hasVersion ? ["\(version) = \(version) + \(step)"] : []
    }

    /// The version of a row after a save, which wrote it when it had another one.
    func version(after version: Int64) -> Int64 { hasVersion ? version + 1 : 0 }

    /// Makes a key lead nowhere, with a number that is no row's and no other row's: a required key and a unique one can have it
    /// too. It is checked when the transaction ends, and by then its row is gone or has another key.
    func cut(_ column: ColumnIndex) -> String {
        "UPDATE \(SQL.identifier(descriptor.table)) SET \(SQL.identifier(columns[column].name)) = -\(key) WHERE \(key) = ?"
    }

    /// Gives columns values that no row has, of the same storage class, so that another row can take the old values.
    func setTemporaryValues(in columns: [ColumnIndex]) -> String {
        let assignments = columns.map { column in
            let name = SQL.identifier(self.columns[column].name)
            return name + " = CASE typeof(\(name)) WHEN 'integer' THEN random() % 4611686018427387904 - 4611686018427387904"
                + " WHEN 'real' THEN -1e300 * abs(random() / 1e18) WHEN 'text' THEN hex(randomblob(16))"
                + " WHEN 'blob' THEN randomblob(16) END"
        }
        return "UPDATE \(SQL.identifier(descriptor.table)) SET \(assignments.joined(separator: ", ")) WHERE \(key) = ?"
    }
}

extension EntityDescriptor {
    /// Whether rows have a version.
    var hasVersion: Bool { key == nil }

    /// What statements call the key. SQLite's own name serves for every table of another program.
    var keyName: String { SQL.identifier(key == nil ? FetchLayout.keyColumn : FetchLayout.existingKey) }
}
