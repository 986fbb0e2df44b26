import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A later trellis import sqlite of a database whose checks list other values than before, which are cases of enums.
struct ImportedCasesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String = "Shop.yaml") throws -> String { try String(contentsOfFile: folder.file("Shop/\(name)"), encoding: .utf8) }

    private static let layouts: [[String]] = [[], ["--layout", "existing"]]

    /// Imports a table whose checks list these values.
    private func imported(_ values: [String], _ more: [String], with statement: String = "") throws -> ChildProcess {
        let list = values.map(SQL.literal).joined(separator: ", ")
        return try imported(column: "mood TEXT DEFAULT \(SQL.literal(values[0])) CHECK (mood IN (\(list)))", more, with: statement)
    }

    private func imported(column: String?, _ more: [String], with statement: String = "") throws -> ChildProcess {
        try? FileManager.default.removeItem(atPath: folder.file("shop.db"))
        let columns = ["id INTEGER PRIMARY KEY", "name TEXT"] + [column].compactMap { $0 }
        try SQLiteConnection(creating: folder.file("shop.db")).execute("CREATE TABLE pets (\(columns.joined(separator: ", "))); \(statement)")
        let process = try ChildProcess.run(Project.trellis, ["import", "sqlite", "shop.db", "--output", "Shop"] + more, in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        let check = try ChildProcess.run(Project.trellis, ["validate", "Shop/Shop.yaml"], in: folder.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        return process
    }

    /// - Parameter edits: texts of the model, and what the user writes there. A model of an existing file has no defaults.
    private func edit(_ edits: [(String, String)]) throws {
        let first = try text()
        #expect(edits.allSatisfy { first.contains($0.0) || $0.0.hasPrefix("default") }, "\(first)")
        try folder.write(edits.reduce(first) { $0.replacing($1.0, with: $1.1) }, to: "Shop/Shop.yaml")
    }

    @Test(arguments: layouts) func `a new value does not get the name that you gave another case`(_ layout: [String]) throws {
        _ = try imported(["very good", "bad"], layout)
        try edit([("veryGood: very good", "fine: very good"), ("default: veryGood", "default: fine")])
        let again = try imported(["very good", "bad", "fine"], layout)
        let model = try text()
        #expect(model.contains("{ fine: very good, bad: bad, fine2: fine }"), "\(model)")
        let report = try text("Shop.import.txt")
        #expect(report.contains("Pet.mood: the value 'fine' is the case 'fine2', because 'fine' is the name of the value 'very good'"), "\(report)")
        #expect(again.output.contains("new since the last import: PetMood.fine2\n"), "\(again.output)")
        _ = try imported(["very good", "bad", "fine"], layout)
        #expect(try text() == model)
    }

    @Test(arguments: layouts) func `a value that is written otherwise than before keeps the name of its case`(_ layout: [String]) throws {
        _ = try imported(["very good", "bad"], layout)
        try edit([("      name:", "      # What it is called.\n      name:")])
        let edited = try text()
        _ = try imported(["very-good", "bad"], layout)
        #expect(try text() == edited.replacing("veryGood: very good", with: "veryGood: very-good"))
    }

    @Test func `a new number does not get the name of another one`() throws {
        _ = try imported(column: "size INTEGER CHECK (size IN (1, 2))", [])
        try edit([("value1: 1", "value3: 1")])
        _ = try imported(column: "size INTEGER CHECK (size IN (1, 2, 3))", [])
        let model = try text()
        #expect(model.contains("{ value3: 1, value2: 2, number3: 3 }"), "\(model)")
    }

    @Test(arguments: layouts) func `a new value is the case that you added for it`(_ layout: [String]) throws {
        _ = try imported(["very good", "bad"], layout)
        try edit([("bad: bad", "bad: bad, soso: not so good")])
        let edited = try text()
        _ = try imported(["very good", "bad", "not so good"], layout)
        #expect(try text() == edited)
    }

    @Test(arguments: layouts) func `names that you exchanged stay, and the default follows its value`(_ layout: [String]) throws {
        _ = try imported(["good", "bad"], layout)
        try edit([("[good, bad]", "{ cases: { bad: good, good: bad } }"), ("default: good", "default: bad")])
        _ = try imported(["bad", "good", "new"], layout)
        let model = try text()
        #expect(model.contains("cases: { bad: good, new: new, good: bad }") && (model.contains("default: good") || !layout.isEmpty), "\(model)")
    }

    @Test(arguments: layouts) func `a case whose value is gone is removed and reported`(_ layout: [String]) throws {
        _ = try imported(["very good", "bad", "soso"], layout)
        try edit([("      name:", "      # What it is called.\n      name:")])
        let again = try imported(["very good", "soso", "new"], layout)
        let model = try text()
        #expect(model.contains("{ veryGood: very good, soso: soso, new: new }"), "\(model)")
        #expect(again.output.contains("new since the last import: PetMood.new\ngone since the last import: PetMood.bad\n"), "\(again.output)")
    }

    @Test(arguments: layouts) func `a case that you renamed stays with a hint if its value is gone, and is known if the value comes back`(_ layout: [String]) throws {
        _ = try imported(["very good", "bad", "soso"], layout)
        try edit([("bad: bad", "awful: bad")])
        let edited = try text()
        let again = try imported(["very good", "soso"], layout)
        #expect(try text() == edited)
        #expect(again.errors.contains("the database has dropped what you changed to 'awful: bad'"), "\(again.errors)")
        #expect(try imported(["very good", "soso", "bad"], layout).errors == "")
        #expect(try text() == edited)
    }

    @Test(arguments: layouts) func `an enum stays for an attribute that you renamed if the database drops its column`(_ layout: [String]) throws {
        _ = try imported(["good", "bad"], layout)
        try edit([("      mood:", "      feeling:")])
        let edited = try text()
        _ = try imported(column: nil, layout)
        #expect(try text() == edited)
    }

    @Test(arguments: layouts) func `an enum of texts that becomes one of numbers keeps no case`(_ layout: [String]) throws {
        _ = try imported(column: "mood TEXT CHECK (mood IN ('very good', 'bad'))", layout)
        try edit([("veryGood: very good", "fine: very good")])
        let again = try imported(column: "mood INTEGER CHECK (mood IN (1, 2))", layout)
        let model = try text()
        #expect(model.contains("cases: { value1: 1, value2: 2 }"), "\(model)")
        #expect(again.output.contains("gone since the last import: PetMood.bad, PetMood.fine\n"), "\(again.output)")
    }

    @Test(arguments: layouts) func `the case unknown is merged beside cases that you renamed`(_ layout: [String]) throws {
        let broken = "PRAGMA ignore_check_constraints = ON; INSERT INTO pets (mood) VALUES ('odd')"
        _ = try imported(["good", "bad"], layout, with: broken)
        try edit([("[good, bad, unknown]", "{ cases: { fine: good, bad: bad, unknown: } }"), ("default: good", "default: fine")])
        _ = try imported(["good", "bad", "new"], layout, with: broken)
        let model = try text()
        #expect(model.contains("cases: { fine: good, bad: bad, new: new, unknown: ~ }"), "\(model)")
        let again = try imported(["good", "bad", "new"], layout)
        #expect(again.output.contains("gone since the last import: PetMood.unknown\n"), "\(again.output)")
    }
}
