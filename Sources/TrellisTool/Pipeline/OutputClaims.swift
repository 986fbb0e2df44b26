import Diagnostics
import Foundation
import SwiftGeneration

extension FindingCode {
    static let sharedOutput = FindingCode("TR0114")
    static let overwrittenInput = FindingCode("TR0115")
}

/// A path that a model writes.
struct OutputClaim: Codable {
    var model: String
    var path: String
    /// What in the configuration says so; nil where a command line does.
    var span: SourceSpan?

    /// A path in the one form that all its spellings have. Links of folders are followed; a link in the file's own place is replaced
    /// when it is written.
    static func place(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        if name == ".." || name == "." { return CanonicalPath.of(path) }
        let folder = CanonicalPath.of(CanonicalPath.folder(of: path))
        return "\(folder == "/" ? "" : folder)/\(name)"
    }

    /// Whether the file stands in the folder of the configuration that says so, or below; links may lead elsewhere.
    fileprivate var staysInside: Bool {
        guard let span else { return true }
        let folder = CanonicalPath.of(CanonicalPath.folder(of: span.file))
        return Self.place(path).hasPrefix(folder == "/" ? "/" : folder + "/")
    }
}

extension [OutputClaim] {
    /// Files that would be written twice, so that two models undo each other in turn, and files that a person has written.
    /// - Parameter inputs: what was read: models, templates and the configuration.
    func findings(inputs: [String]) -> [Finding] {
        let inputs = Set(inputs.flatMap { [OutputClaim.place($0), CanonicalPath.of($0)] })
        var first: [String: OutputClaim] = [:]
        var findings = [Finding]()
        for claim in self {
            let place = OutputClaim.place(claim.path)
            let span = claim.span ?? SourceSpan(startOf: claim.path)
            if !claim.staysInside {
                findings.append(
                    Finding(
                        .badOutputPath, "'\(claim.path)' leads out of the folder of \(ConfigurationReader.fileName), along a link",
                        at: span, suggestion: .init("name a path below it: what is generated stays there")))
            } else if inputs.contains(place) {
                findings.append(
                    Finding(
                        .overwrittenInput, "'\(claim.path)' is read, and is not written over", at: span,
                        suggestion: .init("name another file for what is generated")))
            } else if let other = first[place] {
                let message =
                    other.model == claim.model
                    ? "'\(claim.path)' would be written twice"
                    : "'\(claim.path)' would be written by '\(other.model)' and by '\(claim.model)'"
                findings.append(
                    Finding(
                        .sharedOutput, message, at: span,
                        notes: [other.span].compactMap(\.self).map { .init("it is written here too", at: $0) },
                        suggestion: .init("give one of them another folder or another name")))
            } else {
                first[place] = claim
            }
        }
        return findings
    }
}

extension [FileWriter.Output] {
    /// Files that a person has written where a generated one should go: whatever Trellis writes says so in its head, unless a
    /// template leaves that out. An empty file is nobody's.
    var findings: [Finding] {
        filter { GenerationMark.isIn($0.text) }.compactMap { output in
            guard let content = FileManager.default.contents(atPath: output.path), !content.isEmpty,
                !GenerationMark.isIn(String(decoding: content, as: UTF8.self))
            else { return nil }
            return Finding(
                .overwrittenInput, "'\(output.path)' was not made by Trellis, and is not written over",
                at: output.origin ?? SourceSpan(startOf: output.path),
                suggestion: .init("name another file for what is generated, or move this one away"))
        }
    }
}
