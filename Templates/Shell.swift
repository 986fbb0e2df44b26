/// A template that is built in: the look of a generated file around what the printers made.
public enum Shell: String, Sendable, CaseIterable {
    /// A Swift file of an entity, an enum or a composite.
    case swiftEntity = "swift-entity"
    /// The Swift file of the model, and that of its migrations.
    case swiftModel = "swift-model"
    /// The Swift file that a person goes on with.
    case swiftExtension = "swift-extension"
    /// A schema as SQL.
    case sqlSchema = "sql-schema"
    /// A page that lists what the model has.
    case dataDictionary = "data-dictionary"

    /// The template as it is where nobody has replaced it.
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

/// The shells of a model: the built-in ones, or what a person has put in their place.
public struct Shells: Sendable {
    private var replaced: [Shell: TemplateSource]

    public init(replacing replaced: [Shell: TemplateSource] = [:]) {
        self.replaced = replaced
    }

    public subscript(shell: Shell) -> TemplateSource { replaced[shell] ?? shell.builtIn }
}
