import Diagnostics
import StoreMigration
import SwiftGeneration
import Templates

/// What `trellis.yaml` says.
struct Configuration {
    /// The configuration's own path.
    var path: String
    var models: [ModelConfiguration]
    /// The severities of codes that are not what they are by themselves, in all models.
    var severities: [String: Severity] = [:]
}

/// What is made of one model.
struct ModelConfiguration {
    var name: String
    /// The model's file.
    var path: String
    /// The configuration's own path; nil where a command line is all that there is.
    var configuration: String?
    var access = AccessLevel.internal
    /// Whether each class has a struct of its values.
    var snapshots = false
    /// The folder that gets the Swift files; nil for none.
    var swiftFolder: ConfiguredPath?
    /// The file that gets the schema; nil for none.
    var sqlFile: ConfiguredPath?
    /// The file that gets the data dictionary; nil for none.
    var dictionary: ConfiguredPath?
    /// The folder that gets a person's file for each entity, where there is none yet; nil for none.
    var extensionsFolder: ConfiguredPath?
    /// The templates in the place of built-in ones.
    var templates: [Shell: ConfiguredPath] = [:]
    /// Files from templates of a person's own.
    var files: [FileRule] = []
    /// The oldest SQLite that runs migrations; nil for any that can open a store.
    var minimumSQLite: SQLiteVersion?
    /// Whether the live model is known to be no version yet.
    var isDraft = false
    /// Findings that may stay.
    var suppressions: [Suppression] = []
}

/// A path with the place in `trellis.yaml` that says it; none where the command line does.
struct ConfiguredPath: Hashable {
    /// As it is seen from this folder.
    var path: String
    var span: SourceSpan?
}

/// A file, or one of each entity, that a template makes.
struct FileRule: Hashable {
    /// Where it goes; `{entity}` in it stands for the name of each entity.
    var output: ConfiguredPath
    var template: ConfiguredPath

    /// What stands for the name of an entity.
    static let placeholder = "{entity}"

    /// Whether each entity has a file.
    var isOfEntities: Bool { output.path.contains(Self.placeholder) }

    func path(forEntity name: String) -> String { output.path.replacing(Self.placeholder, with: name) }
}
