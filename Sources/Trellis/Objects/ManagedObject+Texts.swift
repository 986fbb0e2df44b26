import SQLiteAccess

// The witnesses are members of protocols and not of the class, so that an attribute of a model may be called `id`.

extension ManagedObject: Identifiable, CustomDebugStringConvertible, CustomReflectable {
    public typealias ID = ObjectID
}

extension Identifiable where Self: ManagedObject {
    /// The object's identity, ``ManagedObject/objectID``: that of a new object changes when it is saved.
    public var id: ObjectID { objectID }
}

extension CustomDebugStringConvertible where Self: ManagedObject {
    /// The identity, the values that are loaded, and those that have changed with what they were. Nothing is loaded for it.
    public var debugDescription: String {
        let values = shownProperties.map { "\($0.name): \($0.text)" }.joined(separator: ", ")
        return "\(objectID)\(shownState.map { ", \($0)" } ?? "") (\(values))"
    }
}

extension CustomReflectable where Self: ManagedObject {
    /// For `dump` and debuggers: the identity and the values that are loaded. Nothing is loaded for it.
    public var customMirror: Mirror {
        let identity: (label: String?, value: Any) = ("objectID", ShownText("\(objectID)\(shownState.map { ", \($0)" } ?? "")"))
        let values = shownProperties.map { (label: String?.some($0.name), value: ShownText($0.text) as Any) }
        return Mirror(self, children: [identity] + values, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

/// A text that debuggers show as it is, without quotes.
struct ShownText: CustomDebugStringConvertible, CustomReflectable {
    let debugDescription: String

    init(_ text: String) {
        debugDescription = text
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

extension ManagedObject {
    /// What is unusual about the object; nil for one that is as in the store, but for its changes.
    final var shownState: String? {
        if scope.context == nil { return "without context" }
        return switch state {
        case .saved, .inserted: nil
        case .deleted: "deleted by the next save"
        case .gone: "no longer in the store"
        }
    }

    /// The properties with texts of their values.
    final var shownProperties: [(name: String, text: String)] {
        let entity = scope.entity
        let old = shownOriginalValues
        let columns = entity.columns.indices.map { column in
            (name: entity.columns[column].property, text: shownValue(column) + (old[column].map { " (was \($0))" } ?? ""))
        }
        return columns + entity.inverseSides.indices.map { (name: entity.inverseSides[$0].descriptor.name, text: shownMembers($0)) }
    }

    private final func shownValue(_ column: ColumnIndex) -> String {
        let runtime = scope.entity.columns[column]
        if runtime.toOne != nil {
            let reference = self[_reference: column]
            if let object = reference.object { return "\(object.objectID)" }
            return shown(.integer(reference.key), column)
        }
        return isLoaded(column) ? shown(writtenValue(column), column) : "not loaded"
    }

    private final func shown(_ value: SQLiteValue, _ column: ColumnIndex) -> String {
        let runtime = scope.entity.columns[column]
        if runtime.toOne != nil {
            guard case .integer(let key) = value, key != 0 else { return "nil" }
            let shownKey = scope.isOfChild ? InheritedKey.key(aboveFor: key) : key
            return "\(ObjectID(entity: scope.entity.toOne(at: column).descriptor.destination, rowID: shownKey))"
        }
        if case .text(let text) = value { return text.debugDescription }
        if runtime.type == .bool, case .integer(let number) = value { return number == 0 ? "false" : "true" }
        return value.inWords(as: runtime.type)
    }

    /// The old values of the columns that have changed since the last save, by columns.
    private final var shownOriginalValues: [ColumnIndex: String] {
        guard state == .saved, !changes.isEmpty, let context = scope.context else { return [:] }
        var texts: [ColumnIndex: String] = [:]
        for (column, original) in context.originalValues.index(of: [self])[self] {
            texts[column] = original.stored(as: scope.entity.columns[column].type).map { shown($0, column) } ?? "not loaded"
        }
        return texts
    }

    /// The members that are known of a relationship whose keys stand elsewhere.
    final func shownMembers(_ number: RelationshipIndex) -> String {
        let isToOne = scope.entity.inverseSides[number].descriptor.isToOne
        let storage = loadedStorage(number)
        let members = storage?.members.filter { !$0.isRemoved } ?? []
        if storage?.isLoaded != true, state != .inserted {
            return members.isEmpty ? "not loaded" : "not loaded, added \(Self.list(members))"
        }
        if isToOne { return members.first.map { "\($0.objectID)" } ?? "nil" }
        return Self.list(members)
    }

    fileprivate static func list(_ members: some Collection<ManagedObject>) -> String {
        let most = 20
        let names = members.prefix(most).map { "\($0.objectID)" } + (members.count > most ? ["and \(members.count - most) more"] : [])
        return "[\(names.joined(separator: ", "))]"
    }
}

// MARK: - Members

extension ToMany: CustomDebugStringConvertible, CustomReflectable {
    /// The members, if they are loaded. Nothing is loaded for it.
    public var debugDescription: String { _source.text }

    public var customMirror: Mirror { _source.mirror(self) }
}

extension OrderedToMany: CustomDebugStringConvertible, CustomReflectable {
    /// The members in their order, if they are loaded. Nothing is loaded for it.
    public var debugDescription: String { _source.text }

    public var customMirror: Mirror { _source.mirror(self) }
}

extension MemberSource {
    fileprivate var text: String {
        switch self {
        case .relationship(let side): side.owner.shownMembers(side.number)
        case .list(let members): ManagedObject.list(members)
        }
    }

    /// For debuggers: the members that are loaded.
    fileprivate func mirror(_ view: Any) -> Mirror {
        let members =
            switch self {
            case .relationship(let side): side.owner.loadedStorage(side.number)?.members ?? []
            case .list(let members): members
            }
        return Mirror(view, unlabeledChildren: members.lazy.filter { !$0.isRemoved }.map { ShownText($0.debugDescription) }, displayStyle: .collection)
    }
}

// MARK: - Fetches

extension Fetch: CustomStringConvertible {
    /// The question in words: `Order where paid == false sorted by date, limit 10`.
    public var description: String {
        var text = "\(Root.self)"
        if let condition { text += " where \(condition.text)" }
        if !sort.isEmpty {
            text += " sorted by " + sort.map { $0.path.joined(separator: ".") + ($0.isAscending ? "" : " descending") }.joined(separator: ", ")
        }
        if offset > 0 { text += ", offset \(offset)" }
        if let limit { text += ", limit \(limit)" }
        if !prefetch.isEmpty { text += ", prefetching \(prefetch.joined(separator: ", "))" }
        if !includesSubentities { text += ", without subentities" }
        return text
    }
}
