import CoreDataImport
import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// What a mapping model decides about a step, in the words of its file.
struct MappedDecisions {
    private(set) var renames: [(old: String, new: String)] = []
    /// How many of the renames come from identifiers: the first ones.
    private(set) var identified = 0
    /// SQL by the place that it gives a value.
    private(set) var values: [(place: String, sql: String)] = []
    private(set) var remarks: [Remark] = []

    /// Nothing.
    init() {}

    /// The renames by identifiers, for a step without a mapping model.
    init(from old: Translation, to new: Translation) {
        renames = FormerNames(from: old, to: new).renames
        identified = renames.count
    }

    init(_ mapping: StepMappings.Read, from old: ImportedVersion, to new: ImportedVersion) {
        let step = StepMapping(mapping.model, from: old.translation, to: new.translation)
        (renames, identified) = (step.renames, step.identified)
        var remarks = step.remarks
        if let oldModel = old.model, let newModel = new.model {
            let values = ValueSQL(schema: LayoutPlanner.plan(oldModel).schema, new: newModel)
            for value in step.values {
                do throws(ValueSQL.Refusal) {
                    self.values.append((value.property.place, try values.sql(of: value)))
                } catch {
                    remarks.append(step.remark(on: value, error.reason))
                }
            }
        }
        self.remarks = remarks.map { remark in
            var placed = remark
            placed.place = "\(mapping.file.file):\(remark.place)"
            return placed
        }
    }

    /// What a file of decisions does not have of the mapping model's.
    func missing(in text: String, _ file: String) -> [Remark] {
        lines.filter { !text.contains($0.line) }.map {
            Remark(kind: .mappingKept, place: $0.place, detail: "'\(file)' has no line for it. Remove the file to import it again")
        }
    }

    /// Whether a mapping model says something that a file of decisions does not have.
    func addsMeaning(to text: String) -> Bool { lines.isEmpty ? !remarks.isEmpty : !lines.allSatisfy { text.contains($0.line) } }

    /// How a file of decisions begins the lines of a mapping model's.
    private var lines: [(place: String, line: String)] {
        renames.dropFirst(identified).map { ($0.old, "\($0.old): \($0.new)") } + values.map { ($0.place, "\($0.place):") }
    }
}

/// Writes the values of a mapping model as SQL on a row of the old table.
private struct ValueSQL {
    struct Refusal: Error {
        let reason: String
    }

    let schema: StorageSchema
    let new: Model

    func sql(of value: StepMapping.Value) throws(Refusal) -> String {
        guard let attribute = new.entity(named: value.property.entity)?.attributes.first(where: { $0.name.text == value.property.name }) else {
            throw Refusal(reason: "the attribute is left out")
        }
        var parts = [(entity: String, sql: String)]()
        for part in value.parts { parts.append((part.entity, try sql(part.source, of: part.entity, for: attribute))) }
        if Set(parts.map(\.sql)).count == 1, let first = parts.first { return first.sql }
        return "CASE _entity " + parts.map { "WHEN \(SQL.literal($0.entity)) THEN \($0.sql)" }.joined(separator: " ") + " END"
    }

    private func sql(_ source: StepMapping.ValueSource, of entity: String, for attribute: Attribute) throws(Refusal) -> String {
        switch source {
        case .property(let property):
            guard let column = schema.table(forEntity: entity)?.column(for: property.name, of: property.entity) else {
                throw Refusal(reason: "'\(property.place)' has no column")
            }
            return SQL.identifier(column.name)
        case .constant(nil):
            guard attribute.isOptional else { throw Refusal(reason: "nil is no value of it") }
            return "NULL"
        case .constant(let text?):
            guard let literal = LiteralValue(text, for: attribute.type), let sql = DefaultValue.literal(literal).sql(of: attribute.type) else {
                throw Refusal(reason: "'\(text)' is no value of its type")
            }
            return sql
        case .unset:
            if attribute.isOptional { return "NULL" }
            guard let sql = attribute.defaultValue?.sql(of: attribute.type) else { throw Refusal(reason: "objects of '\(entity)' have no value") }
            return sql
        }
    }
}

extension LiteralValue {
    /// A constant of the editor of models as a value of a type; nil if it is none.
    fileprivate init?(_ text: String, for type: AttributeType) {
        switch type {
        case .bool:
            guard let number = Double(text), number == 0 || number == 1 else { return nil }
            self = .bool(number == 1)
        case .int16:
            guard let number = Int16(text) else { return nil }
            self = .integer(Int64(number))
        case .int32:
            guard let number = Int32(text) else { return nil }
            self = .integer(Int64(number))
        case .int64:
            guard let number = Int64(text) else { return nil }
            self = .integer(number)
        case .double, .float:
            guard let number = Double(text), number.isFinite else { return nil }
            self = .real(number)
        case .decimal:
            guard text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?/) != nil, let number = Decimal(string: text) else { return nil }
            self = .decimal(number)
        case .date:
            guard let seconds = Double(text), seconds.isFinite else { return nil }
            self = .date(seconds)
        case .uuid:
            guard let value = UUID(uuidString: text) else { return nil }
            self = .uuid(value)
        case .string: self = .string(text)
        case .url: self = .url(text)
        default: return nil
        }
    }
}
