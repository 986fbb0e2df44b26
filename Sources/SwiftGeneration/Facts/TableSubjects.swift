import SQLiteStorage
import Templates

/// The facts of a table.
struct TableSubject: TemplateSubject {
    let table: Table

    static let kind = "table"
    static let summary = "A table, which stores the objects of an entity and of all its descendants."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.table.name),
        .optionalText("doc", "The documentation of its entity.") { $0.table.doc },
        .list(
            "columns",
            "The columns of the model's properties, in order, without `_id`, `_version` and `_entity`."
        ) {
            $0.table.columns.map(ColumnSubject.init)
        },
        .list("tableIndexes", "Its indexes, including those that the layout adds.") {
            $0.table.indexes.map(TableIndexSubject.init)
        },
    ]
}

/// The facts of a column.
struct ColumnSubject: TemplateSubject {
    let column: Column

    static let kind = "column"
    static let summary = "A column of a table."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.column.name),
        .text("columnType", "Its type: INTEGER, REAL, TEXT or BLOB.") { $0.column.type.rawValue },
        .text("declaredBy", "The entity that declares the property.") { $0.column.entity },
        .text("property", "The property that it stores; a part of a composite as a path.", \.column.property),
        .optionalText("doc", "The documentation of the property.") { $0.column.doc },
        .optionalText("references", "The table that its key refers to.") { $0.column.reference?.table },
        .flag("isNullable", "Whether it can be NULL.", \.column.isNullable),
    ]
}

/// The facts of a table's index.
struct TableIndexSubject: TemplateSubject {
    let index: Index

    static let kind = "tableIndex"
    static let summary = "An index of a table."

    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.index.name),
        .text("on", "Its columns with commas, with DESC after descending ones.") { subject in
            subject.index.keys.map { $0.column + ($0.isAscending ? "" : " DESC") }.joined(separator: ", ")
        },
        .optionalText("condition", "Its condition, as SQL.") { $0.index.condition },
        .flag("isUnique", "Whether its values are unique.", \.index.isUnique),
    ]
}
