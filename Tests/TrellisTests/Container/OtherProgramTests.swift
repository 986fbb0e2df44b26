import Foundation
import OrdersModel
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing
import Trellis

/// Orders as a program has it whose model has fewer fetches, other defaults and looser rules than the generated one.
private enum FormerOrders: PersistentModel {
    static let descriptor = orders([
        ("sum: { type: decimal, scale: 2, min: 0,", "sum: { type: decimal, scale: 2,"),
        ("made: { type: bool, default: false", "made: { type: bool, default: true"),
        ("  byName: { doc: All customers by name., sort: name }", "  all: {}"),
    ])
}

/// Orders as a program has it with two more fetches, another default and a tighter rule.
private enum LaterOrders: PersistentModel {
    static let descriptor = orders([
        ("scale: 2, min: 0,", "scale: 2, min: 1, max: 1000000,"),
        ("default: now()", "default: '2001-01-01T00:00:00Z'"),
        ("      journal:", "      newest: { sort: -date }\n      made: { where: made == true }\n      journal:"),
    ])
}

/// Orders with one more column, which is another store.
private enum WiderOrders: PersistentModel {
    static let descriptor = orders([("      paid: {", "      sent: bool?\n      paid: {")])
}

/// The model of the folder, edited, as the tool reads it with its frozen versions.
private func orders(_ edits: [(old: String, new: String)]) -> ModelDescriptor {
    let folder = "\(Project.root)/Schemas/Orders"
    var text = (try? String(contentsOfFile: "\(folder)/Orders.yaml", encoding: .utf8)) ?? ""
    for edit in edits {
        precondition(text.contains(edit.old), edit.old)
        text = text.replacing(edit.old, with: edit.new)
    }
    var files = HistoryFiles(model: "Orders.yaml", folder: "versions", contents: [:])
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/versions")) ?? [] {
        files.contents[name] = FileManager.default.contents(atPath: "\(folder)/versions/\(name)").map { Array($0) }
    }
    guard let history = HistoryReader.read(files).history, let model = ModelReader.read(Array(text.utf8), file: "Orders.yaml").model else {
        preconditionFailure("the model cannot be read")
    }
    let schema = LayoutPlanner.plan(model, version: history.version(ofLiveModel:)).schema
    return ModelDescriptor(
        name: "Orders", version: schema.identity.version, isDraft: schema.identity.isDraft, hash: schema.identity.hash,
        meaningHash: schema.identity.meaningHash, ddl: schema.ddl, entities: [], migrations: EmbeddedPlans(of: history.plans()))
}

/// Programs of one version whose models differ in what only programs know.
struct OtherProgramTests {
    private static func open(_ number: Int, _ path: String) throws {
        switch number % 3 {
        case 0: try PersistentContainer(for: FormerOrders.self, at: .file(path)).close()
        case 1: try PersistentContainer(for: LaterOrders.self, at: .file(path)).close()
        default:
            let container = try PersistentContainer(for: Orders.self, at: .file(path))
            let context = try container.makeContext()
            _ = Customer(in: context, name: "Customer \(number)")
            try context.save()
            #expect(container.versionsReachedOtherwise == [])
            try container.close()
        }
    }

    @Test func `they have one version and one hash, and their own meanings`() {
        let all = [FormerOrders.descriptor, LaterOrders.descriptor, Orders.descriptor]
        #expect(Set(all.map(\.hash)).count == 1 && all.allSatisfy { $0.version == Orders.descriptor.version && !$0.isDraft })
        #expect(Set(all.map(\.meaningHash)).count == 3)
        #expect(WiderOrders.descriptor.isDraft && WiderOrders.descriptor.version == Orders.descriptor.version + 1)
        #expect(WiderOrders.descriptor.hash != Orders.descriptor.hash)
    }

    @Test(arguments: 0..<3)
    func `whichever creates the store, all others open it, again and again`(first: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        for number in first..<first + 9 { try Self.open(number, path) }
        let connection = try SQLiteConnection(opening: path)
        #expect(try connection.rows("SELECT count(*) FROM customer") == [["3"]])
        #expect(try connection.rows("SELECT value FROM _trellis_metadata WHERE key IN ('hash', 'version') ORDER BY key") == [[Orders.descriptor.hash], ["\(Orders.descriptor.version)"]])
        #expect(throws: StoreError.self) { try PersistentContainer(for: WiderOrders.self, at: .file(path)) }
    }

    @Test func `a store that ran other plans opens, and says which`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        let dump = try String(contentsOfFile: "\(Project.root)/Examples/Orders/Older/version-1.sql", encoding: .utf8)
        try #require(try ChildProcess.run(named: "sqlite3", [path], input: dump).exitCode == 0)
        let migrated = try PersistentContainer(for: Orders.self, at: .file(path))
        #expect(migrated.versionsReachedOtherwise == [])
        try migrated.close()
        let connection = try SQLiteConnection(opening: path)
        #expect(try connection.rows("SELECT key FROM _trellis_metadata WHERE key LIKE 'plan %' ORDER BY key") == (2...Orders.descriptor.version).map { ["plan \($0)"] })
        try connection.execute("UPDATE _trellis_metadata SET value = '\(String(repeating: "0", count: 64))' WHERE key = 'plan 3'")
        #expect(try PersistentContainer(for: Orders.self, at: .file(path)).versionsReachedOtherwise == [3])
        #expect(try PersistentContainer(for: FormerOrders.self, at: .file(path), access: .readOnly).versionsReachedOtherwise == [3])
    }
}
