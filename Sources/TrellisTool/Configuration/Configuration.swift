import Diagnostics
import SchemaEvolution
import StoreMigration
import SwiftGeneration
import Templates

/// The contents of `trellis.yaml`.
struct Configuration {
    /// The configuration's own path.
    var path: String
    var models: [ModelConfiguration]
    /// The changed severities of codes, in all models.
    var severities: [String: Severity] = [:]
}

/// The outputs of one model.
struct ModelConfiguration {
    var name: String
    /// The model's file.
    var path: String
    /// The configuration's own path; nil if the command line names everything.
    var configuration: String?
    var access = AccessLevel.internal
    /// Whether each class has a snapshot struct.
    var snapshots = false
    /// The folder of the Swift files, or nil.
    var swiftFolder: ConfiguredPath?
    /// The file of the schema, or nil.
    var sqlFile: ConfiguredPath?
    /// The file of the data dictionary, or nil.
    var dictionary: ConfiguredPath?
    /// The folder of the extension files, which Trellis creates once for each entity, or nil.
    var extensionsFolder: ConfiguredPath?
    /// The replacements of built-in templates.
    var templates: [Shell: ConfiguredPath] = [:]
    /// Files from the user's templates.
    var files: [FileRule] = []
    /// The oldest SQLite that runs migrations; nil for the oldest that can open a store.
    var minimumSQLite: SQLiteVersion?
    /// The oldest version whose programs must be able to open stores of the newest one; nil for the newest one itself.
    var compatibleFrom: CompatibleFrom?
    /// Whether the live model is declared as a draft.
    var isDraft = false
    /// Suppressed findings.
    var suppressions: [Suppression] = []

    /// Whether 'trellis generate' writes files for it.
    var hasOutputs: Bool { swiftFolder != nil || sqlFile != nil || dictionary != nil || extensionsFolder != nil || !files.isEmpty }
}

/// A path with its place in `trellis.yaml`; the command line has no place.
struct ConfiguredPath: Hashable {
    /// Relative to this folder.
    var path: String
    var span: SourceSpan?
}

/// An output of a template: one file, or one for each entity.
struct FileRule: Hashable {
    /// The path of the output; `{entity}` in it is replaced by the name of each entity.
    var output: ConfiguredPath
    var template: ConfiguredPath

    /// The placeholder for the name of an entity.
    static let placeholder = "{entity}"

    /// Whether each entity has a file.
    var isOfEntities: Bool { output.path.contains(Self.placeholder) }

    func path(forEntity name: String) -> String { output.path.replacing(Self.placeholder, with: name) }
}
