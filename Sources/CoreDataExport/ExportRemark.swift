/// What an export states in another way or leaves out, and where.
package struct ExportRemark: Hashable, Sendable {
    package let kind: Kind
    /// Such as `Album.cover`.
    package let place: String
    package let detail: String

    init(_ kind: Kind, _ place: String, _ detail: String = "") {
        (self.kind, self.place, self.detail) = (kind, place, detail)
    }

    package enum Kind: String, CaseIterable, Sendable {
        // Stated in another way.
        case enumeration = "enum: exported as its raw values"
        case day = "day: exported as the date of its first moment in UTC"
        case duration = "duration: exported as its seconds"
        case json = "Codable type: exported as transformable, whose values need a transformer"
        case scale = "scale of a decimal: Core Data's decimals have none"
        case reserved = "name that Core Data's objects have: rename it before you generate classes"
        case characters = "characters that XML cannot contain: exported as U+FFFD"
        // For which Core Data has no words.
        case defaultValue = "default that Core Data cannot state"
        case rule = "rule that Core Data cannot state"
        case check = "rule that the database checks too: Core Data checks rules at a save"
        case rounding = "rounding"
        case derivation = "derivation that Core Data cannot state: exported as a plain attribute"
        case uniqueness = "uniqueness of a part of a composite"
        case partIndex = "index on a part of a composite"
        case index = "index that Core Data cannot state"
        case search = "full-text search"
        case lazy = "lazy value of another type than data"
        case history = "change history: an option of a store in Core Data"
        case stored = "name or form in the database: Core Data chooses its own"
        case condition = "condition that Core Data cannot state"
        case order = "order of a fetch: a template has none"
        case live = "live list"
        case small = "hint for advice on indexes"
        case doc = "doc of a model, an enum or a fetch"
        case rename = "rename that no identifier can state: Core Data takes the part for another one"
        case step = "steps between versions that are more than renames: Core Data needs a mapping for them"
    }
}
