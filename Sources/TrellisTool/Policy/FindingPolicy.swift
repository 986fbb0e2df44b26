import Diagnostics
import Foundation
import Predicates

extension FindingCode {
    static let expiredSuppression = FindingCode("TR0107")
    static let unusedSuppression = FindingCode("TR0109", .warning)
}

/// A finding of a run, with its model if it has one.
struct RunFinding {
    var finding: Finding
    var model: String?
}

/// A team's rules on findings: the severity of each code, and suppressions.
struct FindingPolicy {
    /// The changed severities of codes.
    var severities: [String: Severity] = [:]
    /// The day of the run.
    let today: CalendarDay
    private var scopes: [Scope] = []

    /// The suppressions of a model, which apply to its own findings.
    private struct Scope {
        var model: String
        var files: [String: InputFile]
        var suppressions: [Suppression]

        /// All parts of the model.
        var places: [ModelPlace] { files.values.flatMap { ModelPlaces($0).all } }

        func has(file path: String) -> Bool {
            let wanted = CanonicalPath.of(path)
            return files.keys.contains { CanonicalPath.of($0) == wanted }
        }
    }

    init(severities: [String: Severity] = [:], today: CalendarDay) {
        self.severities = severities
        self.today = today
    }

    /// Adds a model.
    /// - Parameters:
    ///   - suppressions: the model's suppressions in the configuration.
    ///   - files: its files, with those of its history.
    mutating func add(_ suppressions: [Suppression], ofModel model: String, files: [InputFile]) {
        let files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        scopes.append(Scope(model: model, files: files, suppressions: suppressions))
    }

    // MARK: Judging

    /// Applies the rules to findings.
    func judge(_ findings: some Collection<RunFinding>) -> [ReportEntry] {
        // Only files with findings are searched.
        var places: [String: ModelPlaces] = [:]
        return findings.map { found in
            let path = found.finding.span.file
            var finding = found.finding
            if let severity = severities[finding.code.name] { finding.code.severity = severity }
            // Several models may include one file.
            let isKnown = found.model.map { model in self.scopes.contains { $0.model == model } } ?? false
            let scopes = isKnown ? self.scopes.filter { $0.model == found.model } : self.scopes
            if let file = scopes.lazy.compactMap({ $0.files[path] }).first, places[path] == nil { places[path] = ModelPlaces(file) }
            let element = places[path]?.place(at: finding.span.start)
            // A file that the model does not read, for example an output, is named by its path.
            let suppression = scopes.filter { element == nil || $0.files[path] != nil }.lazy.flatMap(\.suppressions)
                .first { isInForce($0) && $0.covers(finding, in: element) }
            return ReportEntry(finding: finding, element: element, suppression: suppression)
        }
    }

    private func isInForce(_ suppression: Suppression) -> Bool { suppression.until.map { $0 >= today } ?? true }

    // MARK: What is wrong with the suppressions themselves

    /// The findings of expired suppressions.
    func expired(among suppressions: [Suppression], as severity: Severity) -> [Finding] {
        var code = FindingCode.expiredSuppression
        code.severity = severity
        return suppressions.filter { !isInForce($0) }.map { suppression in
            Finding(
                code, "the suppression of \(suppression.code) expired on \(suppression.until?.description ?? "")",
                at: suppression.untilSpan ?? suppression.span,
                suggestion: .init("fix the finding, or write a later day"))
        }
    }

    /// The findings of unused suppressions.
    /// - Parameters:
    ///   - entries: all findings.
    ///   - isLookedFor: whether the run would have found a code.
    func unused(after entries: [ReportEntry], isLookedFor: (_ code: String) -> Bool) -> [Finding] {
        let used = Set(entries.compactMap(\.suppression))
        return scopes.flatMap { scope in
            scope.suppressions.filter(isJudged).filter { !used.contains($0) && isLookedFor($0.code) }.map { suppression in
                Finding(
                    .unusedSuppression, "unused suppression: \(reason(suppression, in: scope))", at: suppression.span,
                    suggestion: suggestion(for: suppression, in: scope))
            }
        }
    }

    /// Whether it should have matched by now. Suppressions of unused suppressions are checked last.
    private func isJudged(_ suppression: Suppression) -> Bool {
        isInForce(suppression) && suppression.code != FindingCode.unusedSuppression.name
    }

    private func reason(_ suppression: Suppression, in scope: Scope) -> String {
        switch suppression.place {
        case .element(let place):
            return scope.places.contains(place) ? "'\(place)' has no finding \(suppression.code)" : "the model has no '\(place)'"
        case .file(let path):
            return scope.has(file: path) ? "'\(path)' has no finding \(suppression.code)" : "the model has no file '\(path)'"
        }
    }

    private func suggestion(for suppression: Suppression, in scope: Scope) -> Finding.Suggestion {
        var names = [String]()
        var name = ""
        switch suppression.place {
        case .element(let place): (name, names) = (place.description, scope.places.map(\.description).sorted())
        case .file(let path): (name, names) = (path, scope.files.keys.sorted())
        }
        guard !names.contains(name), let nearest = Spelling.nearest(to: name, in: names) else { return .init("remove it") }
        return .init("did you mean '\(nearest)'?")
    }
}
