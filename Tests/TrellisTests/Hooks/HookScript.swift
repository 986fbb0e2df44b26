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
    /// The hooks that parcels have in addition to those of boxes with the same names.
    var ofParcel: (_ hook: String, Parcel) throws -> Void = { _, _ in }

    /// Whether calls of shelves are noted.
    var callsShelves = false
    var willSaveShelf: (Shelf) throws -> Void = { _ in }
    /// Whether members raise the versions of shelves.
    var raisesVersions = false

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

extension Box.Hooks: InsertHook {
    public static func awakeFromInsert(_ box: Box) {
        HookScript.current?.calls.append("awakeFromInsert \(box.name)")
        HookScript.current?.awakeFromInsert(box)
    }
}

extension Box.Hooks: FetchHook {
    public static func awakeFromFetch(_ box: Box) {
        HookScript.current?.calls.append("awakeFromFetch \(box.name)")
        HookScript.current?.awakeFromFetch(box)
    }
}

extension Box.Hooks: SaveHook {
    public static func willSave(_ box: Box) throws {
        HookScript.current?.calls.append("willSave \(box.name)")
        try HookScript.current?.willSave(box)
    }
}

extension Box.Hooks: DeleteHook {
    public static func prepareForDeletion(_ box: Box) throws {
        HookScript.current?.calls.append("prepareForDeletion \(box.name)")
        try HookScript.current?.prepareForDeletion(box)
    }
}

extension Box.Hooks: ValidationHook {
    public static func validate(_ box: Box) throws {
        HookScript.current?.calls.append("validate \(box.name)")
        try HookScript.current?.validate(box)
    }
}

extension Shelf.Hooks: MembershipHook {
    public static var raisesVersionWithMembers: Bool { HookScript.current?.raisesVersions ?? false }

    public static func willSave(_ shelf: Shelf) throws {
        if HookScript.current?.callsShelves == true { HookScript.current?.calls.append("willSave shelf \(shelf.name)") }
        try HookScript.current?.willSaveShelf(shelf)
    }
}

/// A hook that the parent does not have.
extension Parcel.Hooks: DeleteValidation {
    public static func validateForDelete(_ parcel: Parcel) throws {
        HookScript.current?.calls.append("validateForDelete \(parcel.name)")
        try HookScript.current?.validateForDelete(parcel)
    }
}

// Hooks that the parent has as well.

extension Parcel.Hooks: InsertHook, FetchHook {
    public static func awakeFromInsert(_ parcel: Parcel) { try? HookScript.current?.ofParcel("awakeFromInsert", parcel) }
    public static func awakeFromFetch(_ parcel: Parcel) { try? HookScript.current?.ofParcel("awakeFromFetch", parcel) }
}

extension Parcel.Hooks: SaveHook, DeleteHook, ValidationHook {
    public static func willSave(_ parcel: Parcel) throws { try HookScript.current?.ofParcel("willSave", parcel) }
    public static func prepareForDeletion(_ parcel: Parcel) throws { try HookScript.current?.ofParcel("prepareForDeletion", parcel) }
    public static func validate(_ parcel: Parcel) throws { try HookScript.current?.ofParcel("validate", parcel) }
}
