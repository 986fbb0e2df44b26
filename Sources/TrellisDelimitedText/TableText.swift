import Foundation
import Trellis

/// A table as a text file: a header with the names of its columns, and a record for each row.
struct TableText {
    private let table: StoredTable
    private let file: String
    /// The columns that say whether a composite exists, and those of its parts.
    private let composites: [(composite: Int, parts: [Int])]

    init(_ table: StoredTable, file: String) {
        self.table = table
        self.file = file
        composites = table.columns.indices.filter { table.columns[$0].type == .presence }.map { composite in
            let prefix = table.columns[composite].name + "."
            return (composite, table.columns.indices.filter { table.columns[$0].name.hasPrefix(prefix) })
        }
    }

    func text(of rows: [StoredRow]) -> Data {
        var data = Data()
        DelimitedText.append(table.columns.map(\.name), to: &data)
        for row in rows { DelimitedText.append(row.values.map(FieldText.text), to: &data) }
        return data
    }

    /// The rows of a file, whose columns may have another order. A missing column has no values.
    func rows(of data: Data) throws -> [StoredRow] {
        let records = try DelimitedText.records(of: data, file: file)
        guard let head = records.first else { throw DelimitedTextError(file, line: 1, "the line with the names of the columns is missing") }
        let places = try places(head)
        return try records.dropFirst().map { record in
            guard record.fields.count == head.fields.count else {
                throw DelimitedTextError(
                    file, line: record.line, "\(record.fields.count) fields, and \(head.fields.count) columns are named in the first line")
            }
            var values = try zip(table.columns, places).map { column, place in
                guard let place, !isMissing(record.fields[place], in: column) else {
                    if column.isOptional { return StoredValue.null }
                    throw DelimitedTextError(file, line: record.line, "'\(column.name)' is required")
                }
                let text = record.fields[place].text
                guard let value = FieldText.value(text, as: column) else {
                    throw DelimitedTextError(file, line: record.line, "'\(column.name)' must be \(FieldText.form(of: column)), not '\(text.prefix(40))'")
                }
                return value
            }
            clearParts(&values)
            return StoredRow(values, line: record.line)
        }
    }

    /// Parts of a composite that does not exist have no values, also if a program has put quotes around empty fields.
    private func clearParts(_ values: inout [StoredValue]) {
        for (composite, parts) in composites where values[composite] == .null {
            for part in parts where values[part] == .text("") || values[part] == .data(Data()) { values[part] = .null }
        }
    }

    /// Whether a field has no value. Many programs put all fields in quotes or none that is empty, so quotes count only if both a missing
    /// value and an empty one are possible.
    private func isMissing(_ field: DelimitedText.Field, in column: StoredColumn) -> Bool {
        switch column.type {
        case .text: field.isMissing && column.isOptional
        case .data: field.isMissing
        default: field.text.isEmpty
        }
    }

    /// The place of each column in the file's records; nil for a column that the file does not have.
    private func places(_ head: DelimitedText.Record) throws -> [Int?] {
        let names = head.fields.map(\.text)
        for (index, name) in names.enumerated() {
            if !table.columns.contains(where: { $0.name == name }) {
                throw DelimitedTextError(file, line: head.line, "'\(name)' is not a column of '\(table.name)'")
            }
            if names[..<index].contains(name) { throw DelimitedTextError(file, line: head.line, "the column '\(name)' is there twice") }
        }
        for column in table.columns where !column.isOptional && !names.contains(column.name) {
            throw DelimitedTextError(file, line: head.line, "the column '\(column.name)' is missing")
        }
        return table.columns.map { names.firstIndex(of: $0.name) }
    }
}
