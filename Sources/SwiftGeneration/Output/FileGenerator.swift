import Diagnostics
import SQLiteStorage
import SchemaModel
public import StoreMigration
import Templates

/// Makes the files of a model, in memory.
public struct FileGenerator: Sendable {
    let model: Model
    let schema: StorageSchema
    /// The name of the model's file, for the heads of generated ones.
    let source: String
    /// The plans that lead to the model from older versions, oldest first.
    let migrations: [MigrationPlan]

    public init(model: Model, schema: StorageSchema, source: String, migrations: [MigrationPlan] = []) {
        self.model = model
        self.schema = schema
        self.source = source
        self.migrations = migrations
    }

    /// The Swift files.
    /// - Parameter snapshots: whether each class has a struct of its values.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    public func swiftFiles(
        _ mode: OutputMode, access: AccessLevel, snapshots: Bool = false
    ) throws(ShellError) -> [OutputFile] {
        let enumerations = model.enumerations.map { enumeration in
            (
                name: enumeration.name.text,
                text: EnumerationPrinter(enumeration: enumeration, access: access).declarations()
            )
        }
        let composites = model.composites.map { composite in
            (
                name: composite.name.text,
                text: CompositePrinter(composite: composite, model: model, access: access).declarations()
            )
        }
        let entities = model.entities.concurrentMap { entity in
            schema.table(forEntity: entity.name.text).map { table in
                (
                    name: entity.name.text,
                    text: EntityPrinter(
                        entity: entity, model: model, table: table, schema: schema, access: access, hasSnapshot: snapshots
                    ).declarations()
                )
            }
        }
        let types = enumerations + composites + entities.compactMap(\.self)
        let modelType = ModelPrinter(model: model, schema: schema, access: access, hasMigrations: !migrations.isEmpty).declarations()
        let plans = migrations.isEmpty ? [] : [MigrationPrinter(model: model, plans: migrations).declarations()]
        // The number of a plugin's files does not depend on what there is.
        var files = [swiftFile(FileNames.model(model.name.text), [modelType] + (mode == .plugin ? plans : []))]
        switch mode {
        case .committed:
            if !plans.isEmpty { files.append(swiftFile(FileNames.migrations(model.name.text), plans)) }
            files += types.map { swiftFile(FileNames.type($0.name), [$0.text]) }
        case .plugin:
            files += (0..<FileNames.pluginParts).map { part in
                let texts = types.filter { FileNames.part(ofType: $0.name) == part }.map(\.text)
                return swiftFile(FileNames.part(part, of: model.name.text), texts)
            }
        }
        let texts = try ShellRenderer.render(.swiftFile, with: files).get()
        return zip(files, texts).map { OutputFile(name: $0.fileName, text: $1) }
    }

    /// The schema as a file that `sqlite3` loads.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    public func sqlFile(named name: String) throws(ShellError) -> OutputFile {
        let facts = SQLSchemaFacts(fileName: name, source: source, statements: schema.commentedDDL.trimmed)
        let text = try ShellRenderer.render(.sqlSchema, with: [facts]).get().joined()
        return OutputFile(name: name, text: text)
    }

    private func swiftFile(_ name: String, _ declarations: [String]) -> SwiftFileFacts {
        let text =
            declarations.isEmpty
            ? "// No type of the model falls into this part." : declarations.map(\.trimmed).joined(separator: "\n\n")
        return SwiftFileFacts(
            fileName: name, source: source, imports: declarations.isEmpty ? [] : ["Foundation", "Trellis"],
            declarations: text)
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
