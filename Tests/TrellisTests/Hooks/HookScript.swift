import DepotModel
import Trellis

/// What the hooks of boxes do in one test, and what they were called for; for the body of ``HookScript/$current``.
final class HookScript: @unchecked Sendable {
    // Unchecked: a test's objects stay on its own task, and so does its script.
    @TaskLocal static var current: HookScript?

    /// The hooks that were called, with the names of their objects: "willSave a".
    var calls: [String] = []
    var awakeFromInsert: (Box) -> Void = { _ in }
    var awakeFromFetch: (Box) -> Void = { _ in }
    var willSave: (Box) throws -> Void = { _ in }
    var prepareForDeletion: (Box) throws -> Void = { _ in }
    var validate: (Box) throws -> Void = { _ in }
    var validateForDelete: (Parcel) throws -> Void = { _ in }

    /// The calls since the last look.
    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    /// Runs a test's body with a script of its own.
    static func run(_ body: (HookScript) throws -> Void) throws {
        let script = HookScript()
        try $current.withValue(script) { try body(script) }
    }
}

extension Box: InsertHook {
    public func awakeFromInsert() {
        HookScript.current?.calls.append("awakeFromInsert \(name)")
        HookScript.current?.awakeFromInsert(self)
    }
}

extension Box: FetchHook {
    public func awakeFromFetch() {
        HookScript.current?.calls.append("awakeFromFetch \(name)")
        HookScript.current?.awakeFromFetch(self)
    }
}

extension Box: SaveHook {
    public func willSave() throws {
        HookScript.current?.calls.append("willSave \(name)")
        try HookScript.current?.willSave(self)
    }
}

extension Box: DeleteHook {
    public func prepareForDeletion() throws {
        HookScript.current?.calls.append("prepareForDeletion \(name)")
        try HookScript.current?.prepareForDeletion(self)
    }
}

extension Box: ValidationHook {
    public func validate() throws {
        HookScript.current?.calls.append("validate \(name)")
        try HookScript.current?.validate(self)
    }
}

/// The one hook that the class has beyond those of its parent.
extension Parcel: DeleteValidation {
    public func validateForDelete() throws {
        HookScript.current?.calls.append("validateForDelete \(name)")
        try HookScript.current?.validateForDelete(self)
    }
}
