import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import TrellisTesting

/// The values of generated rows, by the rules of their attributes.
struct GeneratedValueTests {
    /// - Returns: the values of the only attribute of fifty rows, as SQLite sorts them.
    private func values(_ attribute: String, count: Int = 50) throws -> [String] {
        let folder = try TemporaryFolder()
        // The name is that of a compiled model; its frozen version is the one here.
        try folder.write("trellis: 1\nmodel: Orders\nentities:\n  Sample: { attributes: { value: \(attribute) } }\n", to: "Orders.yaml")
        let frozen = try ChildProcess.run(Project.trellis, ["migrate", "create", "Orders.yaml"], in: folder.path)
        #expect(frozen.exitCode == 0, "\(frozen.errors)")
        let versions = try ModelVersions(of: Orders.self, in: URL(filePath: folder.file("versions")))
        let store = try versions.store(ofVersion: 1, rows: .init(count: count))
        let rows = try SQLiteConnection(opening: store.path).rows("SELECT value FROM sample ORDER BY value")
        return rows.compactMap { $0[0] }
    }

    @Test(arguments: [
        ("{ type: int64, max: -5000000000000 }", Int64.min, -5_000_000_000_000), ("{ type: int64, min: 5000000000000 }", 5_000_000_000_000, .max),
        ("{ type: int64, min: 9223372036854775700 }", 9_223_372_036_854_775_700, .max), ("{ type: int16, min: 7, max: 7 }", 7, 7),
        ("{ type: duration, max: -P100D }", .min, -8_640_000_000_000), ("{ type: decimal, scale: 2, max: -90000000000 }", .min, -9_000_000_000_000),
        ("{ type: int64, min: -9223372036854775808, max: 9223372036854775807, unique: true }", .min, .max),
    ]) func `numbers are within their rules, far from the usual ones too`(attribute: String, least: Int64, greatest: Int64) throws {
        let values = try values(attribute).compactMap { Int64($0) }
        #expect(values.count == 50 && values.allSatisfy { (least...greatest).contains($0) }, "\(values.prefix(3))")
    }

    @Test(arguments: [
        "{ type: day, min: 2020-02-01, max: 2020-04-01, unique: true }", "{ type: int64, min: 9223372036854775700, unique: true }",
        "{ type: decimal, scale: 18, min: 0.5, unique: true }", "{ type: double, min: 0, max: 1, unique: true }",
        "{ type: float, min: 0.1, max: 0.2, unique: true }", "{ type: string, maxLength: 1, unique: true }",
        "{ type: date, min: 2020-02-01T00:00:00Z, max: 2020-02-02T00:00:00Z, unique: true }",
        "{ type: date, storage: unix, min: 2020-02-01T00:00:00Z, max: 2020-02-02T00:00:00Z, unique: true }",
        "{ type: date, storage: iso8601, min: 2020-02-01T00:00:00Z, max: 2020-02-02T00:00:00Z, unique: true }",
    ]) func `values are unique where they must be, in narrow ranges too`(attribute: String) throws {
        let values = try values(attribute)
        #expect(Set(values).count == 50)
        if attribute.contains("day") { #expect(values.first ?? "" >= "2020-02-01" && values.last ?? "~" <= "2020-04-01", "\(values)") }
        if attribute.contains("iso8601") { #expect(values.first ?? "" >= "2020-02-01" && values.last ?? "~" <= "2020-02-02T00:00:00.000Z", "\(values)") }
        if attribute.contains("max: 1,") { #expect(values.allSatisfy { (0...1).contains(Double($0) ?? 2) }) }
        if attribute.contains("float") { #expect(values.allSatisfy { (0.1...0.2).contains(Double($0) ?? 2) }) }
    }

    @Test func `where no values are found, an attribute is named that the entity has`() throws {
        let error = #expect(throws: VersionError.self) { try values("{ type: bool, unique: true }") }
        #expect(error?.description.hasSuffix("for example \"Sample.value\"") == true, "\(String(describing: error))")
    }
}
