import ProjectFiles
import SchemaEvolution
import SchemaModel

/// What a file is for Trellis.
package enum FileKind: Hashable, Sendable {
    /// A model's own file, or one that a model includes.
    case model
    case configuration
    /// The decisions of a migration to a version.
    case decisions(version: Int)
    /// A frozen version, which is never edited.
    case frozen

    /// The shape of the file.
    var shape: KeyedShape {
        switch self {
        case .model, .frozen: Language.model
        case .configuration: FileShapes.configuration
        case .decisions: FileShapes.decisions
        }
    }

    /// The kind of a file by its path; nil if it cannot be one of Trellis.
    package init?(path: String) {
        let parts = path.split(separator: "/")
        guard let name = parts.last, name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return nil }
        if name == ConfigurationReader.fileName {
            self = .configuration
        } else if parts.dropLast().last == "versions", let file = HistoryFile(name: String(name)) {
            switch file {
            case .decisions(let version): self = .decisions(version: version)
            case .model: self = .frozen
            default: return nil
            }
        } else {
            self = .model
        }
    }
}
