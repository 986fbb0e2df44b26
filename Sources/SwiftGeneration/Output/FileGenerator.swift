import Diagnostics
import SQLiteStorage
import SchemaModel
public import StoreMigration
public import Templates

extension FindingCode {
    static let unmarkedShell = FindingCode("TR1706")
}

/// Generates the files of a model, in memory.
public struct FileGenerator: Sendable {
    let model: Model
    let schema: StorageSchema
    /// The name of the model's file, for the heads of generated ones.
    let source: String
    /// The plans from older versions to the model, oldest first.
    let migrations: [MigrationPlan]
    /// The plans of the history, oldest first, also of a draft's: their steps in Swift have functions in the program.
    let history: [MigrationPlan]
    let shells: Shells

    public init(
        model: Model, schema: StorageSchema, source: String, migrations: [MigrationPlan] = [], history: [MigrationPlan]? = nil,
        shells: Shells = Shells()
    ) {
        self.model = model
        self.schema = schema
        self.source = source.onOneLine
        self.migrations = migrations
        self.history = history ?? migrations
        self.shells = shells
    }

    // MARK: Swift

    /// The Swift files.
    /// - Parameter snapshots: whether each class has a snapshot struct.
    /// - Throws: ``ShellError`` for templates that cannot be rendered.
    public func swiftFiles(
        _ mode: OutputMode, access: AccessLevel, snapshots: Bool = false
    ) throws(ShellError) -> [OutputFile] {
        let entityShell = checkedShell(.swiftEntity)
        let modelShell = checkedShell(.swiftModel)
        let findings = entityShell.findings + modelShell.findings.filter { !entityShell.findings.contains($0) }
        guard let entityTemplate = entityShell.template, let modelTemplate = modelShell.template else {
            throw ShellError(findings: findings)
        }
        let types = types(access: access, snapshots: snapshots)
        let modelType = ModelPrinter(model: model, schema: schema, access: access, hasMigrations: !migrations.isEmpty)
            .declarations()
        let steps = history.filter { !$0.swiftSteps.isEmpty }.map { SwiftStepPrinter(model: model, plan: $0) }
        let plans =
            (migrations.isEmpty ? [] : [MigrationPrinter(model: model, plans: migrations).declarations()])
            + (migrations.isEmpty && mode == .committed ? [] : steps.map { $0.declarations() })
        let usesFoundation = steps.contains(where: \.usesFoundation)
        // The number of a plugin's files does not depend on the model.
        let modelFile = PrintedFile(
            name: FileNames.model(model.name.text), access: access, declarations: [modelType] + (mode == .plugin ? plans : []),
            usesFoundation: mode == .plugin && usesFoundation)
        // Only the descriptor refers to the plans.
        let planFile = PrintedFile(name: FileNames.migrations(model.name.text), access: .internal, declarations: plans, usesFoundation: usesFoundation)
        let modelFiles = mode == .plugin || plans.isEmpty ? [modelFile] : [modelFile, planFile]
        let typeFiles =
            switch mode {
            case .committed: types.map { PrintedFile(name: FileNames.type($0.name), access: access, types: [$0]) }
            case .plugin:
                (0..<FileNames.pluginParts).map { part in
                    PrintedFile(
                        name: FileNames.part(part, of: model.name.text), access: access,
                        types: types.filter { FileNames.part(ofType: $0.name) == part })
                }
            }
        let context = subject(access)
        return modelFiles.map { swiftFile($0, modelTemplate, context) }
            + typeFiles.concurrentMap { swiftFile($0, entityTemplate, context) }
    }

    /// A shell of generated Swift, or its errors.
    private func checkedShell(_ shell: Shell) -> (template: Template?, findings: [Finding]) {
        do throws(ShellError) {
            let template = try Template(shells[shell], about: shell.audience.scopes)
            if template.mentions("generated") { return (template, []) }
            let finding = Finding(
                .unmarkedShell, "the template lacks '{{generated}}', by which Trellis recognizes its own files",
                at: SourceSpan(startOf: shells[shell].path), suggestion: .init("begin it with '// {{generated}}'"))
            return (nil, [finding])
        } catch {
            return (nil, error.findings)
        }
    }

    private func types(access: AccessLevel, snapshots: Bool) -> [PrintedType] {
        let enumerations = model.enumerations.map { enumeration in
            PrintedType(
                kind: .enumeration(enumeration), text: EnumerationPrinter(enumeration: enumeration, access: access).declarations(),
                usesFoundation: false)
        }
        let composites = model.composites.map { composite in
            PrintedType(
                kind: .composite(composite),
                text: CompositePrinter(composite: composite, model: model, access: access).declarations(),
                usesFoundation: composite.usesFoundation)
        }
        let entities = model.entities.concurrentMap { entity in
            schema.table(forEntity: entity.name.text).map { table in
                PrintedType(
                    kind: .entity(entity),
                    text: EntityPrinter(
                        entity: entity, model: model, table: table, schema: schema, access: access, hasSnapshot: snapshots
                    ).declarations(),
                    usesFoundation: model.usesFoundation(entity))
            }
        }
        return enumerations + composites + entities.compactMap(\.self)
    }

    private func swiftFile(_ printed: PrintedFile, _ template: Template, _ context: ModelSubject) -> OutputFile {
        let (declarations, types) = (printed.declarations, printed.types)
        let text =
            declarations.isEmpty
            ? "// This part of the model has no types." : declarations.map(\.trimmed).joined(separator: "\n\n")
        let file = SwiftFileSubject(
            fileName: printed.name, imports: declarations.isEmpty ? [] : printed.imports.subjects, declarations: text,
            entities: types.compactMap {
                if case .entity(let entity) = $0.kind { EntitySubject(entity: entity, context: context) } else { nil }
            },
            enumerations: types.compactMap {
                if case .enumeration(let type) = $0.kind { EnumSubject(enumeration: type) } else { nil }
            },
            composites: types.compactMap {
                if case .composite(let type) = $0.kind { CompositeSubject(composite: type) } else { nil }
            },
            mark: mark.placeholder)
        return OutputFile(name: printed.name, text: mark.sealed(template.render([TemplateThing(context), TemplateThing(file)])))
    }

    // MARK: Other files

    /// The schema as a file that `sqlite3` loads.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    public func sqlFile(named name: String, access: AccessLevel = .internal) throws(ShellError) -> OutputFile {
        let file = SchemaFileSubject(fileName: name, statements: schema.commentedDDL.trimmed, mark: mark.placeholder)
        let template = try Template(shells[.sqlSchema], about: TemplateAudience.schema.scopes)
        return OutputFile(name: name, text: mark.sealed(template.render([TemplateThing(subject(access)), TemplateThing(file)])))
    }

    /// The page that lists the parts of the model.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    public func dictionary(named name: String, access: AccessLevel) throws(ShellError) -> OutputFile {
        try page(of: shells[.dataDictionary], named: name, access: access)
    }

    /// A file of the model from a user's template.
    /// - Throws: ``ShellError`` for a template that cannot be rendered.
    public func page(of source: TemplateSource, named name: String, access: AccessLevel) throws(ShellError) -> OutputFile {
        let template = try Template(source, about: TemplateAudience.page.scopes)
        let file = PlainFileSubject(fileName: name, mark: mark.placeholder)
        return OutputFile(name: name, text: mark.sealed(template.render([TemplateThing(subject(access)), TemplateThing(file)])))
    }

    /// The text of a file for each entity, from a user's template.
    /// - Parameter name: returns the name of an entity's file.
    /// - Throws: ``ShellError`` for a template that cannot be rendered.
    public func pages(
        of source: TemplateSource, access: AccessLevel, named name: (_ entity: String) -> String
    ) throws(ShellError) -> [(entity: String, text: String)] {
        let template = try Template(source, about: TemplateAudience.pageOfEntity.scopes)
        let context = subject(access)
        return model.entities.map { entity in
            let file = PlainFileSubject(fileName: name(entity.name.text), mark: mark.placeholder)
            let things = [
                TemplateThing(context), TemplateThing(file), TemplateThing(EntitySubject(entity: entity, context: context)),
            ]
            return (entity.name.text, mark.sealed(template.render(things)))
        }
    }

    /// The extension files: one for each entity.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    public func extensions(access: AccessLevel) throws(ShellError) -> [OutputFile] {
        let template = try Template(shells[.swiftExtension], about: TemplateAudience.personsFile.scopes)
        let context = subject(access)
        return model.entities.map { entity in
            let name = entity.name.text
            let file = ExtensionFileSubject(
                fileName: FileNames.extension(name), mark: GenerationMark.begun(entity: name, source: source))
            let things = [
                TemplateThing(context), TemplateThing(file), TemplateThing(EntitySubject(entity: entity, context: context)),
            ]
            return OutputFile(name: file.fileName, text: template.render(things))
        }
    }

    /// The mark of the model's files.
    public var mark: GenerationMark { GenerationMark(model: model.name.text, source: source) }

    private func subject(_ access: AccessLevel) -> ModelSubject {
        ModelSubject(model: model, schema: schema, source: source, access: access)
    }
}

/// A type with its Swift.
private struct PrintedType: Sendable {
    enum Kind: Sendable {
        case enumeration(Enumeration)
        case composite(Composite)
        case entity(Entity)
    }

    var kind: Kind
    var text: String
    var usesFoundation: Bool

    var name: String {
        switch kind {
        case .enumeration(let type): type.name.text
        case .composite(let type): type.name.text
        case .entity(let entity): entity.name.text
        }
    }
}

/// The declarations of a Swift file.
private struct PrintedFile: Sendable {
    let name: String
    let declarations: [String]
    /// The types that templates can list.
    let types: [PrintedType]
    let imports: FileImports

    init(name: String, access: AccessLevel, declarations: [String], usesFoundation: Bool) {
        (self.name, self.declarations, types) = (name, declarations, [])
        // Only rows of steps in Swift have types of Foundation, and they are internal.
        imports = FileImports(usesFoundation: usesFoundation, access: access, foundationAccess: .internal)
    }

    init(name: String, access: AccessLevel, types: [PrintedType]) {
        (self.name, declarations, self.types) = (name, types.map(\.text), types)
        // Swift does not count a conformance of a package's enum as a use.
        let isOfEnumerations = types.allSatisfy { if case .enumeration = $0.kind { true } else { false } }
        imports = FileImports(
            usesFoundation: types.contains(where: \.usesFoundation), access: access == .package && isOfEnumerations ? .internal : access)
    }
}

extension String {
    /// Without newlines at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isNewline == true { text.removeFirst() }
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
