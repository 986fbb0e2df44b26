import TestSupport
import Testing

/// Names of tables and columns.
struct StoredNameTests {
    private func model(table: String = "things", column: String = "label", key: String = "boss", members: String = "") -> String {
        """
        trellis: 1
        model: Things
        entities:
          Thing:
            table: \(table)
            attributes:
              name: { type: string, column: \(column) }
            relationships:
              parent: { to: Thing?, inverse: children, column: \(key) }
              children: { to: [Thing], inverse: parent\(members) }
        """
    }

    @Test("Any word of SQL can be one, in any case")
    func usable() {
        expectFindings(model(table: "Order", column: "select", key: "a1_B2"))
    }

    @Test("A name that SQLite or the layout keeps for itself is reported where it stands")
    func unusable() {
        for name in ["_id", "sqlite_things", "SQLite_x", "a__b", "a_", "1a", "é", "\"a b\"", "\"a\\\"b\"", String(repeating: "a", count: 65)] {
            expectFindings(model(table: "1️⃣\(name)"), .init("TR1313", at: 1))
            expectFindings(model(column: "1️⃣\(name)"), .init("TR1313", at: 1))
            expectFindings(model(key: "1️⃣\(name)"), .init("TR1313", at: 1))
        }
    }

    @Test("A to-many has no column")
    func toMany() {
        expectFindings(model(members: ", column: 1️⃣child"), .init("TR1402", at: 1))
    }

    @Test("They are part of what the model means")
    func meaning() throws {
        let hashes = try [model(), model(table: "others"), model(column: "other"), model(key: "other")].map {
            try readModel($0).meaningHash
        }
        #expect(Set(hashes).count == 4)
    }
}
