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

    /// Why nothing is written there, to follow the path; nil if the file may be written. Links count as the system follows them.
    /// - Parameter histories: the folders of frozen versions.
    fileprivate func refusal(histories: [String]) -> String? {
        let place = Self.place(path)
        if histories.contains(where: { place.lowercased().hasPrefix($0.lowercased() + "/") }) { return "is in a folder of frozen versions" }
        // A path of the command line is the caller's own.
        guard let span else { return nil }
        let folder = CanonicalPath.of(CanonicalPath.folder(of: span.file))
        let start = folder == "/" ? "/" : folder + "/"
        guard place.hasPrefix(start) else { return "leads out of the folder of \(ConfigurationReader.fileName), along a link" }
        return ProtectedPlace.refusal(ofPath: place.dropFirst(start.count))
    }
}

extension [OutputClaim] {
    /// Files that would be written twice, so that two models undo each other in turn, and files that a person has written.
    /// - Parameters:
    ///   - inputs: what was read: models, templates and the configuration.
    ///   - histories: the folders of frozen versions.
    func findings(inputs: [String], histories: [String]) -> [Finding] {
        // On some disks a name in other letter case is the same file.
        let inputs = Set(inputs.flatMap { [OutputClaim.place($0), CanonicalPath.of($0)] }.map { $0.lowercased() })
        let histories = histories.map(CanonicalPath.of)
        var first: [String: OutputClaim] = [:]
        var findings = [Finding]()
        for claim in self {
            let place = OutputClaim.place(claim.path)
            let span = claim.span ?? SourceSpan(startOf: claim.path)
            if inputs.contains(place.lowercased()) {
                findings.append(
                    Finding(
                        .overwrittenInput, "'\(claim.path)' is read, and is not written over", at: span,
                        suggestion: .init("name another file for what is generated")))
            } else if let refusal = claim.refusal(histories: histories) {
                findings.append(
                    Finding(.badOutputPath, "'\(claim.path)' \(refusal)", at: span, suggestion: .init(ProtectedPlace.help)))
            } else if let other = first[place.lowercased()] {
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
                first[place.lowercased()] = claim
            }
        }
        return findings
    }
}

extension FileWriter.Output {
    /// Whether a file in this place has another author: whatever Trellis writes says so in its head, unless a template leaves that
    /// out. An empty file has no author.
    func isForeign(_ content: [UInt8]) -> Bool {
        GenerationMark.isIn(text) && !content.isEmpty && !GenerationMark.isIn(String(decoding: content, as: UTF8.self))
    }
}

extension [FileWriter.Output] {
    /// Files of another author where a generated one should go.
    var findings: [Finding] {
        compactMap { output in
            guard let content = FileManager.default.contents(atPath: output.path), output.isForeign([UInt8](content)) else { return nil }
            return Finding(
                .overwrittenInput, "'\(output.path)' was not made by Trellis, and is not written over",
                at: output.origin ?? SourceSpan(startOf: output.path),
                suggestion: .init("name another file for what is generated, or move this one away"))
        }
    }
}
