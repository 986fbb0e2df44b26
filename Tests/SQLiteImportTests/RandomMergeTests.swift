import SchemaModel
import TestSupport
import Testing

@testable import SQLiteImport

/// Random edits of a user and of a database, merged as texts and as values.
struct RandomMergeTests {
    /// A model as it was imported, as a user edited it, what the database changed, and as it would be imported then.
    private static func edits(isExisting: Bool, _ random: inout SeededGenerator) -> (base: Sketch, mine: Sketch, changes: [DatabaseChange], new: Sketch) {
        let base = Sketch.random(&random, isExisting: isExisting)
        let (mine, changes) = (base.edited(&random), DatabaseChange.random(base, &random))
        return (base, mine, changes, changes.reduce(base) { $1.applied(to: $0, isOfUser: false) })
    }

    /// A model without columns does not say which of two removed properties is renamed. So a change of the database may be left out.
    @Test func `a merge without columns gives no property the type of another one`() {
        var random = SeededGenerator.forTests()
        var (failures, merges) = ([String](), 0)
        for _ in 0..<TestScale.count(60, long: 1_000) {
            let (base, mine, _, new) = Self.edits(isExisting: false, &random)
            // A conflict leaves the choice to the user.
            guard let merge = try? ModelMerge(base: base.text, mine: mine.text, new: new.text), let model = ModelReader.read(Array(merge.text.utf8), file: "Merged.yaml").model else { continue }
            merges += 1
            if let fault = mine.fault(of: model, new: new) { failures.append("\(fault): \(merge.text)\n--- base\n\(base.text)\n--- mine\n\(mine.text)\n--- new\n\(new.text)") }
        }
        #expect(merges > 10)
        #expect(failures.isEmpty, "\(failures.count): \(failures.first ?? "")")
    }

    @Test func `a merge keeps the edits of both`() throws {
        var random = SeededGenerator.forTests()
        var (failures, merges) = ([String](), 0)
        for _ in 0..<TestScale.count(60, long: 5_000) {
            let (base, mine, changes, new) = Self.edits(isExisting: true, &random)
            let expected = changes.reduce(mine) { $1.applied(to: $0, isOfUser: true) }
            let texts = "\(base.text)\n--- mine\n\(mine.text)\n--- new\n\(new.text)"
            guard let merge = try ModelMerge(base: base.text, mine: mine.text, new: new.text) else {
                failures.append("no tree: \(texts)")
                continue
            }
            merges += 1
            guard let model = ModelReader.read(Array(merge.text.utf8), file: "Merged.yaml").model else {
                failures.append("no model: \(merge.text)\n--- base\n\(texts)")
                continue
            }
            if Facts(model).lines != Facts(expected.model).lines || !Facts(model).keepsOrder(of: Facts(mine.model)) {
                failures.append("\(merge.text)\n--- expected\n\(expected.text)\n--- base\n\(texts)")
            }
        }
        #expect(merges > 0)
        #expect(failures.isEmpty, "\(failures.count): \(failures.first ?? "")")
    }
}

/// The facts of a model about each table and column.
private struct Facts {
    var lines: Set<String> = []
    private var order: [String] = []

    init(_ model: Model?) {
        for entity in model?.entities ?? [] {
            let table = entity.table?.text ?? ""
            lines.insert("\(table): \(entity.name.text), \(entity.doc ?? "")")
            order.append(table)
            for attribute in entity.attributes {
                lines.insert("\(table).\(attribute.column?.text ?? ""): \(attribute.name.text) \(attribute.meaning), \(attribute.doc ?? "")")
                order.append("\(table).\(attribute.column?.text ?? "")")
            }
            for relationship in entity.relationships { lines.insert("\(table): \(relationship.name.text) \(relationship.meaning), \(relationship.doc ?? "")") }
        }
    }

    /// Whether what both have is in one order.
    func keepsOrder(of other: Facts) -> Bool { order.filter(other.order.contains) == other.order.filter(order.contains) }
}

/// Tables with columns and keys, and the names that a model gives them.
private struct Sketch {
    struct Column {
        let column: String
        var name: String
        var type: String
        var doc: String?
        /// Whether the user has changed it.
        var isMine = false
    }

    struct Key {
        let column: String
        let table: Int
        var name: String
        var inverse: String
    }

    struct Table {
        let number: Int
        var name: String
        var doc: String?
        var columns: [Column] = []
        var keys: [Key] = []
    }

    /// Whether the model states tables and columns.
    let isExisting: Bool
    var tables: [Table] = []

    static func random(_ random: inout SeededGenerator, isExisting: Bool) -> Sketch {
        let count = Int.random(in: 1...4, using: &random)
        var sketch = Sketch(isExisting: isExisting)
        for number in 0..<count {
            // An entity without a table is known by its properties.
            let more = isExisting ? "" : "of\(number)"
            let columns = (0..<Int.random(in: 1...5, using: &random)).map { Column(column: "c\($0)", name: "column\($0)\(more)", type: ["string?", "int?", "double?"].prefix(isExisting ? 3 : 2).randomElement(using: &random) ?? "int?") }
            sketch.tables.append(Table(number: number, name: "Table\(number)", columns: columns))
            for other in 0..<number where Bool.random(using: &random) { sketch.tables[number].keys.append(Key(column: "k\(other)", table: other, name: "key\(other)\(more)", inverse: "backs\(number)\(isExisting ? "" : "to\(other)")")) }
        }
        return sketch
    }

    /// New names, docs and another order.
    func edited(_ random: inout SeededGenerator) -> Sketch {
        var sketch = self
        func isChanged() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        for place in sketch.tables.indices {
            if isChanged() { sketch.tables[place].name = "Mine\(sketch.tables[place].number)" }
            if isChanged() { sketch.tables[place].doc = "A table." }
            for number in sketch.tables[place].columns.indices {
                let (renames, documents) = (isChanged(), isChanged())
                if renames { sketch.tables[place].columns[number].name = "own\(number)" }
                if documents { sketch.tables[place].columns[number].doc = "A column." }
                sketch.tables[place].columns[number].isMine = renames || documents
            }
            for number in sketch.tables[place].keys.indices {
                if isChanged() { sketch.tables[place].keys[number].name = "owner\(number)" }
                if isChanged() { sketch.tables[place].keys[number].inverse = "members\(sketch.tables[place].number)" }
            }
            // A removed property may leave its name to another one, or its place to a renamed one.
            if sketch.tables[place].columns.count > 1, !isExisting || isChanged() {
                let removed = sketch.tables[place].columns.removeFirst()
                if !isExisting || Bool.random(using: &random) { (sketch.tables[place].columns[0].name, sketch.tables[place].columns[0].isMine) = (isExisting ? removed.name : "own1", true) }
            }
            if isExisting, sketch.tables[place].columns.count > 1, isChanged() {
                let names = sketch.tables[place].columns.map(\.name)
                for (number, name) in [names[1], names[0]].enumerated() { (sketch.tables[place].columns[number].name, sketch.tables[place].columns[number].isMine) = (name, true) }
            }
            if isChanged() { sketch.tables[place].columns.shuffle(using: &random) }
        }
        if isChanged() { sketch.tables.shuffle(using: &random) }
        return sketch
    }

    var text: String {
        var lines = ["trellis: 1", "model: Sketch"] + (isExisting ? ["layout: existing"] : []) + ["entities:"]
        func column(_ name: String) -> String { isExisting ? ", column: \(name)" : "" }
        for table in tables {
            lines += ["  \(table.name):"] + (table.doc.map { ["    doc: \($0)"] } ?? []) + (isExisting ? ["    table: t\(table.number)"] : []) + ["    attributes:"]
            lines += table.columns.map { "      \($0.name): { type: \"\($0.type)\"\(column($0.column))\($0.doc.map { ", doc: \($0)" } ?? "") }" }
            let ends = tables.flatMap { other in other.keys.filter { $0.table == table.number }.map { (other, $0) } }
            if !table.keys.isEmpty || !ends.isEmpty { lines.append("    relationships:") }
            lines += table.keys.map { key in "      \(key.name): { to: \"\(tables.first { $0.number == key.table }?.name ?? "")?\", inverse: \(key.inverse)\(column(key.column)) }" }
            lines += ends.map { "      \($0.1.inverse): { to: [\($0.0.name)], inverse: \($0.1.name), deleteRule: deny }" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An attribute of the user that a merge has lost, or that has neither its own type nor that of its column now.
    func fault(of merged: Model, new: Sketch) -> String? {
        for table in tables {
            guard let entity = merged.entity(named: table.name), let other = new.tables.first(where: { $0.number == table.number }) else { return "no \(table.name)" }
            for column in table.columns {
                let now = other.columns.first { $0.column == column.column }?.type
                let found = entity.attributes.first { $0.name.text == column.name }
                if found == nil, now == nil { continue }
                let types = [column.type, now].compactMap { $0 }
                let read = Sketch.model(of: types)?.entity(named: "T")?.attributes.map(\.meaning) ?? []
                guard let found, read.contains(found.meaning) else { return "\(table.name).\(column.name)" }
            }
        }
        return nil
    }

    /// A model of one entity with attributes of these types.
    private static func model(of types: [String]) -> Model? {
        let lines = ["trellis: 1", "model: M", "entities:", "  T:", "    attributes:"] + types.enumerated().map { "      a\($0): \($1)" }
        return ModelReader.read(Array((lines.joined(separator: "\n") + "\n").utf8), file: "M.yaml").model
    }

    var model: Model? { ModelReader.read(Array(text.utf8), file: "Sketch.yaml").model }
}

/// A change of the database.
private enum DatabaseChange {
    case addColumn(table: Int, column: String)
    case dropColumn(table: Int, column: String)
    case changeType(table: Int, column: String)
    case addTable(number: Int, key: Int)

    static func random(_ sketch: Sketch, _ random: inout SeededGenerator) -> [DatabaseChange] {
        var (changes, changed) = ([DatabaseChange](), Set<String>())
        for number in 0..<Int.random(in: 1...4, using: &random) {
            guard let table = sketch.tables.randomElement(using: &random), let column = table.columns.randomElement(using: &random)?.column else { break }
            let isUnchanged = !changed.contains("\(table.number).\(column)")
            switch Int.random(in: 0..<4, using: &random) {
            case 0: changes.append(.addColumn(table: table.number, column: "new\(number)"))
            // A column that is changed once.
            case 1 where isUnchanged: changes.append(.dropColumn(table: table.number, column: column))
            case 2 where isUnchanged: changes.append(.changeType(table: table.number, column: column))
            default: changes.append(.addTable(number: 100 + number, key: table.number))
            }
            changed.insert("\(table.number).\(column)")
        }
        return changes
    }

    /// - Parameter isOfUser: whether columns that the user has changed stay.
    func applied(to sketch: Sketch, isOfUser: Bool) -> Sketch {
        var sketch = sketch
        func place(_ number: Int) -> Int { sketch.tables.firstIndex { $0.number == number } ?? 0 }
        switch self {
        case .addColumn(let table, let column): sketch.tables[place(table)].columns.append(.init(column: column, name: column, type: "data?"))
        case .dropColumn(let table, let column): sketch.tables[place(table)].columns.removeAll { $0.column == column && !(isOfUser && $0.isMine) }
        case .changeType(let table, let column):
            let table = place(table)
            for number in sketch.tables[table].columns.indices where sketch.tables[table].columns[number].column == column { sketch.tables[table].columns[number].type = "bool?" }
        case .addTable(let number, let key):
            sketch.tables.append(.init(number: number, name: "Table\(number)", columns: [.init(column: "c", name: "column", type: "int?")], keys: [.init(column: "k", table: key, name: "key", inverse: "news\(number)")]))
        }
        return sketch
    }
}
