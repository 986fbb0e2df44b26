import Observation
import SQLiteAccess

/// The observers of one object, and what they have read.
final class ObjectObservation {
    let registrar = ObservationRegistrar()
    private(set) weak var object: ManagedObject?
    private var watched: Set<ObservedProperty> = []
    /// The properties that may have changed since each stream was read, with what they showed then.
    private var listeners: [Int: [ObservedProperty: ShownValue]] = [:]
    private var lastListener = 0
    /// What a deleted object has shown to streams, until its deletion is undone.
    private var shownBeforeDeletion: [ObservedProperty: ShownValue] = [:]
    /// The members that observers have seen of relationships that were unloaded since: unknown if they have asked for some members only.
    private var unloaded: [RelationshipIndex: ShownValue] = [:]
    /// What the object is, as observers have seen it.
    private var facts: Facts

    private struct Facts {
        var isInserted, isUpdated, isDeleted, hasChanges: Bool

        init(_ object: ManagedObject) {
            // A connection with a deleted object is no change, even before the relationship is read again.
            if object.hasMemberChanges, let context = object.scope.context {
                for (number, relationship) in object.scope.entity.inverseSides.numbered {
                    if let storage = object.loadedStorage(number) { Relationships.forgetDeleted(storage, relationship, in: context) }
                }
            }
            isInserted = object.isNew
            isUpdated = object.hasColumnChanges
            isDeleted = object.isRemoved
            hasChanges = object.hasUnsavedChanges
        }
    }

    init(_ object: ManagedObject) {
        self.object = object
        facts = Facts(object)
    }

    func watch(_ property: ObservedProperty) { watched.insert(property) }

    private func watches(_ property: ObservedProperty) -> Bool { watched.contains(property) || !listeners.isEmpty }

    /// The columns and relationships that observers have read; all for a stream.
    var columns: [ColumnIndex] {
        if !listeners.isEmpty, let entity = object?.scope.entity {
            return entity.columns.indices.filter { entity.observedColumn(of: $0) == $0 }
        }
        return watched.compactMap { if case .column(let column) = $0 { column } else { nil } }
    }

    var relationships: [RelationshipIndex] {
        if !listeners.isEmpty, let object { return Array(object.scope.entity.inverseSides.indices) }
        return watched.compactMap { if case .members(let number) = $0 { number } else { nil } }
    }

    // MARK: Streams

    func addListener() -> Int {
        // Values that are read later are compared with those of now.
        if let object, object.state == .saved, let context = object.scope.context {
            for column in object.unloadedDerivedColumns { try? object.tryLoad(column, in: context) }
        }
        lastListener += 1
        listeners[lastListener] = [:]
        return lastListener
    }

    func removeListener(_ number: Int) { listeners[number] = nil }

    /// The names of the properties that show something else than at the last call, or at the beginning. What was unloaded since is read
    /// again, because it may be as it was.
    func takeChanges(for listener: Int) -> Set<String> {
        guard let noted = listeners[listener], !noted.isEmpty, let object else { return [] }
        listeners[listener] = [:]
        for (property, before) in noted where before.isKnown { load(property, of: object) }
        let changed = noted.filter { property, before in !before.isShown(by: object, property) || leadsNowhere(property, of: object) }
        return Set(changed.keys.flatMap(object.scope.entity.names(of:)))
    }

    /// Loads what decides whether a property shows something else. After an error it shows what it has shown.
    private func load(_ property: ObservedProperty, of object: ManagedObject) {
        guard !object.isRemoved, let context = object.scope.context else { return }
        switch property {
        case .column(let column):
            if object.unloadedDerivedColumns.contains(column) { try? object.tryLoad(column, in: context) }
        case .members(let number): _ = try? Relationships.loadedMembers(of: object, number)
        case .transient, .isInserted, .isUpdated, .isDeleted, .hasChanges: break
        }
    }

    /// Whether a to-one relationship has a key, and shows nothing: another context has deleted the row of its destination, and that of an
    /// object with edits too.
    private func leadsNowhere(_ property: ObservedProperty, of object: ManagedObject) -> Bool {
        guard case .column(let column) = property, !object.isRemoved, object.visibleDestinationKey(column) != 0 else { return false }
        return Relationships.destination(of: object, column) == nil
    }

    /// Notes for streams that a property changes.
    /// - Parameter before: what it has shown, if it has changed already.
    func note(_ property: ObservedProperty, before: ShownValue?) {
        guard !listeners.isEmpty, let object else { return }
        // The first one is what the stream's reader has seen.
        let shown = shownBeforeDeletion[property] ?? before ?? seen(property, of: object)
        for number in listeners.keys where listeners[number]?[property] == nil { listeners[number]?[property] = shown }
        object.scope.context?.wakeUp.signal()
    }

    /// Keeps what an object shows to streams that is about to be deleted: a deletion that is undone is no change.
    func willRemove() {
        guard !listeners.isEmpty, let object else { return }
        for property in columns.map(ObservedProperty.column) + relationships.map(ObservedProperty.members) {
            let shown = seen(property, of: object)
            if shown.isKnown { shownBeforeDeletion[property] = shown }
        }
    }

    /// What readers have last seen of a property, though it may have been unloaded since.
    private func seen(_ property: ObservedProperty, of object: ManagedObject) -> ShownValue {
        if let shown = shownBeforeDeletion[property] { return shown }
        if case .members(let number) = property, let members = unloaded[number] { return members }
        return ShownValue(lastOf: property, in: object)
    }

    // MARK: Facts

    /// Notifies observers that the object is about to have changed columns.
    func willUpdate(_ observation: ContextObservation) {
        guard let object, object.state == .saved, !facts.isUpdated else { return }
        facts.isUpdated = true
        observation.report(.isUpdated, of: object)
        if facts.hasChanges { return }
        facts.hasChanges = true
        observation.report(.hasChanges, of: object)
    }

    /// Notifies observers of facts that have changed.
    func reviewFacts(_ observation: ContextObservation) {
        guard let object else { return }
        let old = facts
        facts = Facts(object)
        if facts.isInserted != old.isInserted { observation.report(.isInserted, of: object) }
        if facts.isUpdated != old.isUpdated { observation.report(.isUpdated, of: object) }
        if facts.isDeleted != old.isDeleted { observation.report(.isDeleted, of: object) }
        if facts.hasChanges != old.hasChanges { observation.report(.hasChanges, of: object) }
    }

    // MARK: Members

    /// Keeps what observers have seen of a relationship that is about to be unloaded.
    /// - Parameter hasOtherMembers: whether the relationship is known to have other members afterwards.
    func willUnload(_ number: RelationshipIndex, hasOtherMembers: Bool) {
        guard watches(.members(number)), unloaded[number] == nil, let object else { return }
        let members = ShownValue(of: .members(number), in: object)
        if members.isKnown || hasOtherMembers || watched.contains(.members(number)) { unloaded[number] = members }
    }

    /// Loads relationships again that were unloaded, and notifies observers of those with other members.
    func reviewMembers(_ observation: ContextObservation) {
        noteRevival()
        if unloaded.isEmpty { return }
        let pending = unloaded
        unloaded = [:]
        for (number, before) in pending {
            guard let object else { return }
            // A stream reports a relationship that no code has read, and does not load it. After an error nothing is known.
            if before.isKnown || watched.contains(.members(number)) { _ = try? Relationships.loadedMembers(of: object, number) }
            if !before.isShown(by: object, .members(number)) { observation.report(.members(number), of: object, before: before) }
        }
    }

    /// An object whose deletion is undone has to load its relationships again.
    private func noteRevival() {
        guard !shownBeforeDeletion.isEmpty, let object, !object.isRemoved else { return }
        for case (.members(let number), let members) in shownBeforeDeletion where unloaded[number] == nil {
            if object.loadedStorage(number)?.isLoaded != true { unloaded[number] = members }
        }
        shownBeforeDeletion = [:]
    }

    // MARK: Values

    /// Notifies observers of the columns that are about to take other values from `state`, which was read from the object's row.
    func willTake(_ state: ManagedObject, _ observation: ContextObservation) {
        guard let object else { return }
        for column in columns where object.shows(another: column, in: state) {
            observation.report(.column(column), of: object)
        }
    }

    /// Notifies observers of texts that are derived from a column and are about to be others, because the column gets another text.
    func willDerive(from column: ColumnIndex, _ old: String?, _ new: String?, _ observation: ContextObservation) {
        guard let object else { return }
        let entity = object.scope.entity
        for text in entity.derivedTexts(of: column) where watches(.column(text)) {
            guard case .text(let derivation, _)? = entity.columns[text].derivation else { continue }
            let (old, new) = (old.map(derivation.text), new.map(derivation.text))
            if !SQLiteValue(text: old).isSame(as: SQLiteValue(text: new)) { observation.report(.column(text), of: object) }
        }
    }

    /// Notifies observers of texts that are derived from some columns and are about to be those of `other`.
    func willDerive(from columns: Set<ColumnIndex>, asIn other: ManagedObject, _ observation: ContextObservation) {
        guard let object else { return }
        for text in columns.flatMap(object.scope.entity.derivedTexts) where watches(.column(text)) {
            if !object.writtenValue(text).isSame(as: other.writtenValue(text)) { observation.report(.column(text), of: object) }
        }
    }

    /// Reads attributes that the database derives after a save, and notifies observers of those with other values.
    ///
    /// What cannot be read is not reported, because no code has asked for it: the row may have been deleted, which the next merge reports.
    func reviewDerivedValues(_ observation: ContextObservation) {
        guard let object, object.state == .saved, let context = object.scope.context else { return }
        let watched = Set(columns)
        for column in object.unloadedDerivedColumns where watched.contains(column) {
            guard let value = try? object.unloadedValue(column, in: context) else { continue }
            let old = object.writtenValue(column)
            if !old.isSame(as: value) { observation.report(.column(column), of: object, before: .values([old])) }
            try? object.tryLoad(column, in: context)
        }
    }

    /// Notifies observers of the relationships with objects or rows that `isConcerned` knows: a deletion removes them, or undoing one brings
    /// them back.
    func willShow(_ observation: ContextObservation, _ isConcerned: (ManagedObject?, _ key: Int64, _ root: Int) -> Bool) {
        guard let object else { return }
        let entity = object.scope.entity
        for column in columns where entity.columns[column].toOne != nil {
            guard let root = object.scope.context?.scopes[entity.toOne(at: column).destination].entity.root else { return }
            let reference = object[_reference: column]
            if isConcerned(reference.object, reference.currentKey, root) { observation.report(.column(column), of: object) }
        }
        for number in relationships {
            guard let storage = object.loadedStorage(number),
                let root = object.scope.context?.scopes[entity.inverseSides[number].destination].entity.root
            else { continue }
            if storage.members.contains(where: { isConcerned($0, $0.key, root) }) { observation.report(.members(number), of: object) }
        }
    }
}

extension SQLiteValue {
    fileprivate init(text: String?) { self = text.map(SQLiteValue.text) ?? .null }
}

extension ManagedObject {
    /// The columns of attributes that the database derives and that may have other values than those that were read.
    fileprivate final var unloadedDerivedColumns: [ColumnIndex] {
        scope.entity.columns.indices.filter { scope.entity.columns[$0].derivation?.isByDatabase == true && !isLoaded($0) }
    }

    /// Whether the property of a column would have another value if the object had the values of `state`.
    fileprivate final func shows(another first: ColumnIndex, in state: ManagedObject) -> Bool {
        let runtime = scope.entity.columns[first]
        if runtime.toOne != nil {
            return visibleKey(self[_reference: first], first) != visibleKey(state[_reference: first], first)
        }
        if runtime.isLazy { return isLoaded(first) && !writtenValue(first).isSame(as: state.storedValue(first)) }
        // What the database derives was read again after the last save.
        return scope.entity.columns.indices[first...].prefix { scope.entity.observedColumn(of: $0) == first }
            .contains { !writtenValue($0).isSame(as: state.writtenValue($0)) }
    }

    /// The key of the object that a to-one relationship shows; 0 for nil, and for another column.
    final func visibleDestinationKey(_ column: ColumnIndex) -> Int64 {
        scope.entity.columns[column].toOne == nil ? 0 : visibleKey(self[_reference: column], column)
    }

    /// The key of the object that a reference shows; 0 for nil.
    final func visibleKey(_ reference: ToOneReference, _ column: ColumnIndex) -> Int64 {
        let (key, relationship) = (reference.currentKey, scope.entity.toOne(at: column))
        if let destination = knownDestination(reference, relationship) { return destination.isRemoved ? 0 : key }
        // A row without an object may be deleted with the next save.
        return scope.context?.scopes[relationship.destination].registry.pendingDeletions.contains(key) == true ? 0 : key
    }
}
