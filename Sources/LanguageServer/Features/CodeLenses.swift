import Diagnostics

/// A command that an editor shows above a line.
package struct CodeLens: Codable, Hashable, Sendable {
    package struct Command: Codable, Hashable, Sendable {
        package var title: String
        /// The name of the command; empty for a text alone.
        package var command: String
        package var arguments: [String]?
    }

    package var range: TextRange
    package var command: Command
}

extension Workspace {
    /// Commands above the model's name, and the number of uses above each entity, enum, composite and fetch.
    package mutating func lenses(in path: String) -> [CodeLens] {
        // Whether a version can be frozen depends on the whole model.
        guard let (file, project) = currentFile(at: path, root(of: path) == path ? .model : .names) else { return [] }
        var lenses = [CodeLens]()
        if path == project.root, let name = file.root.entries?.first(where: { $0.key == "model" }) {
            let range = file.document.range(of: name.keySpan)
            if project.configuration.hasOutputs {
                lenses.append(CodeLens(range: range, command: .init(title: "Generate", command: "trellis.generate", arguments: [path])))
            }
            if let checked = project.checked, project.isCurrent, checked.schema.identity.isDraft {
                let number = checked.history.nextNumber
                lenses.append(
                    CodeLens(range: range, command: .init(title: "Freeze version \(number)", command: "trellis.freeze", arguments: [path])))
            }
        }
        for occurrence in project.index.occurrences(inFile: path) where occurrence.isDeclaration {
            switch occurrence.symbol {
            case .entity, .enumeration, .composite:
                let count = project.index.uses(of: occurrence.symbol).count
                let title = count == 1 ? "1 use" : "\(count) uses"
                lenses.append(CodeLens(range: file.document.range(of: occurrence.offsets), command: .init(title: title, command: "")))
            default: break
            }
        }
        return lenses
    }
}
