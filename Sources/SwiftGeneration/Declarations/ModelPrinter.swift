import SQLiteStorage
import SchemaModel

/// Prints the type that represents the model: its name, its version and its schema.
struct ModelPrinter {
    let model: Model
    let schema: StorageSchema
    let access: AccessLevel
    /// Whether older versions have plans to the model.
    let hasMigrations: Bool

    /// The classes of all entities: on one line if they fit, otherwise each on its own.
    private var entityList: String {
        let classes = model.entities.map { SwiftNames.declared($0.className.text) + ".self" }
        let line = "[\(classes.joined(separator: ", "))]"
        if line.count <= SourceWriter.width - 2 * SourceWriter.indent.count - "entities: ".count { return line }
        return "[\n" + classes.map { SourceWriter.indent + $0 + ",\n" }.joined() + "]"
    }

    /// Only developers have stores of a draft. A released program needs a frozen version.
    private var releaseCheck: String {
        """
        #if !DEBUG && !TRELLIS_DRAFT
        #error("\(model.name.text) is a draft of version \(schema.identity.version): freeze it with 'trellis migrate create', or build with -D TRELLIS_DRAFT")
        #endif

        """
    }

    func declarations() -> String {
        let identity = schema.identity
        let count = model.entities.count
        let tables = model.isExisting ? "The tables are another program's" : nil
        let facts =
            (tables ?? "Version \(identity.version)\(identity.isDraft ? ", a draft" : "")") + "; "
            + "\(count) \(count == 1 ? "entity" : "entities")."
        var writer = SourceWriter()
        if identity.isDraft, identity.version > 1 { writer.lines(releaseCheck) }
        writer.doc(model.doc.paragraphs.isEmpty ? ["The model `\(model.name.text)`.", facts] : model.doc.paragraphs + [facts])
        writer.block("\(access.prefix)enum \(SwiftNames.declared(model.name.text)): PersistentModel, TrellisGenerated_1") {
            $0.doc(["The library's description of the model."])
            $0.list(
                "\(access.prefix)static let descriptor = ModelDescriptor(",
                [
                    "name: \(SwiftLiteral.string(model.name.text))",
                    "version: \(identity.version)",
                    "isDraft: \(identity.isDraft)",
                    "hash: \(SwiftLiteral.string(identity.hash))",
                    "meaningHash: \(SwiftLiteral.string(identity.meaningHash))",
                    "ddl: _schema",
                    "entities: \(entityList)",
                ] + (model.hasHistory ? ["hasHistory: true"] : []) + (model.isExisting ? ["isExisting: true"] : [])
                    + (hasMigrations ? ["migrations: \(MigrationPrinter.member)"] : []), ")")
            $0.line()
            $0.doc(["The SQL that creates the schema in an empty database."])
            var ddl = schema.ddl
            if ddl.hasSuffix("\n") { ddl.removeLast() }
            $0.lines("private static let _schema = \(SwiftLiteral.multiline(ddl))")
        }
        return writer.text
    }
}
