import SchemaModel
public import Templates

/// The facts of a generated Swift file.
struct SwiftFileSubject: TemplateSubject {
    let fileName: String
    let imports: [ImportSubject]
    /// The printed declarations, without a newline at the end.
    let declarations: String
    /// The types that are declared in the file.
    let entities: [EntitySubject]
    let enumerations: [EnumSubject]
    let composites: [CompositeSubject]
    let mark: String

    static let kind = "file"
    static let summary = "The generated Swift file. The build plugin puts several types into one file."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .generated(\.mark),
        .list("imports", "The modules that it imports, if it has declarations.") { $0.imports },
        .text("declarations", "The generated Swift, without a line break at its end.", \.declarations),
        .list(
            "entities", "The entities whose classes are in it: one or none, and with the build plugin several. `model.entities` lists those of the whole model.",
            \.entities),
        .list("enums", "The enums that are in it.", \.enumerations),
        .list("composites", "The composites that are in it.", \.composites),
    ]
}

/// The facts of an imported module.
struct ImportSubject: TemplateSubject {
    let module: String
    let access: AccessLevel

    static let kind = "import"
    static let summary = "A module that a Swift file imports."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.module),
        .text(
            "declaration",
            "The import declaration, at the access level of the file's declarations. That of `Trellis` makes the members visible that exist for generated code.",
            \.declaration),
    ]
}

/// The facts of a schema's file.
struct SchemaFileSubject: TemplateSubject {
    let fileName: String
    /// The statements with their comments, without a newline at the end.
    let statements: String
    let mark: String

    static let kind = "file"
    static let summary = "The SQL file, which `sqlite3` can load."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .generated(\.mark),
        .text("statements", "The statements with comments, without a line break at their end.", \.statements),
    ]
}

/// The facts of an extension file.
struct ExtensionFileSubject: TemplateSubject {
    let fileName: String
    let mark: String

    static let kind = "file"
    static let summary = "The Swift file that Trellis writes once."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .text(
            "begun", "The sentence that says that you own the file. Trellis finds files of removed entities by it.",
            \.mark),
    ]
}

/// The facts of any other file.
struct PlainFileSubject: TemplateSubject {
    let fileName: String
    let mark: String

    static let kind = "file"
    static let summary = "The generated file."

    static let facts: [TemplateFact<Self>] = [.text("fileName", "Its name.", \.fileName), .generated(\.mark)]
}

extension TemplateFact {
    fileprivate static func generated(_ mark: @escaping @Sendable (Subject) -> String) -> Self {
        .text(
            "generated",
            "The sentence that says that the next run overwrites the file. It has a checksum by which Trellis recognizes edited files.",
            mark)
    }
}

/// The subjects of a file's template, the innermost last.
public enum TemplateAudience: Sendable, CaseIterable {
    case swiftFile, schema, page, pageOfEntity, personsFile

    public var scopes: [TemplateScope] {
        let model = TemplateScope(ModelSubject.self)
        return switch self {
        case .swiftFile: [model, TemplateScope(SwiftFileSubject.self)]
        case .schema: [model, TemplateScope(SchemaFileSubject.self)]
        case .page: [model, TemplateScope(PlainFileSubject.self)]
        case .pageOfEntity: [model, TemplateScope(PlainFileSubject.self), TemplateScope(EntitySubject.self)]
        case .personsFile: [model, TemplateScope(ExtensionFileSubject.self), TemplateScope(EntitySubject.self)]
        }
    }
}

extension Shell {
    /// The subjects of the shell.
    public var audience: TemplateAudience {
        switch self {
        case .swiftEntity, .swiftModel: .swiftFile
        case .sqlSchema: .schema
        case .dataDictionary: .page
        case .swiftExtension: .personsFile
        }
    }
}
