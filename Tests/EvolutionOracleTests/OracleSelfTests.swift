import ObjectOracle
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing

/// The oracle has to see what it is for: stores that are not what they were.
struct OracleSelfTests {
    /// A store with objects and connections of every kind.
    private struct Store {
        static let text = """
            trellis: 1
            model: Zoo
            entities:
              Animal:
                attributes: { name: string? }
                relationships:
                  cage: { to: Cage?, inverse: animals }
                  mate: { to: Animal?, inverse: mate }
              Bird:
                parent: Animal
                relationships: { sings: { to: [Keeper] } }
              Cage:
                relationships: { animals: { to: [Animal], inverse: cage, ordered: true } }
              Keeper:
                relationships:
                  friends: { to: [Keeper], inverse: friends }
                  teaches: { to: [Cage], ordered: true }

            """

        let version: StoredVersion
        let before: ObjectDatabase
        let connection: SQLiteConnection

        init(_ text: String = Self.text, seed: UInt64) throws {
            version = try #require(OracleTrial.version(text, 1))
            var random = SeededGenerator(seed: seed)
            before = ObjectDatabase(randomObjectsOf: version.model, using: &random)
            connection = try SQLiteConnection.inMemory()
            try connection.execute(version.schema.ddl)
            try before.write(into: connection, version.schema)
        }

        func complaints(_ words: DecisionWords = .init()) throws -> [String] {
            MigrationOracle(before, try ObjectDatabase(reading: connection, version.model, version.schema), words).complaints
        }
    }

    @Test func `a store that nothing has changed is read as it was written`() throws {
        var random = SeededGenerator.forTests()
        var connected = 0
        for _ in 0..<60 {
            let model = LinkedModel(&random)
            guard OracleTrial.version(model.text, 1) != nil else { continue }
            let store = try Store(model.text, seed: random.next())
            let after = try ObjectDatabase(reading: store.connection, store.version.model, store.version.schema)
            #expect(after.faults == [], "\(model.text)")
            #expect(after.objects == store.before.objects, "\(model.text)")
            #expect(after.members == store.before.members, "\(model.text)")
            #expect(try store.connection.rows("PRAGMA foreign_key_check") == [], "\(model.text)")
            #expect(try store.complaints() == [])
            connected += after.members.count
        }
        #expect(connected > 60)
    }

    @Test(arguments: [
        ("UPDATE animal SET cage_id = NULL WHERE _id = (SELECT min(_id) FROM animal WHERE cage_id IS NOT NULL)", "lost pair: Animal.cage"),
        ("UPDATE animal SET mate_id = NULL", "lost pair: Animal.mate"),
        ("DELETE FROM bird_sings WHERE _id = 1", "lost pair: Bird.sings"),
        ("DELETE FROM keeper_friends", "lost pair: Keeper.friends"),
        ("UPDATE animal SET cage_id = (SELECT max(_id) FROM cage)", "invented pair: Animal.cage"),
        ("UPDATE animal SET cage_id = 1000 WHERE _id = (SELECT min(_id) FROM animal)", "fault: "),
        ("UPDATE animal SET name = name || '.'", "changed value: Animal.name"),
        ("UPDATE animal SET _entity = 'Animal'", "lost object: Bird"),
        ("DELETE FROM keeper WHERE _id = (SELECT min(_id) FROM keeper)", "lost object: Keeper"),
        ("INSERT INTO cage (_id) VALUES (1000)", "invented object: Cage 1000"),
        ("UPDATE keeper_teaches SET cage_position = -coalesce(cage_position, 0)", "lost order: Keeper.teaches"),
        ("UPDATE animal SET cage_position = NULL", "lost order: Cage.animals"),
    ])
    func `a change that nothing explains is noticed`(change: String, complaint: String) throws {
        var noticed = 0
        for seed in 0..<10 {
            let store = try Store(seed: UInt64(seed))
            try store.connection.execute(change)
            noticed += try store.complaints().contains { $0.hasPrefix(complaint) } ? 1 : 0
        }
        // Some stores have nothing that the statement could change.
        #expect(noticed > 2)
    }

    @Test(arguments: [
        ("UPDATE animal SET cage_id = NULL, cage_position = NULL", DecisionWords(drops: ["Cage.animals"])),
        ("UPDATE animal SET mate_id = NULL", DecisionWords(drops: ["Animal.mate"])),
        ("UPDATE animal SET cage_position = NULL", DecisionWords(drops: ["Animal.cage"])),
        ("UPDATE animal SET cage_id = (SELECT min(_id) FROM cage)", DecisionWords(values: ["Animal.cage": "(SELECT min(_id) FROM cage)"])),
        ("DELETE FROM bird_sings", DecisionWords(drops: ["Bird.sings"])),
        ("UPDATE animal SET name = 'x'", DecisionWords(values: ["Animal.name": "'x'"])),
    ])
    func `a decision explains a loss`(change: String, words: DecisionWords) throws {
        for seed in 0..<10 {
            let store = try Store(seed: UInt64(seed))
            try store.connection.execute(change)
            #expect(try store.complaints(words) == [])
            // Of another relationship it explains nothing.
            try store.connection.execute("DELETE FROM keeper_friends")
            let isConnected = store.before.members.contains { $0.key.name == "friends" && !$0.value.isEmpty }
            #expect(try store.complaints(words).isEmpty == !isConnected)
        }
    }

    @Test func `a new name without a decision is a loss, and one with a decision is none`() throws {
        let store = try Store(seed: 7)
        let renamed = try #require(OracleTrial.version(Store.text.replacing("sings:", with: "performs:"), 1))
        try store.connection.execute("ALTER TABLE bird_sings RENAME TO bird_performs")
        let after = try ObjectDatabase(reading: store.connection, renamed.model, renamed.schema)
        #expect(!after.members.filter { $0.key.name == "performs" }.isEmpty)
        #expect(MigrationOracle(store.before, after, .init(renames: ["Bird.sings": "performs"])).complaints == [])
        let kinds = Set(MigrationOracle(store.before, after, .init()).complaints.map { $0.prefix { $0 != ":" } })
        #expect(kinds == ["lost pair", "invented pair"])
    }
}
