import Diagnostics
import Foundation
import ProjectFiles

extension FindingCode {
    static let unusedSuppression = FindingCode("TR0109", .warning)
}

extension FindingPolicy {
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

extension FindingPolicy.Scope {
    /// All parts of the model.
    var places: [ModelPlace] { files.values.flatMap { ModelPlaces($0).all } }

    func has(file path: String) -> Bool {
        let wanted = CanonicalPath.of(path)
        return files.keys.contains { CanonicalPath.of($0) == wanted }
    }
}
