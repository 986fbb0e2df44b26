import Foundation
import SchemaEvolution

/// A history as files, for measurements with the command line: `N.yaml` and `N.migration.yaml` for each version that a plan leads
/// to. `Scripts/corpus-history.sh` freezes and measures them.
struct KeptHistory {
    private let folder: String
    private var version = 0

    /// nil if no folder is asked for.
    init?(_ name: String) throws {
        guard let root = ProcessInfo.processInfo.environment["TRELLIS_KEEP_HISTORIES"] else { return nil }
        folder = "\(root)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    mutating func begin(_ text: String) throws {
        version = 1
        try write(text, "yaml")
    }

    mutating func append(_ text: String, _ decisions: MigrationDecisions) throws {
        version += 1
        try write(text, "yaml")
        func section(_ name: String, _ lines: [String]) -> String {
            lines.isEmpty ? "" : "\(name):\n" + lines.sorted().map { "  \($0)\n" }.joined()
        }
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        let accepted = Dictionary(grouping: decisions.accepted.keys, by: \.place.description).map { place, all in
            "\(place): { \(all.map { "\($0.code): accepted" }.sorted().joined(separator: ", ")) }"
        }
        try write(
            "trellis: 1\n" + section("drops", decisions.drops.map { "\($0.key): \(quoted($0.value.text))" })
                + section("values", decisions.values.map { "\($0.key): \(quoted($0.value.text))" }) + section("accept", accepted), "migration.yaml")
    }

    private func write(_ text: String, _ ending: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(version).\(ending)"))
    }
}
