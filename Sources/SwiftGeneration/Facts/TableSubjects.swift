import SQLiteStorage
import Templates

/// A table as templates are told of it.
struct TableSubject: TemplateSubject {
    let table: Table

    static let kind = "table"
    static let summary = "A table, which holds the objects of an entity and of all that inherit from it."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.table.name),
        .optionalText("doc", "What the model says of it.") { $0.table.doc },
        .list(
            "columns",
            "The columns of the model's properties, in their order; `_id`, `_version` and `_entity` are not among them."
        ) {
            $0.table.columns.map(ColumnSubject.init)
        },
        .list("tableIndexes", "Its indexes, those among them that the layout adds.") {
            $0.table.indexes.map(TableIndexSubject.init)
        },
    ]
}

/// A column as templates are told of it.
struct ColumnSubject: TemplateSubject {
    let column: Column

    static let kind = "column"
    static let summary = "A column of a table."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.column.name),
        .text("columnType", "Its type: INTEGER, REAL, TEXT or BLOB.") { $0.column.type.rawValue },
        .text("declaredBy", "The entity that declares the property.") { $0.column.entity },
        .text("property", "The property that it holds; a part of a composite by its path.", \.column.property),
        .optionalText("doc", "What the model says of the property.") { $0.column.doc },
        .optionalText("references", "The table whose rows it points at.") { $0.column.reference?.table },
        .flag("isNullable", "Whether it can be NULL.", \.column.isNullable),
    ]
}

/// An index of a table as templates are told of it.
struct TableIndexSubject: TemplateSubject {
    let index: Index

    static let kind = "tableIndex"
    static let summary = "An index of a table."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.index.name),
        .text("on", "Its columns, with commas, and DESC behind those that descend.") { subject in
            subject.index.keys.map { $0.column + ($0.isAscending ? "" : " DESC") }.joined(separator: ", ")
        },
        .optionalText("condition", "Which rows are in it, as SQL.") { $0.index.condition },
        .flag("isUnique", "Whether no two rows may have the same values.", \.index.isUnique),
    ]
}
