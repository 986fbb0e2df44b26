/// A built-in template: the parts of a generated file around the printed ones.
public enum Shell: String, Sendable, CaseIterable {
    /// A Swift file of an entity, an enum or a composite.
    case swiftEntity = "swift-entity"
    /// The Swift file of the model, and that of its migrations.
    case swiftModel = "swift-model"
    /// The extension file.
    case swiftExtension = "swift-extension"
    /// A schema as SQL.
    case sqlSchema = "sql-schema"
    /// The page that lists the parts of a model.
    case dataDictionary = "data-dictionary"

    /// The built-in template.
    public var builtIn: TemplateSource {
        switch self {
        case .swiftEntity, .swiftModel: source("swift-file.mustache", PackageResources.swift_file_mustache)
        case .swiftExtension: source("swift-extension.mustache", PackageResources.swift_extension_mustache)
        case .sqlSchema: source("sql-schema.mustache", PackageResources.sql_schema_mustache)
        case .dataDictionary: source("data-dictionary.mustache", PackageResources.data_dictionary_mustache)
        }
    }

    private func source(_ name: String, _ bytes: [UInt8]) -> TemplateSource {
        TemplateSource(path: name, text: String(decoding: bytes, as: UTF8.self))
    }
}

/// The shells of a model: the built-in ones, or the user's replacements.
public struct Shells: Sendable {
    private var replaced: [Shell: TemplateSource]

    public init(replacing replaced: [Shell: TemplateSource] = [:]) {
        self.replaced = replaced
    }

    public subscript(shell: Shell) -> TemplateSource { replaced[shell] ?? shell.builtIn }
}
