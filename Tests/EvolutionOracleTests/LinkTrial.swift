import Diagnostics
import SchemaEvolution
import TestSupport

/// The migration of a pair of models, with answers to the questions of the planner.
struct LinkTrial {
    enum Result {
        /// The migrated store is right.
        case applied
        /// Rows stopped the migration, whether or not a warning (TR2108) says that they can.
        case stopped(isAnnounced: Bool)
        /// The planner or the proof refuses the migration, whatever is pasted.
        case refused(code: String, report: String = "")
        /// The oracle, or an error that is none of values, and the pair with it.
        case wrong(String)

        var kind: String {
            switch self {
            case .applied: "applied"
            case .stopped(let isAnnounced): isAnnounced ? "stopped" : "stopped without a warning"
            case .refused(let code, _): "refused by \(code)"
            case .wrong: "wrong"
            }
        }
    }

    private let edits: LinkEdits
    private let seed: UInt64

    init(_ edits: LinkEdits, seed: UInt64) {
        self.edits = edits
        self.seed = seed
    }

    var result: Result {
        guard let old = OracleTrial.version(edits.old.text, 1), let new = OracleTrial.version(edits.new.text, 2) else {
            return .refused(code: "the model's reader")
        }
        var random = SeededGenerator(seed: seed)
        let trial = OracleTrial(old, new)
        var printed = PrintedDecisions(renames: edits.renames)
        for _ in 0..<8 {
            guard let decisions = printed.read() else { return .wrong("unreadable: the decisions\n" + report(printed, "")) }
            let (plan, findings) = trial.plan(decisions)
            let errors = findings.filter { $0.severity == .error }
            guard let plan else {
                if printed.paste(errors, for: new.model, new.schema, &random) { continue }
                let messages = errors.map { ([$0.message] + $0.notes.map(\.message)).joined(separator: "; ") }
                return .refused(code: errors.map(\.code.name).max() ?? "nothing", report: messages.joined(separator: "\n") + "\n" + report(printed, ""))
            }
            do {
                switch try trial.apply(plan, decisions, &random) {
                case .applied(let complaints) where complaints.isEmpty: return .applied
                case .applied(let complaints): return .wrong(complaints.joined(separator: "\n") + "\n" + report(printed, plan.text))
                case .stopped: return .stopped(isAnnounced: findings.contains { $0.code.name == "TR2108" })
                }
            } catch {
                return .wrong("error: \(error)\n" + report(printed, plan.text))
            }
        }
        return .refused(code: "questions without end", report: report(printed, ""))
    }

    private func report(_ decisions: PrintedDecisions, _ sql: String) -> String {
        "=== old\n\(edits.old.text)=== new\n\(edits.new.text)=== decisions\n\(decisions.text)=== SQL\n\(sql)==="
    }

    /// The complaint about the smallest pair of models that is wrong in the same way.
    func smallest(like complaint: String) -> String? {
        let kind = complaint.prefix { $0 != ":" }
        for smaller in edits.smaller {
            for attempt in 0..<3 {
                let trial = LinkTrial(smaller, seed: seed &+ UInt64(attempt))
                guard case .wrong(let found) = trial.result, found.prefix(while: { $0 != ":" }) == kind else { continue }
                return trial.smallest(like: found) ?? found
            }
        }
        return nil
    }
}
