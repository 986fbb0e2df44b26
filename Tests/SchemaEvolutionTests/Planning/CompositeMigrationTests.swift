import SQLiteAccess
import SchemaEvolution
import Testing

/// Parts of optional composites: a required one is there exactly where its composite is.
struct CompositeMigrationTests {
    private static let old = model("street: string, city: string?")
    /// A composite with all its parts, one without what may be missing, and none.
    private static let rows =
        "INSERT INTO firm (seat, seat_street, seat_city) VALUES (1, 'Main 1', 'Bern'), (1, 'Main 2', NULL), (NULL, NULL, NULL)"

    private static func model(_ parts: String, _ more: String = "") -> String {
        "trellis: 1\nmodel: Shop\ncomposites:\n  Address: { \(parts) }\n\(more)entities:\n  Firm:\n    attributes: { seat: Address? }\n"
    }

    private func columns(_ names: String, of new: String, _ decided: String = "") throws -> [[String?]] {
        let migration = try PlannedMigration(from: Self.old, to: new, decided)
        #expect(migration.codes == [])
        return try migration.run(Self.rows).rows("SELECT \(names) FROM firm ORDER BY _id")
    }

    @Test("A part that was optional and is required gets its default where the composite is there, and nothing where it is not")
    func requiredNow() throws {
        let found = try columns("seat, seat_city", of: Self.model("street: string, city: { type: string, default: Biel }"))
        #expect(found == [["1", "Bern"], ["1", "Biel"], [nil, nil]])
    }

    @Test("Without a default a part that is required now takes a value, which counts where the composite is there")
    func missingValue() throws {
        let new = Self.model("street: string, city: string")
        let asked = try PlannedMigration(from: Self.old, to: new)
        #expect(asked.codes == ["TR2103"] && asked.helps[0].contains("'values: { Firm.seat.city: \"coalesce(seat_city, …)\" }'"))
        let found = try columns("seat, seat_city", of: new, "values: { Firm.seat.city: \"coalesce(seat_city, 'Biel')\" }")
        #expect(found == [["1", "Bern"], ["1", "Biel"], [nil, nil]])
    }

    @Test("A composite that is removed is one decision: a reason, or its new name", arguments: ["Address", "Address?"])
    func removed(type: String) throws {
        let old = Self.old.replacing("seat: Address?", with: "name: string, seat: \(type)")
        let gone = try PlannedMigration(from: old, to: old.replacing(", seat: \(type)", with: ""))
        #expect(gone.findings.map(\.message) == ["the values of 'Firm.seat' would be lost"])
        #expect(gone.helps == ["decide in the migration's file: 'drops: { Firm.seat: why }'"])
        let decided = try PlannedMigration(from: old, to: old.replacing(", seat: \(type)", with: ""), "drops: { Firm.seat: why }")
        #expect(decided.codes == [] && decided.plan != nil)
        let renamed = try PlannedMigration(from: old, to: old.replacing("seat: \(type)", with: "seats: \(type)"))
        #expect(renamed.helps.contains { $0.contains("'renames: { Firm.seat: seats }', or 'drops: { Firm.seat: why }'") }, "\(renamed.helps)")
    }

    @Test("One part that is removed is a decision about it")
    func removedPart() throws {
        let asked = try PlannedMigration(from: Self.old, to: Self.model("street: string"))
        #expect(asked.findings.map(\.message) == ["the values of 'Firm.seat.city' would be lost"])
    }

    @Test("A new required part gets its default, or a value, where the composite is there")
    func added() throws {
        let given = try columns("seat, seat_zip", of: Self.model("street: string, city: string?, zip: { type: int, default: 7 }"))
        #expect(given == [["1", "7"], ["1", "7"], [nil, nil]])
        let new = Self.model("street: string, city: string?, zip: int")
        #expect(try PlannedMigration(from: Self.old, to: new).codes == ["TR2103"])
        #expect(try columns("seat, seat_zip", of: new, "values: { Firm.seat.zip: 7 }") == given)
        #expect(try columns("seat, seat_zip", of: new, "values: { Firm.seat.zip: CASE WHEN seat IS NOT NULL THEN 7 END }") == given)
    }

    @Test("The parts of a new optional composite ask for nothing: no row has it")
    func newComposite() throws {
        let new = Self.old.replacing("seat: Address?", with: "seat: Address?, store: Address?")
        #expect(try columns("seat_street, store, store_street", of: new).map { $0[1...] } == Array(repeating: [nil, nil], count: 3))
    }

    @Test("An optional composite within one is there where the outer one is")
    func inner() throws {
        let new = Self.model("place: Place?, city: string?", "  Place: { street: string }\n")
        let found = try columns("seat, seat_place, seat_place_street", of: new, "renames: { Firm.seat.street: seat.place.street }")
        #expect(found == [["1", "1", "Main 1"], ["1", "1", "Main 2"], [nil, nil, nil]])
    }

    @Test("The proof sees a composite that lacks a part, and one that has a part and is not there")
    func proof() throws {
        let new = Self.model("street: string, city: { type: string, default: Biel }")
        let migration = try PlannedMigration(from: Self.old, to: new)
        let plan = try #require(migration.plan)
        let right = "CASE WHEN seat IS NOT NULL THEN coalesce(seat_city, 'Biel') END"
        for wrong in ["seat_city", "coalesce(seat_city, 'Biel')"] {
            let other = try plan.replacing(right, with: wrong)
            #expect(!MigrationProof(from: migration.old, to: migration.new, .init()).findings(of: other).isEmpty, "\(wrong)")
        }
    }
}
