import Diagnostics
import Foundation
import ProjectFiles
import SwiftGeneration

extension FindingCode {
    static let orphan = FindingCode("TR0116", .warning)
    static let orphanedExtension = FindingCode("TR0118", .warning)
}

/// A generated file that the model no longer generates, because an entity was removed or renamed.
struct Orphan {
    var path: String
    var state: State

    enum State {
        /// It is unchanged and can be removed.
        case asGenerated
        /// It was edited.
        case changed
        /// It is an extension file of the named entity.
        case ofPerson(entity: String)
    }

    var isRemovable: Bool { if case .asGenerated = state { true } else { false } }

    var finding: Finding {
        let place = SourceSpan(startOf: path)
        switch state {
        case .asGenerated:
            return Finding(
                .orphan, "no model generates this file any more", at: place,
                suggestion: .init("'trellis generate --remove-orphans' removes it"))
        case .changed:
            return Finding(
                .orphan,
                "no model generates this file any more; it was edited, so Trellis never removes it",
                at: place, suggestion: .init("save your edits elsewhere, and remove it"))
        case .ofPerson(let entity):
            return Finding(
                .orphanedExtension, "the entity '\(entity)' of this extension file no longer exists", at: place,
                suggestion: .init(
                    "remove the file, or delete the line that names the entity to keep it"))
        }
    }
}

extension Orphan {
    /// The orphans of models in their output folders.
    /// - Parameter claims: the outputs of all models.
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
                    // An existing entity may have several extension files.
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

    /// The kind of an orphan; nil for a file that no model generated.
    private static func state(of text: String, _ mark: GenerationMark, isOfPerson: Bool) -> State? {
        if isOfPerson { return mark.entity(ofBegun: text).map(State.ofPerson) }
        switch mark.read(text) {
        case .asGenerated: return .asGenerated
        case .changed: return .changed
        case .none: return nil
        }
    }
}

/// The pattern of a model's file names in one of its folders, for any entity.
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
            // If a folder has the name of an entity, the folders of removed entities are unknown.
            if folder.contains(FileRule.placeholder) { continue }
            patterns.append(.init(folder: folder, prefix: String(parts[0]), suffix: String(parts[parts.count - 1])))
        }
        return patterns
    }

    /// The existing files.
    func paths() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let known = names.filter {
            $0.hasPrefix(prefix) && $0.hasSuffix(suffix) && $0.utf8.count > prefix.utf8.count + suffix.utf8.count
        }
        return known.sorted().map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
}
