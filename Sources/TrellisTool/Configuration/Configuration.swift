import Diagnostics
import SwiftGeneration

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
    var access = AccessLevel.internal
    /// Whether each class has a struct of its values.
    var snapshots = false
    /// The folder that gets the Swift files; nil for none.
    var swiftFolder: String?
    /// The file that gets the schema; nil for none.
    var sqlFile: String?
    /// Whether the live model is known to be no version yet.
    var isDraft = false
    /// Findings that may stay.
    var suppressions: [Suppression] = []
}
