import CoreDataImport

/// What an import did, as lines.
package struct ImportReport {
    private let history: HistoryImport
    private let bundle: String

    package init(_ history: HistoryImport, of bundle: String) {
        (self.history, self.bundle) = (history, bundle)
    }

    package var text: String { (steps + leftOut).joined(separator: "\n") }

    /// A line for each version.
    private var steps: [String] {
        ["\(bundle): \(Self.count(history.steps.count, "version"))"]
            + history.steps.map { step in
                switch step.kind {
                case .frozen(let decisions, let renames):
                    "  version \(step.number) is '\(step.version)'"
                        + (decisions == 0 ? "" : ", with \(Self.count(decisions, "decision"))" + (renames == 0 ? "" : ", \(renames) by renaming identifiers"))
                case .kept: "  version \(step.number) is '\(step.version)', frozen before"
                case .same: "  '\(step.version)' stores what version \(step.number) stores"
                case .exchanged:
                    "  '\(step.version)' stores what version \(step.number) stores, but exchanges names: no version exchanges their values"
                case .asked: "  '\(step.version)' needs decisions"
                case .refused: "  '\(step.version)' is no model that Trellis takes"
                }
            }
    }

    /// What is not carried over of the live model, by the reason.
    private var leftOut: [String] {
        guard let step = history.steps.last, !history.remarks.isEmpty else { return [] }
        // A version that waits for decisions is not the live model yet.
        if case .asked = step.kind { return [] }
        let last = step.version
        let kinds = Remark.Kind.allCases.compactMap { kind -> String? in
            let remarks = history.remarks.filter { $0.kind == kind }
            if remarks.isEmpty { return nil }
            let places = remarks.map { "    \($0.place)" + ($0.detail.isEmpty ? "" : ": \($0.detail)") }
            return (["  \(kind.rawValue):"] + places).joined(separator: "\n")
        }
        return ["'\(last)': changed or left out"] + kinds
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
