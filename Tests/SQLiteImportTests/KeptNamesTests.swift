import Foundation
import SQLiteAccess
import SchemaModel
import TestSupport
import Testing

@testable import SQLiteImport

/// A later import gives what stands for the same thing the same name.
struct KeptNamesTests {
    @Test func `names with characters that YAML does not hold as they are, and those beside a broken line, are known again`() {
        var record = NameRecord()
        let (table, column) = ("t\u{FFFE}", "a\u{90}\u{85}\u{2028}\u{FEFF}b")
        record.addEntity("T", table: table)
        record.addAttribute("ab", table: table, column: column)
        let names = NameRecord.names(in: "- [entity, \"half\n\(record.text)\n- [\u{90}]")
        #expect(names == [.entity(table: SQLName(table)): "T", .attribute(table: SQLName(table), column: SQLName(column)): "ab"])
    }

    /// A random database is imported, changes, and is imported again: into an unedited model, and into one with docs and new names.
    @Test(arguments: [false, true]) func `what had a name keeps it when the database grows, and when it drops parts`(drops: Bool) throws {
        var random = SeededGenerator.forTests()
        var (failures, renames, merges) = ([String](), 0, 0)
        for _ in 0..<TestScale.count(15, long: 1_500) {
            var database = GrowingDatabase.random(&random)
            var last = try Import(database, .none, .none)
            var mine = last.text
            for _ in 0..<2 {
                if Bool.random(using: &random) { mine = last.edited(mine, &random) }
                if drops { database.shrink(&random) }
                database.grow(&random)
                let next = try Import(
                    database, EarlierNames(record: last.translation.names.text, base: last.text, mine: mine),
                    EarlierNames(record: last.existing.names.text, base: last.existing.text, mine: last.existing.text))
                let changed = last.names.filter { thing, name in next.names[thing].map { $0 != name } ?? false }
                if !changed.isEmpty { failures.append("\(changed): \(database.sql)\n\(last.text)\(next.text)") }
                // A third import changes nothing.
                let again = try Import(
                    database, EarlierNames(record: next.translation.names.text, base: next.text, mine: next.text),
                    EarlierNames(record: next.existing.names.text, base: next.existing.text, mine: next.existing.text))
                if again.text != next.text || again.existing.text != next.existing.text { failures.append("not empty: \(next.text)\(again.text)") }
                let merge: ModelMerge?
                do {
                    merge = try ModelMerge(base: last.text, mine: mine, new: next.text)
                } catch {
                    // What is new may be what is gone, with another name.
                    if !drops || !error.place.hasSuffix(".\(error.mine)") { failures.append("\(error): \(last.text)\(mine)\(next.text)") }
                    break
                }
                guard let merged = merge?.text, let model = Import.model(merged) else {
                    failures.append("no merge: \(last.text)\(mine)\(next.text)")
                    break
                }
                if let own = Import.model(mine) {
                    let byLines = Import.mergedByLines(last.text, mine, next.text)
                    for result in [model, byLines].compactMap({ $0 }) {
                        let found = Import.documented(result)
                        let lost = Import.documented(own).filter { drops ? found[$0.key] == nil : found[$0.key] != $0.value }
                        if !lost.isEmpty { failures.append("\(lost): \(mine)\(merged)") }
                    }
                    renames += Import.documented(own).count
                    merges += byLines == nil ? 0 : 1
                }
                (last, mine) = (next, merged)
            }
        }
        #expect(renames > 0 && merges > 0)
        #expect(failures.isEmpty, "\(failures.count): \(failures.first ?? "")")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before, after: String
        /// A text of the imported model, and what the user writes there.
        let edit: (old: String, new: String)
        /// Texts of the new model, in the names of the last import.
        let model: [String]
        var hasRecord = true
    }

    private static let people = "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);"
    private static let cases = [
        Case(
            testDescription: "a column becomes a key of its own name", before: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, owner INTEGER);",
            after: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES people);", edit: ("name: string?", "name: { type: string?, doc: Mine. }"),
            model: ["owner: { to: \"Person?\", inverse: dogs }"]),
        Case(
            testDescription: "a key goes, and another one comes: its other end does not get the docs", before: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES people);",
            after: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, keeper INTEGER REFERENCES people);", edit: ("inverse: owner", "inverse: owner, doc: Mine."),
            model: ["keeper: { to: \"Person?\", inverse: dogs2 }"]),
        Case(
            testDescription: "the same in a model without edits", before: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES people);",
            after: "\(people) CREATE TABLE dogs (id INTEGER PRIMARY KEY, keeper INTEGER REFERENCES people);", edit: ("", ""), model: ["keeper: { to: \"Person?\", inverse: dogs }"]),
        Case(
            testDescription: "a new column has the name that the user gave to another one", before: people, after: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, title TEXT);",
            edit: ("name: string?", "title: string?"), model: ["name: string?", "title2: string?"]),
        Case(
            testDescription: "a new column is what the user has added", before: people, after: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, title TEXT);",
            edit: ("name: string?", "name: string?\n      title: string?"), model: ["name: string?", "title: string?"]),
        Case(
            testDescription: "the report is of an older import", before: people, after: "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, title TEXT);",
            edit: ("name: string?", "title: string?"), model: ["model: A\n", "Person:", "name: string?", "title: string?"], hasRecord: false),
    ]

    @Test(arguments: cases) func `a new part gets a name that is free for it`(_ example: Case) throws {
        let folder = try TemporaryFolder()
        func translation(_ sql: String, _ file: String, _ earlier: EarlierNames) throws -> (names: NameRecord, text: String) {
            try DatabaseImportTests.write(sql, to: folder.file(file))
            let translation = DatabaseTranslation(try SourceDatabase(opening: folder.file(file), copyingBeside: nil), named: "A", earlier)
            return (translation.names, ModelFormatter.format(Array(translation.text.utf8)) ?? "")
        }
        let first = try translation(example.before, "a.db", .none)
        let mine = first.text.replacing(example.edit.old, with: example.edit.new)
        #expect(mine != first.text || example.edit.old.isEmpty)
        let second = try translation(example.after, "b.db", EarlierNames(record: example.hasRecord ? first.names.text : "", base: first.text, mine: mine))
        #expect(example.model.filter { !second.text.contains($0) } == [], "\(second.text)")
    }
}

/// A database as a model, with a name for each of its parts.
private struct Import {
    let translation: DatabaseTranslation
    let text: String
    /// The same with `layout: existing`.
    let existing: ExistingLayoutTranslation

    init(_ database: GrowingDatabase, _ earlier: EarlierNames, _ earlierExisting: EarlierNames) throws {
        let folder = try TemporaryFolder()
        try SQLiteConnection(creating: folder.file("a.db")).execute("PRAGMA synchronous = OFF; BEGIN; \(database.sql); COMMIT")
        let source = try SourceDatabase(opening: folder.file("a.db"), copyingBeside: nil)
        translation = DatabaseTranslation(source, named: "Growing", earlier)
        existing = ExistingLayoutTranslation(source, named: "Growing", earlierExisting)
        text = ModelFormatter.format(Array(translation.text.utf8)) ?? ""
        for text in [text, existing.text] where Self.model(text) == nil {
            throw Failure(text: "no model: \(ModelReader.read(Array(text.utf8), file: "a.yaml").findings.map(\.message)) \(text)")
        }
    }

    struct Failure: Error { let text: String }

    static func model(_ text: String) -> Model? { ModelReader.read(Array(text.utf8), file: "a.yaml").model }

    /// The names by descriptions of the parts, from the plan of the model.
    var names: [String: String] {
        var names = [String: String]()
        for entity in translation.entities {
            let table = entity.table.name
            names[table] = entity.name
            for attribute in entity.attributes {
                names["\(table).\(attribute.guess.column.name)"] = attribute.name
                if attribute.guess.typeName.first?.isUppercase == true { names["\(table).\(attribute.guess.column.name) enum"] = attribute.guess.typeName }
            }
            for link in entity.links {
                names["\(table) key \(link.key.columns)"] = link.name
                names["\(table) key \(link.key.columns) inverse"] = link.inverse
            }
        }
        // This model says itself what its names stand for.
        for entity in Self.model(existing.text)?.entities ?? [] {
            let table = "existing \(entity.table?.text ?? "")"
            names[table] = entity.name.text
            for attribute in entity.attributes { names["\(table).\(attribute.column?.text ?? "")"] = attribute.name.text }
            for relationship in entity.relationships {
                if let column = relationship.column?.text { names["\(table) key \(column)"] = "\(relationship.name.text), \(relationship.inverse?.text ?? "")" }
            }
        }
        for join in translation.joins { (names["\(join.table.name) left"], names["\(join.table.name) right"]) = (join.leftName, join.rightName) }
        return names
    }

    /// The merge that the command tries first; nil if it refuses the result.
    static func mergedByLines(_ base: String, _ mine: String, _ new: String) -> Model? {
        func lines(_ text: String) -> [String] { text.components(separatedBy: "\n") }
        guard let merged = try? LineMerge.merge(base: lines(base), mine: lines(mine), new: lines(new)), let model = model(merged.lines.joined(separator: "\n")),
            let old = Self.model(base), let own = Self.model(mine), let other = Self.model(new)
        else { return nil }
        return MergeCheck(base: old, mine: own, new: other, merged: model).misplaced == nil ? model : nil
    }

    /// A user's edits: a doc for each property, which names what it is for, and a new name for some entities and relationships.
    func edited(_ text: String, _ random: inout SeededGenerator) -> String {
        guard let model = Self.model(text), let entity = model.entities.randomElement(using: &random) else { return text }
        var text = text
        let name = entity.name.text
        let own = "Own\(name)"
        if Bool.random(using: &random), !text.contains("doc: The "), !text.contains(own) {
            for (old, new) in [("  \(name):\n", "  \(own):\n"), ("to: \(name),", "to: \(own),"), ("to: [\(name)]", "to: [\(own)]"), ("to: \"\(name)?\"", "to: \"\(own)?\"")] { text = text.replacing(old, with: new) }
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard line.hasPrefix("      "), line.contains("inverse: "), !line.contains("doc: "), line.hasSuffix(" }"), Bool.random(using: &random) else { return String(line) }
            return line.dropLast(2) + ", doc: The \(line.filter { $0.isLetter || $0.isNumber }). }"
        }
        return lines.joined(separator: "\n")
    }

    /// The relationships by their docs, with the doc of their other end.
    static func documented(_ model: Model) -> [String: String] {
        var found = [String: String]()
        for entity in model.entities {
            for relationship in entity.relationships {
                if let doc = relationship.doc { found[doc] = "\(entity.name.text).\(relationship.name.text) \(relationship.meaning)" }
            }
        }
        return found
    }
}

/// Tables with columns, keys and pairs.
private struct GrowingDatabase {
    private var tables: [(name: String, columns: [String])] = []

    var sql: String { tables.map { "CREATE TABLE \"\($0.name)\" (\($0.columns.joined(separator: ", ")));" }.joined(separator: "\n") }

    static func random(_ random: inout SeededGenerator) -> GrowingDatabase {
        var database = GrowingDatabase()
        let prefix = Bool.random(using: &random) ? "shop_" : ""
        for _ in 0..<Int.random(in: 1...3, using: &random) { database.addTable(prefix, &random) }
        for _ in 0..<Int.random(in: 0...4, using: &random) { database.change(&random) }
        return database
    }

    mutating func grow(_ random: inout SeededGenerator) { for _ in 0..<Int.random(in: 1...4, using: &random) { change(&random) } }

    /// Drops some columns and keys, or a table with the keys that lead to it.
    mutating func shrink(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let place = tables.indices.randomElement(using: &random) else { return }
            let isPairs = tables[place].columns[0] != "id INTEGER PRIMARY KEY"
            if isPairs || tables[place].columns.count == 1 || Int.random(in: 0..<4, using: &random) == 0 {
                let gone = "REFERENCES \"\(tables.remove(at: place).name)\""
                tables.removeAll { $0.columns[0] != "id INTEGER PRIMARY KEY" && $0.columns.contains { $0.hasSuffix(gone) } }
                for other in tables.indices { tables[other].columns.removeAll { $0.hasSuffix(gone) } }
            } else {
                tables[place].columns.remove(at: Int.random(in: 1..<tables[place].columns.count, using: &random))
            }
        }
    }

    private static let nouns = ["orders", "order", "customers", "posts", "tags", "author", "status", "children", "growing", "data"]
    private static let words = ["name", "name_2", "Name2", "order", "orders", "tags", "customer", "customer_id_2", "state", "is_open", "own", "posts2"]

    private mutating func addTable(_ prefix: String, _ random: inout SeededGenerator) {
        guard let noun = Self.nouns.randomElement(using: &random), !tables.contains(where: { $0.name == prefix + noun }) else { return }
        tables.append((prefix + noun, ["id INTEGER PRIMARY KEY"]))
    }

    private mutating func addColumn(_ place: Int, _ column: String) {
        let name = column.split(separator: " ")[0].lowercased()
        guard !tables[place].columns.contains(where: { $0.split(separator: " ")[0].lowercased() == name }) else { return }
        tables[place].columns.append(column)
    }

    private mutating func change(_ random: inout SeededGenerator) {
        let own = tables.indices.filter { tables[$0].columns.first == "id INTEGER PRIMARY KEY" }
        guard let place = own.randomElement(using: &random), let other = own.randomElement(using: &random), let word = Self.words.randomElement(using: &random) else {
            return addTable("", &random)
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: addTable(Bool.random(using: &random) ? "shop_" : "", &random)
        case 1: addColumn(place, "\"\(word)\" TEXT")
        case 2: addColumn(place, "\"\(word)\" TEXT CHECK (\"\(word)\" IN ('a', 'b-c', 'b c'))")
        case 3, 4: addColumn(place, "\"\(word)_id\" INTEGER \(Bool.random(using: &random) ? "UNIQUE " : "")REFERENCES \"\(tables[other].name)\"")
        default:
            let name = "\(tables[place].name)_\(tables[other].name)"
            guard place != other, !tables.contains(where: { $0.name == name }) else { return }
            tables.append((name, ["a INTEGER NOT NULL REFERENCES \"\(tables[place].name)\"", "b INTEGER NOT NULL REFERENCES \"\(tables[other].name)\"", "PRIMARY KEY (a, b)"]))
        }
    }
}
