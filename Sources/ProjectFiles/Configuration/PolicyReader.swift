import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let unknownCode = FindingCode("TR0104")
    static let fixedSeverity = FindingCode("TR0105")
    static let noReason = FindingCode("TR0106")
    static let badDay = FindingCode("TR0108")
    static let unknownSeverity = FindingCode("TR0110")
}

/// Reads the rules on findings in `trellis.yaml`:
///
///     severity: { TR1212: error }            # of all models
///     models:
///       Orders:
///         suppressions:
///           Order.customer: { TR1206: Orders without a customer are imported. }
///           Schemas/Orders/Orders.yaml:      # a file
///             TR1208: { reason: Reports need one direction alone., until: 2027-01-31 }
///
/// Only warnings and notes can be suppressed or get another severity. An error stays an error.
package enum PolicyReader {
    package static let suppressionKeys = ["reason", "until"]

    // MARK: Severities

    static func severities(_ node: YAMLNode?, in context: inout ReadingContext) -> [String: Severity] {
        var severities: [String: Severity] = [:]
        for entry in context.entries(node, "the severities") {
            guard let code = code(entry, "have another severity", in: &context), let text = context.text(entry.value, "a severity")
            else { continue }
            if let severity = Severity(rawValue: text) {
                severities[code] = severity
            } else {
                let names = Severity.allCases.map(\.rawValue)
                context.report(
                    .unknownSeverity, "there is no severity '\(text)'", at: entry.value.span,
                    suggestion: ReadingContext.suggestion(for: text, in: names, replacing: entry.value.span)
                        ?? .init("the severities are \(names.joined(separator: ", ")); to hide a finding, write a suppression with a reason"))
            }
        }
        return severities
    }

    // MARK: Suppressions

    /// - Parameter folder: the configuration's folder with a slash at its end, for paths of files.
    static func suppressions(_ node: YAMLNode?, folder: String, in context: inout ReadingContext) -> [Suppression] {
        context.entries(node, "the suppressions").flatMap { place in
            context.entries(place.value, "what is suppressed at a place").compactMap { entry in
                suppression(entry, at: self.place(place.key, folder: folder), in: &context)
            }
        }
    }

    private static func suppression(
        _ entry: YAMLNode.Entry, at place: Suppression.Place, in context: inout ReadingContext
    ) -> Suppression? {
        guard let code = code(entry, "be suppressed", in: &context) else { return nil }
        var suppression = Suppression(code: code, place: place, reason: "", until: nil, span: entry.keySpan, untilSpan: nil)
        var reason: YAMLNode? = entry.value
        if entry.value.entries != nil {
            guard let keys = KnownKeys(entry.value, of: "a suppression", known: suppressionKeys, in: &context) else { return nil }
            reason = keys["reason"]
            if let node = keys["until"] {
                guard let day = node.text.flatMap({ CalendarDay($0) }) else {
                    context.report(
                        .badDay, "'until' must be a day", at: node.span, suggestion: .init("write year, month and day, as in 2027-01-31"))
                    return nil
                }
                (suppression.until, suppression.untilSpan) = (day, node.span)
            }
        }
        guard let text = reason?.text, reason?.isNull == false, !text.allSatisfy(\.isWhitespace) else {
            context.report(
                .noReason, "a suppression needs a reason", at: reason?.span ?? entry.keySpan,
                suggestion: .init("write '\(code): why it may stay'"))
            return nil
        }
        suppression.reason = text
        return suppression
    }

    /// A text that looks like a file's path is one; any other text names a part of the model.
    private static func place(_ text: String, folder: String) -> Suppression.Place {
        if text.contains("/") || [".yaml", ".yml", ".sql", ".swift", ".md"].contains(where: text.hasSuffix) {
            return .file(text.hasPrefix("/") ? text : folder + text)
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return .element(ModelPlace(owner: parts[0], member: parts.count > 1 ? parts[1] : nil))
    }

    // MARK: Codes

    /// The code of a key, if it exists and its severity may change.
    private static func code(_ entry: YAMLNode.Entry, _ what: String, in context: inout ReadingContext) -> String? {
        guard let code = CodeList[entry.key] else {
            let codes = CodeList.all.map(\.name)
            context.report(
                .unknownCode, "there is no finding '\(entry.key)'", at: entry.keySpan,
                suggestion: ReadingContext.suggestion(for: entry.key, in: codes, replacing: entry.keySpan)
                    ?? .init("'trellis explain' lists the codes"))
            return nil
        }
        guard code.severity != .error else {
            context.report(
                .fixedSeverity, "\(entry.key) is an error and cannot \(what)", at: entry.keySpan,
                suggestion: .init(code.isAcceptable ? "accept it in the migration's file, with a reason" : "'trellis explain \(entry.key)' shows how to fix it"))
            return nil
        }
        return code.name
    }
}
