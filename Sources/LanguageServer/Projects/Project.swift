import Diagnostics
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// A model with its files, as they were read last.
package struct Project: Sendable {
    /// The path of the model's own file.
    package let root: String
    package var configuration: ModelConfiguration
    /// The files of the model, its own first: each in the last form that is YAML.
    package private(set) var files: [SourceFile] = []
    package private(set) var outline = Outline()
    /// The places of names; empty until a question needs them.
    package private(set) var index = NameIndex([], Outline())
    private(set) var hasIndex = false
    /// The model and its layout, from the last text without errors.
    package var checked: CheckedModel?
    /// Whether ``checked`` is of the present text.
    package var isCurrent = false
    package var findings: [Finding] = []
    /// The paths of the model's own files and of its history, for which findings are reported.
    package var paths: Set<String> = []
    /// What was read for the last findings.
    var stamps: [String: String] = [:]
    /// What was read for the last names.
    var nameStamps: [String: String] = [:]
    /// Whether the findings are those of all checks.
    package var isComplete = false

    package init(root: String, _ configuration: ModelConfiguration) {
        self.root = root
        self.configuration = configuration
    }

    /// Takes files that were read, with their names.
    mutating func take(_ files: [SourceFile]) {
        self.files = files
        outline = Outline(files)
        hasIndex = false
    }

    /// Finds the places of names, if they are not known.
    mutating func findNames() {
        guard !hasIndex else { return }
        index = NameIndex(files, outline)
        hasIndex = true
    }

    package func file(at path: String) -> SourceFile? { files.first { $0.path == path } }
}
