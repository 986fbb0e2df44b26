import Diagnostics
import Foundation
import SchemaSyntax
import Templates

extension FindingCode {
    static let unreadableTemplate = FindingCode("TR1705")
    static let unknownToPlugin = FindingCode("TR1707")
}

/// The templates of a model's configuration.
struct ModelTemplates {
    private(set) var files: [InputFile] = []
    private(set) var findings: [Finding] = []
    private var sources: [String: TemplateSource] = [:]

    /// The folder of the templates for the build plugin, which declares its inputs by their places.
    static let pluginFolder = "Templates"

    /// - Parameter pluginFolder: the folder that must contain them; nil for any.
    init(_ paths: [ConfiguredPath], within pluginFolder: String? = nil) {
        var failed = Set<String>()
        for path in paths where sources[path.path] == nil && failed.insert(path.path).inserted {
            let span = path.span ?? SourceSpan(startOf: path.path)
            if let pluginFolder, !Self.isFile(path.path, in: pluginFolder) {
                let message = "the template '\(path.path)' is outside '\(pluginFolder)', the folder that the build plugin knows"
                findings.append(
                    Finding(
                        .unknownToPlugin, message, at: span,
                        suggestion: .init("move it there, so that each change of it causes a build")))
            }
            read(path.path, namedAt: span)
        }
    }

    /// The template at a path; nil if it is invalid, which is reported.
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
            let message = "the template is not UTF-8: byte \(invalid.offset + 1) is invalid"
            findings.append(Finding(.unreadableTemplate, message, at: invalid.span))
        } else {
            sources[path] = TemplateSource(path: path, text: file.text)
        }
    }

    private static func isFile(_ path: String, in folder: String) -> Bool {
        OutputClaim.place(path).hasPrefix(OutputClaim.place(folder) + "/")
    }
}
