import SQLiteStorage
import SchemaModel

/// The page of what belongs to no entity in SQLite: join tables, and triggers between tables.
struct TablesChapter {
    typealias Block = Document.Block

    let schema: StorageSchema

    /// nil if the model has nothing of it.
    var page: Document.Page? {
        var blocks = schema.joinTables.flatMap { table -> [Block] in
            let links = [table.source, table.target].compactMap { end -> Document.Inline? in
                guard let name = end.relationship else { return nil }
                return .link(Anchors.property(name, of: end.entity), [.text("\(end.entity).\(name)")])
            }
            return [
                .heading(level: 3, nil, [.code(table.name)]), .paragraph(["The connections of "] + EntityChapter.list(links) + ["."]),
                .folded("SQL", [Self.code(table.statements)]),
            ]
        }
        if !schema.derivedColumns.isEmpty {
            blocks += [
                .heading(level: 3, nil, ["Derived attributes"]),
                .paragraph(["Triggers keep these columns current."]),
                .folded("SQL", [Self.code(schema.derivedColumns.flatMap(\.statements))]),
            ]
        }
        if let history = schema.history {
            blocks += [
                .heading(level: 3, nil, ["Change history"]), .paragraph(["Triggers record each change."]),
                .folded("SQL", [Self.code(history.statements)]),
            ]
        }
        guard !blocks.isEmpty else { return nil }
        return Document.Page(name: .tables, title: "Other tables", blocks: [.heading(level: 2, Anchors.tables, ["Other tables and triggers"])] + blocks)
    }

    private static func code(_ statements: [DDLStatement]) -> Block {
        .code(statements.map { $0.sql + ";" }.joined(separator: "\n"), language: "sql")
    }
}
