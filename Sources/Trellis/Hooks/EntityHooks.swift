/// The hooks that a class has.
struct EntityHooks: OptionSet, Sendable {
    let rawValue: UInt8

    static let insert = EntityHooks(rawValue: 1 << 0)
    static let fetch = EntityHooks(rawValue: 1 << 1)
    static let save = EntityHooks(rawValue: 1 << 2)
    static let delete = EntityHooks(rawValue: 1 << 3)
    static let validation = EntityHooks(rawValue: 1 << 4)
    static let deleteValidation = EntityHooks(rawValue: 1 << 5)
    static let saved = EntityHooks(rawValue: 1 << 6)

    /// What has to be called for an object when it is deleted.
    static let deletion: EntityHooks = [.delete, .deleteValidation]
}

extension EntityHooks {
    init(of type: ManagedObject.Type) {
        self = []
        if type is any InsertHook.Type { insert(.insert) }
        if type is any FetchHook.Type { insert(.fetch) }
        if type is any SaveHook.Type { insert(.save) }
        if type is any SavedHook.Type { insert(.saved) }
        if type is any DeleteHook.Type { insert(.delete) }
        if type is any ValidationHook.Type { insert(.validation) }
        if type is any DeleteValidation.Type { insert(.deleteValidation) }
    }
}
