import Diagnostics
import SchemaEvolution
import SchemaModel

/// The state of a model's history, as text and as JSON.
struct HistoryStatus {
    private let state: LoadedModels.State
    /// The number of changes of each version except the first.
    private let changes: [Int]
    /// The number of changes of the live model since the newest version, and for a draft of missing decisions.
    private let since: (changes: Int, undecided: Int)?
    /// The versions that this Trellis would plan otherwise.
    private let plannedOtherwise: Set<Int>

    init(_ state: LoadedModels.State) {
        self.state = state
        let models = state.history?.versions.map { $0.read().version?.model } ?? []
        changes = zip(models, models.dropFirst()).map { former, latter in
            guard let former, let latter else { return 0 }
            return ModelDifference(from: former, to: latter).changes.count
        }
        plannedOtherwise = Set(state.history?.versionsPlannedOtherwise() ?? [])
        since = state.model.flatMap { model in
            guard let history = state.history, let newest = history.newest?.read().version else { return nil }
            let changes = ModelDifference(from: newest.model, to: model).changes.count
            guard history.version(ofLiveModel: model.storageHash).isDraft else { return (changes, 0) }
            let findings = MigrationPlanner.plan(from: newest, to: StoredVersion(model), history.nextDecisions).findings
            return (changes, findings.filter { $0.severity == .error }.count)
        }
    }

    var lines: [String] {
        guard let history = state.history else { return ["\(state.name): its history cannot be read"] }
        let count = history.versions.count
        let versions = count == 0 ? "no version is frozen" : count == 1 ? "1 version" : "\(count) versions"
        return ["\(state.name): \(versions), \(live(history))"]
            + zip(history.versions, [nil] + changes.map(Optional.some)).map { version, changes in
                "  \(version.number) \(version.hash.prefix(8))" + (changes.map { "  \(Self.inWords($0, "change"))" } ?? "")
                    + (version.plan?.minimumSQLite.map { ", needs SQLite \($0)" } ?? "")
                    + (plannedOtherwise.contains(version.number) ? ", this Trellis would plan it otherwise" : "")
            }
    }

    private func live(_ history: ModelHistory) -> String {
        guard let model = state.model else { return "the live model has errors" }
        let version = history.version(ofLiveModel: model.storageHash)
        guard version.isDraft else {
            let changes = since?.changes ?? 0
            let rest = changes == 0 ? "" : " with \(Self.inWords(changes, "change")) that \(changes == 1 ? "needs" : "need") no version"
            return "the live model is version \(version.number)\(rest)"
        }
        let text = "the live model is a draft of version \(version.number)"
        guard let since else { return text }
        let decisions = since.undecided == 0 ? "" : ", \(since.undecided) undecided: run 'trellis migrate create --dry-run'"
        return "\(text): \(Self.inWords(since.changes, "change"))\(decisions)"
    }

    private static func inWords(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("model", .string(state.name)), ("file", .string(state.files.model))]
        if let history = state.history {
            let versions = zip(history.versions, [0] + changes).map { version, changes -> JSONValue in
                let otherwise = plannedOtherwise.contains(version.number) ? (key: "plannedOtherwise", value: JSONValue.bool(true)) : nil
                let needed = version.plan?.minimumSQLite.map { (key: MinimumSQLite.key, value: JSONValue.string("\($0)")) }
                return .object(
                    [
                        ("version", .integer(version.number)), ("hash", .string(version.hash)), ("changes", .integer(changes)),
                    ] + [needed, otherwise].compactMap(\.self))
            }
            entries.append(("versions", .array(versions)))
            if let model = state.model {
                let version = history.version(ofLiveModel: model.storageHash)
                entries.append(
                    (
                        "live",
                        [
                            "version": .integer(version.number), "draft": .bool(version.isDraft),
                            "hash": .string(version.hash ?? model.storageHash), "meaningHash": .string(model.meaningHash),
                            "changes": .integer(since?.changes ?? 0), "undecided": .integer(since?.undecided ?? 0),
                        ]
                    ))
            }
        }
        return .object(entries)
    }
}
