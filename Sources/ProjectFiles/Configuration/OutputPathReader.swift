import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badPath = FindingCode("TR0102")
    static let badOutputPath = FindingCode("TR0113")
}

/// Reads paths of `trellis.yaml`, which begin at its folder.
struct OutputPathReader {
    /// The configuration's folder with a slash at its end; empty for this one.
    let folder: String

    /// The path of an input, which can be anywhere.
    func input(_ node: YAMLNode?, in context: inout ReadingContext) -> ConfiguredPath? {
        guard let node, let text = text(node, in: &context) else { return nil }
        return ConfiguredPath(path: text.hasPrefix("/") ? text : folder + text, span: node.span)
    }

    /// The path of an output, in the configuration's folder or below. So a configuration of another author cannot write
    /// elsewhere.
    func output(_ node: YAMLNode?, in context: inout ReadingContext) -> ConfiguredPath? {
        guard let node, let text = text(node, in: &context) else { return nil }
        return output(text, at: node.span, in: &context)
    }

    /// The path of an output file.
    func file(_ node: YAMLNode?, in context: inout ReadingContext) -> ConfiguredPath? {
        guard let node, let text = text(node, in: &context), isOfFile(text, at: node.span, in: &context) else { return nil }
        return output(text, at: node.span, in: &context)
    }

    private func isOfFile(_ text: String, at span: SourceSpan, in context: inout ReadingContext) -> Bool {
        let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if !name.isEmpty, name != ".", name != ".." { return true }
        context.report(.badPath, "a path must name a file", at: span)
        return false
    }

    /// - Parameter span: the place of the path.
    func output(_ text: String, at span: SourceSpan, in context: inout ReadingContext) -> ConfiguredPath? {
        var depth = text.hasPrefix("/") ? -1 : 0
        for component in text.split(separator: "/") where depth >= 0 && component != "." { depth += component == ".." ? -1 : 1 }
        guard depth >= 0 else {
            context.report(
                .badOutputPath, "'\(text)' leads out of the folder of \(ConfigurationReader.fileName)", at: span,
                suggestion: .init("name a path in or below it, where all generated files belong"))
            return nil
        }
        return ConfiguredPath(path: folder + text, span: span)
    }

    /// The folder of a target for generated files.
    func folder(ofTarget node: YAMLNode?, in context: inout ReadingContext) -> ConfiguredPath? {
        guard let node, let name = context.text(node, "a target"), isPlain(name, at: node.span, in: &context) else { return nil }
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
            context.report(
                .badOutputPath, "'target' must be the name of a target, not a path", at: node.span,
                suggestion: .init("write 'swift: DIR' if its folder is not 'Sources/TARGET'"))
            return nil
        }
        return ConfiguredPath(path: "\(folder)Sources/\(name)/Generated", span: node.span)
    }

    /// Files from templates, by their paths.
    func files(_ node: YAMLNode?, in context: inout ReadingContext) -> [FileRule] {
        context.entries(node, "the list of files").compactMap { entry in
            for match in entry.key.matches(of: /\{[^}]*\}?/) where match.output != FileRule.placeholder {
                context.report(
                    .badOutputPath, "'\(match.output)' is not a placeholder", at: entry.keySpan,
                    suggestion: .init("'\(FileRule.placeholder)' is the only one, and is replaced by the name of each entity"))
                return nil
            }
            guard isPlain(entry.key, at: entry.keySpan, in: &context), isOfFile(entry.key, at: entry.keySpan, in: &context)
            else { return nil }
            let output = output(entry.key, at: entry.keySpan, in: &context)
            let template = input(entry.value, in: &context)
            guard let output, let template else { return nil }
            return FileRule(output: output, template: template)
        }
    }

    private func text(_ node: YAMLNode, in context: inout ReadingContext) -> String? {
        guard let text = context.text(node, "a path"), isPlain(text, at: node.span, in: &context) else { return nil }
        if !text.isEmpty { return text }
        context.report(.badPath, "a path must name a file or a folder", at: node.span)
        return nil
    }

    /// Whether the system uses the whole text as a path. It cuts a path at NUL, so the checks would be about another file. Other
    /// control characters have no legitimate use in a name.
    func isPlain(_ text: String, at span: SourceSpan, in context: inout ReadingContext) -> Bool {
        guard let scalar = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) else { return true }
        context.report(
            .badPath, "a path cannot have control characters, and this one has U+\(String(scalar.value, radix: 16, uppercase: true).leftPadded)",
            at: span)
        return false
    }
}

extension String {
    /// The digits of a Unicode scalar, at least four.
    fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
