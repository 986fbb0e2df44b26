import AgencyModel
import Foundation
import Predicates
import SQLiteAccess
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// A store of an agency, whose migrations have steps in Swift to the versions 2 and 5.
struct AgencyStore {
    private let folder: TemporaryFolder
    var path: String { folder.file("agency.sqlite") }

    /// A store of the first version.
    init(customers: Int = 30, nameLength: Int = 0) throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "agency.sqlite")
        let first = try #require(Self.history()[version: 1]?.read().version)
        let connection = try connect()
        try connection.execute(first.schema.ddl)
        try connection.execute("UPDATE _trellis_metadata SET value = 'one' WHERE key = 'uuid'")
        try connection.execute(Self.rows(customers: customers, nameLength: nameLength))
    }

    /// The same store in a file of its own.
    init(copying store: AgencyStore) throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: store.path, toPath: path)
    }

    private static func rows(customers: Int, nameLength: Int) -> String {
        """
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(customers))
        INSERT INTO party (_id, _version, _entity, name, channel, home, home_city, home_zip)
        SELECT i, 1 + i % 3, 'Customer', 'Ada ' || i || ' Ösel' || (i % 7) || hex(zeroblob(\(nameLength / 2))), iif(i % 2, 'mail', 'phone'),
            iif(i % 3, 1, NULL), iif(i % 3, 'Bern ' || i, NULL), iif(i % 3 = 1, '30' || i, NULL) FROM n;
        INSERT INTO party (_entity, name, vat) VALUES ('Supplier', 'Steel Ltd', 'CHE-1');
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(customers))
        INSERT INTO "order" (title, total, customer_id) SELECT iif(i % 5, ' chair ' || i, 'draft'), i * 100, 1 + i / 2 FROM n;
        INSERT INTO sample (amount, bytes, channel, day, double, exact, flag, identifier, instant, iso, large, link, medium, single, small, span,
            tags, text, text_identifier, unix, maybe_text, maybe_bytes, maybe_amount)
        VALUES (-1234, x'00ff', 'phone', '2024-02-29', 0.1, '12345678901234567890.5', 1, x'0011aabbffee400080000123456789ab', 0.5,
            '2024-01-31T12:00:00.000Z', 9223372036854775807, 'https://example.org/a%20b', -2147483648, 0.25, 32767, 1500000, '["a","b"]', 'ß 🦊',
            '0011aabb-ffee-4000-8000-0123456789ab', 1706702400.25, NULL, NULL, NULL),
            (0, x'', 'mail', '0001-01-01', -1.5e300, '0', 0, x'00000000000000000000000000000000', -1.0, '0001-01-01T00:00:00.000Z',
            -9223372036854775808, 'a:', 2147483647, -3.5, -32768, -1, '[]', '', 'ffffffff-ffff-4fff-8fff-ffffffffffff', -62135596800.0, 'it''s', x'01', 5);
        """
    }

    func connect() throws -> SQLiteConnection { try SQLiteConnection(opening: path) }
    func rows(_ sql: String) throws -> [[String?]] { try connect().rows(sql) }
    func execute(_ sql: String) throws { try connect().execute(sql) }

    var version: Int? {
        get throws { try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'")[0][0].flatMap { Int($0) } }
    }

    /// Migrates the store without opening it, up to a version.
    @discardableResult
    func migrate(
        to version: Int = 5, composing: Bool = true, _ functions: [SwiftStepFunction] = Agency.descriptor.migrations.swiftSteps,
        onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) throws -> StoreMigrator.Outcome {
        let plans = Agency.descriptor.migrations.plans()
        let chain = MigrationChain(
            model: "Agency", version: 5, isDraft: false, hash: Agency.descriptor.hash, plans: plans)
        let connection = try connect()
        try TextDerivation.register(on: connection.functions)
        var options = MigrationOptions(composesPlans: composing, onProgress: onProgress)
        options.swiftSteps = functions
        return try StoreMigrator(connection, #require(chain.ending(at: version)), options).migrate()
    }

    /// What another store has otherwise, and what is wrong with this one.
    func differences(from other: AgencyStore) throws -> [String] {
        let connection = try connect()
        let damage = try connection.rows("PRAGMA integrity_check").filter { $0 != ["ok"] } + connection.rows("PRAGMA foreign_key_check")
        return damage.map { "\($0)" } + (try StoreDump(connection).differences(from: StoreDump(other.connect())))
    }

    static func history() throws -> ModelHistory {
        let folder = "\(Project.root)/Tests/Cases/swift-steps/versions"
        var files = HistoryFiles(model: "schema.yaml", folder: "versions", contents: [:])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            files.contents[name] = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        }
        return try #require(HistoryReader.read(files).history)
    }
}
