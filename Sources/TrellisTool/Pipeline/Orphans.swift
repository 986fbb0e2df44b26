import Diagnostics
import Foundation
import SwiftGeneration

extension FindingCode {
    static let orphan = FindingCode("TR0116", .warning)
    static let orphanedExtension = FindingCode("TR0118", .warning)
}

/// A file that a model has made and makes no more, because an entity is gone or is called something else.
struct Orphan {
    var path: String
    var state: State

    enum State {
        /// It is as it was made: nobody would miss it.
        case asGenerated
        /// Somebody has changed it.
        case changed
        /// It is a person's, begun for an entity of this name.
        case ofPerson(entity: String)
    }

    var isRemovable: Bool { if case .asGenerated = state { true } else { false } }

    var finding: Finding {
        let place = SourceSpan(startOf: path)
        switch state {
        case .asGenerated:
            return Finding(
                .orphan, "the file was generated, and no model makes it any more", at: place,
                suggestion: .init("'trellis generate --remove-orphans' removes it"))
        case .changed:
            return Finding(
                .orphan,
                "the file was generated, and no model makes it any more; it is not as Trellis wrote it, and is never removed by itself",
                at: place, suggestion: .init("keep what is yours in it elsewhere, and remove it"))
        case .ofPerson(let entity):
            return Finding(
                .orphanedExtension, "the file was begun for the entity '\(entity)', which is gone", at: place,
                suggestion: .init(
                    "remove it or take what is in it elsewhere; without the line that says so it is no more told of"))
        }
    }
}

extension Orphan {
    /// The orphans of models in the folders that they write into.
    /// - Parameter claims: what all models write.
    static func all(of models: [ModelConfiguration], claims: [OutputClaim]) -> [Orphan] {
        let made = Set(claims.map { OutputClaim.place($0.path) })
        var seen = Set<String>()
        return models.flatMap { model in
            let mark = GenerationMark(model: model.name, source: URL(filePath: model.path).lastPathComponent)
            return OutputPattern.all(of: model).flatMap { pattern in
                pattern.paths().compactMap { path -> Orphan? in
                    let place = OutputClaim.place(path)
                    guard !made.contains(place), let content = FileManager.default.contents(atPath: path),
                        let state = state(of: String(decoding: content, as: UTF8.self), mark, isOfPerson: pattern.isOfPersons),
                        seen.insert(place).inserted
                    else { return nil }
                    // A person may have several files for an entity that is there.
                    if case .ofPerson(let entity) = state,
                        made.contains(OutputClaim.place("\(pattern.folder)/\(FileNames.extension(entity))"))
                    {
                        return nil
                    }
                    return Orphan(path: path, state: state)
                }
            }
        }
    }

    /// What a file is that no model makes; nil for one that none has made.
    private static func state(of text: String, _ mark: GenerationMark, isOfPerson: Bool) -> State? {
        if isOfPerson { return mark.entity(ofBegun: text).map(State.ofPerson) }
        switch mark.read(text) {
        case .asGenerated: return .asGenerated
        case .changed: return .changed
        case .none: return nil
        }
    }
}

/// What the names of files of a model look like in one of its folders, whatever its entities are called.
private struct OutputPattern {
    var folder: String
    var prefix = ""
    var suffix: String
    var isOfPersons = false

    static func all(of model: ModelConfiguration) -> [OutputPattern] {
        var patterns = [OutputPattern]()
        if let folder = model.swiftFolder { patterns.append(.init(folder: folder.path, suffix: FileNames.generatedSuffix)) }
        if let folder = model.extensionsFolder {
            patterns.append(.init(folder: folder.path, suffix: ".swift", isOfPersons: true))
        }
        for rule in model.files where rule.isOfEntities {
            let path = URL(filePath: rule.output.path)
            let folder = path.deletingLastPathComponent().relativePath
            let parts = path.lastPathComponent.split(separator: FileRule.placeholder, omittingEmptySubsequences: false)
            // Where a folder is called after the entity nobody knows which ones there were.
            if folder.contains(FileRule.placeholder) { continue }
            patterns.append(.init(folder: folder, prefix: String(parts[0]), suffix: String(parts[parts.count - 1])))
        }
        return patterns
    }

    /// The files that there are.
    func paths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let known = names.filter {
            $0.hasPrefix(prefix) && $0.hasSuffix(suffix) && $0.utf8.count > prefix.utf8.count + suffix.utf8.count
        }
        return known.sorted().map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
}
