import SchemaModel
public import Templates

/// A generated Swift file as its template is told of it.
struct SwiftFileSubject: TemplateSubject {
    let fileName: String
    let imports: [String]
    /// The printed declarations, without a newline at the end.
    let declarations: String
    /// The types that are declared in the file.
    let entities: [EntitySubject]
    let enumerations: [EnumSubject]
    let composites: [CompositeSubject]
    let mark: String

    static let kind = "file"
    static let summary = "The Swift file that is made. The build plugin puts several types into one."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .generated(\.mark),
        .list("imports", "The modules that it needs.") { $0.imports.map(ImportSubject.init) },
        .text("declarations", "The printed Swift, without a line break at its end.", \.declarations),
        .list(
            "entities", "The entities whose classes are in it: one, or none; with the build plugin several. Those of the whole model are `model.entities`.",
            \.entities),
        .list("enums", "The enums that are in it.", \.enumerations),
        .list("composites", "The composites that are in it.", \.composites),
    ]
}

/// A module that a file imports, as templates are told of it.
struct ImportSubject: TemplateSubject {
    let module: String

    static let kind = "import"
    static let summary = "A module that a Swift file needs."

    static let facts: [TemplateFact<Self>] = [.text("name", "Its name.", \.module)]
}

/// The file of a schema as its template is told of it.
struct SchemaFileSubject: TemplateSubject {
    let fileName: String
    /// The statements with their comments, without a newline at the end.
    let statements: String
    let mark: String

    static let kind = "file"
    static let summary = "The file that `sqlite3` loads."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .generated(\.mark),
        .text("statements", "The statements with their comments, without a line break at their end.", \.statements),
    ]
}

/// A file that a person goes on with, as its template is told of it.
struct ExtensionFileSubject: TemplateSubject {
    let fileName: String
    let mark: String

    static let kind = "file"
    static let summary = "The Swift file that is written once."

    static let facts: [TemplateFact<Self>] = [
        .text("fileName", "Its name.", \.fileName),
        .text(
            "begun", "The sentence that says that the file is the person's. A file of an entity that is gone is known by it.",
            \.mark),
    ]
}

/// Any other file as its template is told of it.
struct PlainFileSubject: TemplateSubject {
    let fileName: String
    let mark: String

    static let kind = "file"
    static let summary = "The file that is made."

    static let facts: [TemplateFact<Self>] = [.text("fileName", "Its name.", \.fileName), .generated(\.mark)]
}

extension TemplateFact {
    fileprivate static func generated(_ mark: @escaping @Sendable (Subject) -> String) -> Self {
        .text(
            "generated",
            "The sentence that says that the next run overwrites the file, with a number by which Trellis knows later that nobody has edited it.",
            mark)
    }
}

/// What the template of a file is told of, the innermost last.
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
    /// What the shell is told of.
    public var audience: TemplateAudience {
        switch self {
        case .swiftEntity, .swiftModel: .swiftFile
        case .sqlSchema: .schema
        case .dataDictionary: .page
        case .swiftExtension: .personsFile
        }
    }
}
