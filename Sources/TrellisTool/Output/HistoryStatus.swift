import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel

/// The state of a model's history, as text and as JSON.
struct HistoryStatus {
    private let state: LoadedModels.State
    /// The arguments that select the model in another command; empty if no other model can be meant.
    private let selection: String
    /// The changes of each version except the first.
    private let changes: [Changes]
    /// The changes of the live model since the newest version, and for a draft the number of missing decisions.
    private let since: (changes: Changes, undecided: Int)?
    /// The versions that this Trellis would plan otherwise.
    private let plannedOtherwise: Set<Int>
    /// The programs that can use stores of the newest version, and of the draft.
    private let programs: CompatiblePrograms

    /// The number of the changes of a step, and its renames as `Customer → Client`.
    private struct Changes {
        var count = 0
        var renames: [String] = []

        init() {}

        init(_ match: ModelMatch) {
            let changes = ModelDifference(match).changes
            count = changes.count
            renames = changes.compactMap { change in
                guard case .renamed(let name) = change.action else { return nil }
                let owner = change.element.owner.map { "\($0.name)." } ?? ""
                return "\(owner)\(name) → \(change.element.name)"
            }
        }

        var json: (key: String, value: JSONValue)? {
            renames.isEmpty ? nil : ("renames", .array(renames.map(JSONValue.string)))
        }

        var words: String {
            HistoryStatus.inWords(count, "change") + (renames.isEmpty ? "" : " (renamed: \(renames.joined(separator: ", ")))")
        }
    }

    /// - Parameter isNamed: whether another command has to name the model's file.
    init(_ state: LoadedModels.State, isNamed: Bool) {
        self.state = state
        selection = isNamed ? " \(state.files.model)" : ""
        let versions = state.history?.versions ?? []
        let models = versions.map { $0.read().version?.model }
        changes = zip(zip(models, models.dropFirst()), versions.dropFirst()).map { models, version in
            guard let former = models.0, let latter = models.1 else { return Changes() }
            return Changes(ModelMatch(from: former, to: latter, version.readDecisions().decisions ?? .init()))
        }
        plannedOtherwise = Set(state.history?.versionsPlannedOtherwise() ?? [])
        programs = CompatiblePrograms(state)
        since = state.model.flatMap { model in
            guard let history = state.history, let newest = history.newest?.read().version else { return nil }
            let changes = Changes(ModelMatch(from: newest.model, to: model, history.nextDecisions))
            guard history.version(ofLiveModel: model, hash: model.storageHash).isDraft else { return (changes, 0) }
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
                "  \(version.number) \(version.hash.prefix(8))" + (changes.map { "  \($0.words)" } ?? "")
                    + (version.plan?.minimumSQLite.map { ", needs SQLite \($0)" } ?? "")
                    + (Self.swiftSteps(version).map { ", needs the program, for \($0.joined(separator: ", ")) in Swift" } ?? "")
                    + (plannedOtherwise.contains(version.number) ? ", this Trellis would plan it otherwise" : "")
            } + programs.lines.map { "  \($0)" }
    }

    /// The steps in Swift that lead to a version; nil if it has none.
    private static func swiftSteps(_ version: FrozenVersion) -> [String]? {
        let names = version.plan?.swiftSteps.map(\.name) ?? []
        return names.isEmpty ? nil : names
    }

    private func live(_ history: ModelHistory) -> String {
        guard let model = state.model else { return "the live model has errors" }
        let version = history.version(ofLiveModel: model, hash: model.storageHash)
        guard version.isDraft else {
            let changes = since?.changes.count ?? 0
            let rest = changes == 0 ? "" : " with \(Self.inWords(changes, "change")) that \(changes == 1 ? "needs" : "need") no version"
            return "the live model is version \(version.number)\(rest)"
        }
        let text = "the live model is a draft of version \(version.number)"
        guard let since else { return text }
        let decisions = since.undecided == 0 ? "" : ", \(since.undecided) undecided: run 'trellis migrate create\(selection) --dry-run'"
        return "\(text): \(since.changes.words)\(decisions)"
    }

    fileprivate static func inWords(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }

    var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("model", .string(state.name)), ("file", .string(state.files.model))]
        if let history = state.history {
            let versions = zip(history.versions, [Changes()] + changes).map { version, changes -> JSONValue in
                let otherwise = plannedOtherwise.contains(version.number) ? (key: "plannedOtherwise", value: JSONValue.bool(true)) : nil
                let needed = version.plan?.minimumSQLite.map { (key: MinimumSQLite.key, value: JSONValue.string("\($0)")) }
                let steps = Self.swiftSteps(version).map { (key: "swiftSteps", value: JSONValue.array($0.map(JSONValue.string))) }
                return .object(
                    [
                        ("version", .integer(version.number)), ("hash", .string(version.hash)), ("changes", .integer(changes.count)),
                    ] + [changes.json, needed, steps, otherwise].compactMap(\.self))
            }
            entries.append(("versions", .array(versions)))
            if let programs = programs.json { entries.append(("programs", programs)) }
            if let model = state.model {
                let version = history.version(ofLiveModel: model, hash: model.storageHash)
                entries.append(
                    (
                        "live",
                        [
                            "version": .integer(version.number), "draft": .bool(version.isDraft),
                            "hash": .string(version.hash ?? model.storageHash), "meaningHash": .string(model.meaningHash),
                            "changes": .integer(since?.changes.count ?? 0), "undecided": .integer(since?.undecided ?? 0),
                        ]
                    ))
            }
        }
        return .object(entries)
    }
}
