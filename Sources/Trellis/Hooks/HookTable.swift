/// The hooks of an entity: those of its ancestors, then its own.
struct HookTable: Sendable {
    /// The kinds of hooks that there are.
    let kinds: HookKinds

    private let insert: [any InsertHook.Type]
    private let fetch: [any FetchHook.Type]
    private let save: [any SaveHook.Type]
    private let members: [any MembershipHook.Type]
    private let saved: [any SavedHook.Type]
    private let delete: [any DeleteHook.Type]
    private let validation: [any ValidationHook.Type]
    private let deleteValidation: [any DeleteValidation.Type]

    /// - Parameters:
    ///   - types: the types `Hooks` of an entity's ancestors, from the root, and of the entity itself.
    ///   - class: the entity's class.
    init(_ types: [any EntityHooks.Type], of class: ManagedObject.Type) {
        // Only generated descriptors name hooks, each class its own.
        for type in types { require(type.fit(`class`), "\(type) has no hooks of \(`class`)") }
        insert = types.compactMap { $0 as? any InsertHook.Type }
        fetch = types.compactMap { $0 as? any FetchHook.Type }
        save = types.compactMap { $0 as? any SaveHook.Type }
        members = types.compactMap { $0 as? any MembershipHook.Type }
        saved = types.compactMap { $0 as? any SavedHook.Type }
        delete = types.compactMap { $0 as? any DeleteHook.Type }
        validation = types.compactMap { $0 as? any ValidationHook.Type }
        deleteValidation = types.compactMap { $0 as? any DeleteValidation.Type }

        var kinds: HookKinds = []
        if !insert.isEmpty { kinds.insert(.insert) }
        if !fetch.isEmpty { kinds.insert(.fetch) }
        if !save.isEmpty { kinds.insert(.save) }
        if !members.isEmpty { kinds.insert(.members) }
        if !saved.isEmpty { kinds.insert(.saved) }
        if !delete.isEmpty { kinds.insert(.delete) }
        if !validation.isEmpty { kinds.insert(.validation) }
        if !deleteValidation.isEmpty { kinds.insert(.deleteValidation) }
        self.kinds = kinds
    }

    func contains(_ kind: HookKinds) -> Bool { kinds.contains(kind) }

    // MARK: Calls

    // A hook of an ancestor may delete the object. Then the others are not called.

    func awakeFromInsert(_ object: ManagedObject) {
        for hook in insert where object.isNew { hook.call(object) }
    }

    func awakeFromFetch(_ object: ManagedObject) {
        for hook in fetch { hook.call(object) }
    }

    /// - Throws: the error of the first hook that throws.
    func willSave(_ object: ManagedObject) throws {
        for hook in save where object.isNew || object.hasColumnChanges { try hook.call(object) }
    }

    /// Tells an object whose members have changed, and nothing else of it.
    /// - Throws: the error of the first hook that throws.
    func willSaveWithMembers(_ object: ManagedObject) throws {
        for hook in members where !object.isRemoved { try hook.call(object) }
    }

    /// Whether changed members raise the version of an object's row.
    var raisesVersionWithMembers: Bool { members.contains { $0.raisesVersionWithMembers } }

    func didSave(_ object: ManagedObject) {
        for hook in saved { hook.call(object) }
    }

    /// - Throws: the error of the first hook that throws.
    func prepareForDeletion(_ object: ManagedObject) throws {
        for hook in delete where !object.isRemoved { try hook.call(object) }
    }

    /// The errors of all validations.
    func validationErrors(_ object: ManagedObject) -> [any Error] {
        validation.compactMap { hook in Self.error { try hook.call(object) } }
    }

    /// The errors of all validations of a deletion.
    func deleteValidationErrors(_ object: ManagedObject) -> [any Error] {
        deleteValidation.compactMap { hook in Self.error { try hook.call(object) } }
    }

    private static func error(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

// The table of an entity holds only the hooks of the entity's class and of classes that it inherits from: `init` checks it.

extension EntityHooks {
    fileprivate static func fit(_ type: ManagedObject.Type) -> Bool { type is Object.Type }

    fileprivate static func typed(_ object: ManagedObject) -> Object { unsafeDowncast(object, to: Object.self) }
}

extension InsertHook {
    fileprivate static func call(_ object: ManagedObject) { awakeFromInsert(typed(object)) }
}

extension FetchHook {
    fileprivate static func call(_ object: ManagedObject) { awakeFromFetch(typed(object)) }
}

extension SaveHook {
    fileprivate static func call(_ object: ManagedObject) throws { try willSave(typed(object)) }
}

extension SavedHook {
    fileprivate static func call(_ object: ManagedObject) { didSave(typed(object)) }
}

extension DeleteHook {
    fileprivate static func call(_ object: ManagedObject) throws { try prepareForDeletion(typed(object)) }
}

extension ValidationHook {
    fileprivate static func call(_ object: ManagedObject) throws { try validate(typed(object)) }
}

extension DeleteValidation {
    fileprivate static func call(_ object: ManagedObject) throws { try validateForDelete(typed(object)) }
}
