import Diagnostics
import Foundation
import SchemaSyntax
import Templates

extension FindingCode {
    static let unreadableTemplate = FindingCode("TR1705")
    static let unknownToPlugin = FindingCode("TR1707")
}

/// The templates that a model's configuration names, read.
struct ModelTemplates {
    private(set) var files: [InputFile] = []
    private(set) var findings: [Finding] = []
    private var sources: [String: TemplateSource] = [:]

    /// Where the templates of a package stand that the build plugin makes Swift with: it declares its inputs by their places.
    static let pluginFolder = "Templates"

    /// - Parameter pluginFolder: the folder that they have to be in; nil for any.
    init(_ paths: [ConfiguredPath], within pluginFolder: String? = nil) {
        var failed = Set<String>()
        for path in paths where sources[path.path] == nil && failed.insert(path.path).inserted {
            let span = path.span ?? SourceSpan(startOf: path.path)
            if let pluginFolder, !Self.isFile(path.path, in: pluginFolder) {
                let message = "the build plugin knows the templates in '\(pluginFolder)', and '\(path.path)' is none of them"
                findings.append(
                    Finding(
                        .unknownToPlugin, message, at: span,
                        suggestion: .init("move it there, so that a change to it builds anew")))
            }
            read(path.path, namedAt: span)
        }
    }

    /// The template at a path; nil where a finding says what is wrong with it.
    subscript(path: ConfiguredPath) -> TemplateSource? { sources[path.path] }

    private mutating func read(_ path: String, namedAt span: SourceSpan) {
        let file: InputFile
        do throws(CouldNotRun) {
            file = try InputFile(reading: path)
        } catch {
            return findings.append(Finding(.unreadableTemplate, error.description, at: span))
        }
        files.append(file)
        if file.bytes.count > YAMLParser.sizeLimit {
            findings.append(Finding(.unreadableTemplate, "'\(path)' is too large for a template", at: span))
        } else if let invalid = UTF8Check.firstInvalidByte(in: file.bytes, file: path) {
            let message = "the template is not UTF-8: the byte \(invalid.offset + 1) belongs to no character"
            findings.append(Finding(.unreadableTemplate, message, at: invalid.span))
        } else {
            sources[path] = TemplateSource(path: path, text: file.text)
        }
    }

    private static func isFile(_ path: String, in folder: String) -> Bool {
        OutputClaim.place(path).hasPrefix(OutputClaim.place(folder) + "/")
    }
}
