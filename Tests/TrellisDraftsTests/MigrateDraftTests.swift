import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import TestSupport
import Testing
import Trellis
import TrellisDrafts

/// A model of one entity with these attributes, as a program brings it.
private func shop(_ attributes: String, version: ModelVersion = ModelVersion(number: 1, isDraft: true)) -> ModelDescriptor {
    let text = "trellis: 1\nmodel: Shop\nentities:\n  Customer: { attributes: { \(attributes) } }\n"
    guard let model = ModelReader.read(Array(text.utf8), file: "Shop.yaml").model else { fatalError("the model has errors: \(text)") }
    let schema = LayoutPlanner.plan(model, as: version).schema
    return ModelDescriptor(
        name: "Shop", version: schema.identity.version, isDraft: schema.identity.isDraft, hash: schema.identity.hash,
        meaningHash: schema.identity.meaningHash, ddl: schema.ddl, entities: [])
}

private enum First: PersistentModel { static let descriptor = shop("name: string, info: string?") }
private enum Wider: PersistentModel { static let descriptor = shop("name: string, info: string?, age: 'int?', paid: { type: bool, default: false }") }
private enum Renamed: PersistentModel { static let descriptor = shop("name: string, note: string?") }
private enum Required: PersistentModel { static let descriptor = shop("name: string, info: string?, city: string") }
private enum Unique: PersistentModel { static let descriptor = shop("name: { type: string, unique: true }, info: string?") }
private enum Frozen: PersistentModel {
    static let descriptor = shop("name: string, info: string?", version: ModelVersion(number: 1, isDraft: false))
}
private enum Second: PersistentModel {
    static let descriptor = shop("name: string, info: string?, age: 'int?'", version: ModelVersion(number: 2, isDraft: true))
}
private enum Third: PersistentModel {
    static let descriptor = shop("name: string, info: string?, age: 'int?', size: 'int?'", version: ModelVersion(number: 3, isDraft: true))
}

/// Stores of a developer, whose model changes while objects are in them.
struct MigrateDraftTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("shop.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A store with two customers.
    private func make(_ model: (some PersistentModel).Type) throws {
        try open(model)
        try SQLiteConnection(opening: path).execute("INSERT INTO customer (name, info) VALUES ('Ada', 'x'), ('Ben', NULL)")
    }

    private func open(_ model: (some PersistentModel).Type, ifDraft: EarlierDraftPolicy = .migrate, migration: MigrationPolicy = .automatic) throws {
        try PersistentContainer(for: model, at: .file(path), migration: migration, ifDraft: ifDraft).close()
    }

    private func rows(_ sql: String) throws -> [[String?]] { try SQLiteConnection(opening: path).rows(sql) }

    private func refusal(_ model: (some PersistentModel).Type, migration: MigrationPolicy = .automatic) throws -> StoreError? {
        func contents() throws -> [[[String?]]] { try ["SELECT * FROM customer", "SELECT sql FROM sqlite_schema", "SELECT * FROM _trellis_metadata"].map(rows) }
        let before = try contents()
        let error = #expect(throws: StoreError.self) { try open(model, migration: migration) }
        #expect(try contents() == before)
        return error
    }

    @Test func `an edit that loses nothing keeps the objects, and the next opening finds the store as it has to be`() throws {
        try make(First.self)
        for _ in 1...2 { try open(Wider.self) }
        #expect(try rows("SELECT name, info, age, paid FROM customer ORDER BY _id") == [["Ada", "x", nil, "0"], ["Ben", nil, nil, "0"]])
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[Wider.descriptor.hash]])
        // And back, while the new column is empty: that would lose it.
        #expect(try refusal(First.self)?.description.contains("would be lost") == true)
    }

    @Test func `an edit that needs a decision leaves the store as it is, and the error has the file, the reason and the command`() throws {
        try make(First.self)
        let lost = try refusal(Renamed.self)
        #expect(lost?.storePath == path)
        #expect(lost == .undecidedDraft(path: path, reasons: ["the values of 'Customer.info' would be lost"]))
        #expect(lost?.description.contains("'trellis migrate apply \(path)'") == true)
        let missing = try refusal(Required.self)
        #expect(missing?.description.contains("'Customer.city' is new and required") == true, "\(String(describing: missing))")
        #expect(try rows("SELECT name, info FROM customer ORDER BY _id") == [["Ada", "x"], ["Ben", nil]])
    }

    @Test func `a row that breaks a new rule stops the step, and nothing is changed`() throws {
        try make(First.self)
        try SQLiteConnection(opening: path).execute("UPDATE customer SET name = 'Ada'")
        let error = try refusal(Unique.self)
        guard case .notMigrated? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        try SQLiteConnection(opening: path).execute("UPDATE customer SET name = 'Ben' WHERE _id = 2")
        try open(Unique.self)
    }

    @Test func `a store of the newest frozen version goes on to its draft, unless the program migrates nothing`() throws {
        try make(Frozen.self)
        guard case .olderVersion? = try refusal(Second.self, migration: .never) else { return #expect(Bool(false)) }
        try open(Second.self)
        #expect(try rows("SELECT key, value FROM _trellis_metadata WHERE key IN ('draft', 'version') ORDER BY key") == [["draft", "1"], ["version", "2"]])
        try open(Third.self)
        #expect(try rows("SELECT name, age, size FROM customer ORDER BY _id") == [["Ada", nil, nil], ["Ben", nil, nil]])
    }

    @Test func `a store that is several versions behind is refused, because the steps between have decisions`() throws {
        try make(Frozen.self)
        #expect(try refusal(Third.self) == .olderVersion(found: 1, expected: 3))
        try FileManager.default.removeItem(atPath: path)
        try make(First.self)
        #expect(try refusal(Third.self) == .earlierDraft(path: path, found: First.descriptor.hash, expected: Third.descriptor.hash))
    }

    @Test func `a store whose text was changed is refused`() throws {
        try make(First.self)
        try SQLiteConnection(opening: path).execute("UPDATE _trellis_metadata SET value = replace(value, 'info', 'note') WHERE key = 'definition'")
        #expect(try refusal(Wider.self)?.description.contains("does not contain the model that created it") == true)
    }

    @Test func `objects of your own in the file are kept`() throws {
        try make(First.self)
        try SQLiteConnection(opening: path).execute("CREATE VIEW mine AS SELECT name FROM customer")
        try open(Wider.self)
        #expect(try rows("SELECT count(*) FROM mine") == [["2"]])
    }
}
