public import Diagnostics
public import SchemaSyntax

extension FindingCode {
    /// `compatible-from` names no version.
    public static let badCompatibility = FindingCode("TR2122")
}

/// The key of `trellis.yaml` and of a migration's decisions that states whose programs must be able to use stores of a version.
///
///     compatible-from: 14
public struct CompatibleFrom: Sendable, Hashable {
    /// The oldest version whose programs open the stores.
    public var version: Int
    /// The place of the number.
    public var span: SourceSpan

    public static let key = "compatible-from"

    /// - Returns: the version with its place; nil if none is stated or if it is no number, which is reported.
    public static func read(_ node: YAMLNode?, in context: inout ReadingContext) -> CompatibleFrom? {
        guard let node else { return nil }
        if let text = node.text, let version = Int(text), version > 0 { return CompatibleFrom(version: version, span: node.span) }
        context.report(
            .badCompatibility, "'\(key)' must be the number of a version", at: node.span, suggestion: .init("for example '\(key): 14'"))
        return nil
    }

    /// - Parameter number: the number of the version whose stores the programs open.
    func finding(before number: Int) -> Finding? {
        guard version > number else { return nil }
        return Finding(
            .badCompatibility, "there is no version \(version): the newest one is \(number)", at: span,
            suggestion: .init("write '\(Self.key): \(number)' if older programs cannot open stores of version \(number)"))
    }
}
