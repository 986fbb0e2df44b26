/// Edits of several files, of which some may be new.
package struct FileEdits: Hashable, Sendable {
    /// Edits of existing files, by path.
    package var edits: [String: [TextEdit]] = [:]
    /// The texts of new files, by path.
    package var created: [String: String] = [:]

    package init() {}

    package var isEmpty: Bool { edits.values.allSatisfy(\.isEmpty) && created.isEmpty }

    mutating func add(_ edit: TextEdit, to path: String) {
        if edits[path]?.contains(edit) != true { edits[path, default: []].append(edit) }
    }
}
