import Diagnostics
import Foundation
import Predicates

/// A finding that somebody has looked at and means to keep, as `trellis.yaml` says it.
struct Suppression: Hashable {
    /// The finding's code, such as `TR1206`.
    var code: String
    var place: Place
    /// Why it may stay.
    var reason: String
    /// The last day on which it counts; nil for no end.
    var until: CalendarDay?
    /// Where the code stands in `trellis.yaml`, and where the day does.
    var span: SourceSpan
    var untilSpan: SourceSpan?

    /// Where a finding has to be.
    enum Place: Hashable {
        /// In a part of the model, whichever file that is in.
        case element(ModelPlace)
        /// In a file, by its path as the run names it.
        case file(String)
    }

    /// Whether it speaks of a finding.
    func covers(_ finding: Finding, in element: ModelPlace?) -> Bool {
        guard code == finding.code.name else { return false }
        switch place {
        case .file(let path): return CanonicalPath.of(path) == CanonicalPath.of(finding.span.file)
        case .element(let wanted): return element.map(wanted.contains) ?? false
        }
    }
}
