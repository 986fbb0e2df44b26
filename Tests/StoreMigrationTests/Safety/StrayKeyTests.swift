import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// Keys that lead to no row of a table whose rows get new keys.
struct StrayKeyTests {
    /// Three entities, and one with keys to the second one.
    /// - Parameters:
    ///   - parents: the parents of the second and the third entity.
    ///   - hasKey: whether the last entity has its relationship.
    private static func model(_ parents: (String?, String?) = (nil, nil), rule: String = "nullify", hasKey: Bool = true) -> String {
        func line(_ parent: String?) -> String { parent.map { "    parent: \($0)\n" } ?? "" }
        return """
            trellis: 1
            model: Stray
            entities:
              Fruit:
                attributes: { weight: int? }
              Pear:
            \(line(parents.0))    attributes: { length: int? }
                relationships: { own: { to: Basket? }\(hasKey ? ", places: { to: [Basket], inverse: pear, deleteRule: \(rule) }" : "") }
              Quince:
            \(line(parents.1))    attributes: { width: int? }
              Basket:
                attributes: { size: int }
            \(hasKey ? "    relationships: { pear: { to: Pear?, inverse: places } }\n" : "")
            """
    }

    private static let rows = """
        INSERT INTO fruit (weight) VALUES (1), (2); INSERT INTO quince (_id, width) VALUES (1, 10), (2, 20), (3, 30);
        INSERT INTO pear (_id, length) VALUES (1, 1), (2, 2);
        """

    struct Path: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var versions: [(String, String)]
        var rows: String
    }

    private static let joined = [("Fruit", nil), ("Fruit", "Pear")] as [(String?, String?)]
    static let paths: [Path] = [6, 99, -2, 0].flatMap(paths)

    private static func paths(key: Int) -> [Path] {
        let baskets = rows + "INSERT INTO basket (size, pear_id) VALUES (1, 1), (2, \(key));"
        var paths = [Path]()
        for rule in ["nullify", "noAction"] {
            let versions = [(model(rule: rule), ""), (model(joined[0], rule: rule), ""), (model(joined[1], rule: rule), "")]
            paths.append(Path(testDescription: "two entities join one after the other, \(rule), key \(key)", versions: versions, rows: baskets))
        }
        let atOnce = [(model(), ""), (model(joined[1]), "")]
        paths.append(Path(testDescription: "two entities join at once, key \(key)", versions: atOnce, rows: baskets))
        let dropped = [(model(), ""), (model(joined[0]), ""), (model(joined[0], hasKey: false), "drops: { Basket.pear: a test }")]
        paths.append(Path(testDescription: "an entity joins, and the key is dropped then, \(key)", versions: dropped, rows: baskets))
        let own = rows + "UPDATE pear SET own_id = \(key) WHERE _id = 2;"
        paths.append(Path(testDescription: "a row that joins has the key \(key)", versions: [(model(), ""), (model(joined[0]), "")], rows: own))
        return paths
    }

    @Test(arguments: paths, [true, false]) func `they stop the migration, and lead to no other row`(_ path: Path, composes: Bool) throws {
        let history = try SampleHistory(path.versions)
        let connection = try SQLiteConnection.inMemory()
        try history.make(1, in: connection)
        try connection.execute("PRAGMA foreign_keys = OFF; \(path.rows)")
        let before = try StoreDump(connection)
        let error = #expect(throws: MigrationError.self) {
            try StoreMigrator(connection, history.chain(), MigrationOptions(availableSpace: .max, composesPlans: composes)).migrate()
        }
        guard case .strayKeys(let keys) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(keys.row == 2 && keys.count == 1)
        #expect(try StoreDump(connection) == before)
    }

    @Test func `the message names the row, the key as the file has it, and the way out`() throws {
        let history = try SampleHistory([(Self.model(), ""), (Self.model(Self.joined[0]), "")])
        let connection = try SQLiteConnection.inMemory()
        try history.make(1, in: connection)
        try connection.execute("PRAGMA foreign_keys = OFF; \(Self.rows) INSERT INTO basket (size, pear_id) VALUES (1, 77), (2, 78)")
        let error = #expect(throws: MigrationError.self) { try StoreMigrator(connection, history.chain(), MigrationOptions(availableSpace: .max)).migrate() }
        #expect(
            error.map { "\($0)" } == "row 1 of 'basket' has 'pear_id' 77, and 'pear' has no such row; 1 more such key leads nowhere. "
                + "The rows of 'pear' get new keys; this step changed nothing: empty such keys, in the store or in 'before', and migrate again")
    }

    @Test func `keys that lead to rows follow them`() throws {
        let history = try SampleHistory([(Self.model(), "")] + Self.joined.map { (Self.model($0), "") })
        let connection = try SQLiteConnection.inMemory()
        try history.make(1, in: connection)
        try connection.execute("\(Self.rows) INSERT INTO basket (size, pear_id) VALUES (1, 1), (2, 2), (3, NULL)")
        _ = try StoreMigrator(connection, history.chain(), MigrationOptions(availableSpace: .max)).migrate()
        #expect(try connection.rows("SELECT size, length FROM basket LEFT JOIN fruit ON fruit._id = pear_id ORDER BY size") == [["1", "1"], ["2", "2"], ["3", nil]])
    }
}
