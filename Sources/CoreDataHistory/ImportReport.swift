import CoreDataImport

/// What an import did, as lines.
package struct ImportReport {
    private let history: HistoryImport
    private let bundle: String

    package init(_ history: HistoryImport, of bundle: String) {
        (self.history, self.bundle) = (history, bundle)
    }

    /// A line for each version.
    package var steps: [String] {
        ["\(bundle): \(Self.count(history.steps.count, "version"))"]
            + history.steps.map { step in
                switch step.kind {
                case .frozen(let decisions, let renames, let mapped):
                    "  version \(step.number) is '\(step.version)'"
                        + (decisions == 0 ? "" : ", with \(Self.count(decisions, "decision"))" + (renames == 0 ? "" : ", \(renames) by renaming identifiers"))
                        + (mapped == 0 ? "" : ", \(mapped) by the mapping model")
                case .kept: "  version \(step.number) is '\(step.version)', frozen before"
                case .same: "  '\(step.version)' stores what version \(step.number) stores"
                case .exchanged:
                    "  '\(step.version)' stores what version \(step.number) stores, but exchanges names: no version exchanges their values"
                case .asked: "  '\(step.version)' needs decisions"
                case .refused: "  '\(step.version)' is no model that Trellis takes"
                }
            }
    }

    /// What is not carried over of the live model; nil where no version became it.
    package var leftOut: (version: String, remarks: [Remark])? {
        guard let step = history.steps.last, !history.remarks.isEmpty else { return nil }
        // A version that waits for decisions is not the live model yet.
        if case .asked = step.kind { return nil }
        return (step.version, history.remarks)
    }

    /// What mapping models say that is no decision.
    package var mappings: [Remark] { history.mappingRemarks }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
