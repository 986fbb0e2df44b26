/// The kinds of hooks that a class or a model has.
struct HookKinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let insert = HookKinds(rawValue: 1 << 0)
    static let fetch = HookKinds(rawValue: 1 << 1)
    static let save = HookKinds(rawValue: 1 << 2)
    static let delete = HookKinds(rawValue: 1 << 3)
    static let validation = HookKinds(rawValue: 1 << 4)
    static let deleteValidation = HookKinds(rawValue: 1 << 5)
    static let saved = HookKinds(rawValue: 1 << 6)

    /// ``save`` for changed members too.
    static let members = HookKinds(rawValue: 1 << 7)

    /// What has to be called for an object when it is deleted.
    static let deletion: HookKinds = [.delete, .deleteValidation]
}
