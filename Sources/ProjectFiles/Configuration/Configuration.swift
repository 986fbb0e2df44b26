import Diagnostics
import Foundation
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import SwiftGeneration
import Templates

/// The contents of `trellis.yaml`.
package struct Configuration {
    /// The configuration's own path.
    package var path: String
    package var models: [ModelConfiguration]
    /// The changed severities of codes, in all models.
    package var severities: [String: Severity] = [:]
}

/// The outputs of one model.
package struct ModelConfiguration {
    package var name: String
    /// The model's file.
    package var path: String
    /// The configuration's own path; nil if the command line names everything.
    package var configuration: String?
    package var access = AccessLevel.internal
    /// Whether each class has a snapshot struct.
    package var snapshots = false
    /// The folder of the Swift files, or nil.
    package var swiftFolder: ConfiguredPath?
    /// The file of the schema, or nil.
    package var sqlFile: ConfiguredPath?
    /// The file of the data dictionary, or nil.
    package var dictionary: ConfiguredPath?
    /// The folder of the extension files, which Trellis creates once for each entity, or nil.
    package var extensionsFolder: ConfiguredPath?
    /// The replacements of built-in templates.
    package var templates: [Shell: ConfiguredPath] = [:]
    /// Files from the user's templates.
    package var files: [FileRule] = []
    /// Where the model's tables can be.
    package var targets: [StorageTarget] = [.file]
    /// The scripts of its versions for tools of others.
    package var migrations: [RunnerOutput] = []
    /// The oldest SQLite that runs migrations; nil for the oldest that can open a store.
    package var minimumSQLite: SQLiteVersion?
    /// The oldest version whose programs must be able to open stores of the newest one; nil for the newest one itself.
    package var compatibleFrom: CompatibleFrom?
    /// The least share of documented parts; nil if any is accepted.
    package var minimumDocumentation: MinimumDocumentation?
    /// Whether the live model is declared as a draft.
    package var isDraft = false
    /// Suppressed findings.
    package var suppressions: [Suppression] = []

    package init(name: String, path: String, configuration: String? = nil) {
        self.name = name
        self.path = path
        self.configuration = configuration
    }

    /// The configuration of the model whose file a command line names: that of its name among the configured ones, or none of its own.
    package init(named path: String, among configured: [ModelConfiguration] = []) {
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        self = configured.first { $0.name == name } ?? ModelConfiguration(name: name, path: path)
        self.path = path
    }

    /// Whether 'trellis generate' writes files for it.
    package var hasOutputs: Bool {
        swiftFolder != nil || sqlFile != nil || dictionary != nil || extensionsFolder != nil || !files.isEmpty || !migrations.isEmpty
    }
}

/// A path with its place in `trellis.yaml`; the command line has no place.
package struct ConfiguredPath: Hashable {
    /// Relative to this folder.
    package var path: String
    package var span: SourceSpan?

    package init(path: String, span: SourceSpan? = nil) {
        self.path = path
        self.span = span
    }
}

/// An output of a template: one file, or one for each entity.
package struct FileRule: Hashable {
    /// The path of the output; `{entity}` in it is replaced by the name of each entity.
    package var output: ConfiguredPath
    package var template: ConfiguredPath

    /// The placeholder for the name of an entity.
    package static let placeholder = "{entity}"

    /// Whether each entity has a file.
    package var isOfEntities: Bool { output.path.contains(Self.placeholder) }

    package func path(forEntity name: String) -> String { output.path.replacing(Self.placeholder, with: name) }
}
