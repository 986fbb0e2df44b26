import Diagnostics
import Foundation
import Predicates

/// A finding that a team accepts, as declared in `trellis.yaml`.
package struct Suppression: Hashable {
    /// The finding's code, for example `TR1206`.
    package var code: String
    package var place: Place
    /// Why it may stay.
    package var reason: String
    /// The last day on which it counts; nil for no end.
    package var until: CalendarDay?
    /// The places of the code and of the day in `trellis.yaml`.
    package var span: SourceSpan
    var untilSpan: SourceSpan?

    /// The place of the finding.
    package enum Place: Hashable {
        /// In a part of the model, whichever file that is in.
        case element(ModelPlace)
        /// In a file, by its path in the run.
        case file(String)
    }

    /// Whether it matches a finding.
    func covers(_ finding: Finding, in element: ModelPlace?) -> Bool {
        guard code == finding.code.name else { return false }
        switch place {
        case .file(let path): return CanonicalPath.of(path) == CanonicalPath.of(finding.span.file)
        case .element(let wanted): return element.map(wanted.contains) ?? false
        }
    }
}
