import Diagnostics
import Foundation
import Predicates

extension FindingCode {
    static let expiredSuppression = FindingCode("TR0107")
}

/// A finding of a run, with its model if it has one.
package struct RunFinding {
    package var finding: Finding
    package var model: String?

    package init(finding: Finding, model: String?) {
        self.finding = finding
        self.model = model
    }
}

/// A team's rules on findings: the severity of each code, and suppressions.
package struct FindingPolicy {
    /// The changed severities of codes.
    package var severities: [String: Severity] = [:]
    /// The day of the run.
    package let today: CalendarDay
    package private(set) var scopes: [Scope] = []

    /// The suppressions of a model, which apply to its own findings.
    package struct Scope {
        package var model: String
        package var files: [String: InputFile]
        package var suppressions: [Suppression]
    }

    package init(severities: [String: Severity] = [:], today: CalendarDay) {
        self.severities = severities
        self.today = today
    }

    /// Adds a model.
    /// - Parameters:
    ///   - suppressions: the model's suppressions in the configuration.
    ///   - files: its files, with those of its history.
    package mutating func add(_ suppressions: [Suppression], ofModel model: String, files: [InputFile]) {
        let files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        scopes.append(Scope(model: model, files: files, suppressions: suppressions))
    }

    // MARK: Judging

    /// Applies the rules to findings.
    /// - Parameter placesOf: finds the parts of a file.
    package func judge(
        _ findings: some Collection<RunFinding>, places placesOf: (InputFile) -> ModelPlaces = { ModelPlaces($0) }
    ) -> [ReportEntry] {
        // Only files with findings are searched.
        var places: [String: ModelPlaces] = [:]
        return findings.map { found in
            let path = found.finding.span.file
            var finding = found.finding
            if let severity = severities[finding.code.name] { finding.code.severity = severity }
            // Several models may include one file.
            let isKnown = found.model.map { model in self.scopes.contains { $0.model == model } } ?? false
            let scopes = isKnown ? self.scopes.filter { $0.model == found.model } : self.scopes
            if let file = scopes.lazy.compactMap({ $0.files[path] }).first, places[path] == nil { places[path] = placesOf(file) }
            let element = places[path]?.place(at: finding.span.start)
            // A file that the model does not read, for example an output, is named by its path.
            let suppression = scopes.filter { element == nil || $0.files[path] != nil }.lazy.flatMap(\.suppressions)
                .first { isInForce($0) && $0.covers(finding, in: element) }
            return ReportEntry(finding: finding, element: element, suppression: suppression)
        }
    }

    package func isInForce(_ suppression: Suppression) -> Bool { suppression.until.map { $0 >= today } ?? true }

    /// The findings of expired suppressions.
    package func expired(among suppressions: [Suppression], as severity: Severity) -> [Finding] {
        var code = FindingCode.expiredSuppression
        code.severity = severity
        return suppressions.filter { !isInForce($0) }.map { suppression in
            Finding(
                code, "the suppression of \(suppression.code) expired on \(suppression.until?.description ?? "")",
                at: suppression.untilSpan ?? suppression.span,
                suggestion: .init("fix the finding, or write a later day"))
        }
    }
}
