import SQLiteAccess
import Testing

/// Memory and database must put the same values in the same order: every hard pair is asked of both.
struct OrderTests {
    static let hard: [SQLiteValue] = [
        .null, .integer(.min), .integer(.min + 1), .integer(-9_007_199_254_740_993), .integer(-2), .integer(-1), .integer(0),
        .integer(1), .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(.max - 1), .integer(.max),
        .real(-.infinity), .real(-1e300), .real(-0x1p63), .real(-9_007_199_254_740_992), .real(-1.5), .real(-1), .real(-0.5),
        .real(-0.0), .real(0), .real(.leastNonzeroMagnitude), .real(0.5), .real(1), .real(1.5), .real(9_007_199_254_740_992),
        .real(0x1p63), .real(0x1p62), .real(1e300), .real(.infinity), .text(""), .text("\u{0}"), .text("0"), .text("1"),
        .text("A"), .text("a"), .text("a\u{0}b"), .text("a\u{0}c"), .text("aa"), .text("e\u{301}"), .text("é"), .text("z"),
        .text("\u{FFFD}"), .text("😀"), .blob([]), .blob([0]), .blob([0, 0]), .blob([0x61]), .blob([0x80]), .blob([0xFF]),
    ]

    @Test("'precedes' is the order of ORDER BY, for every two of the hard values")
    func order() throws {
        // ORDER BY and not `<`: between values of two classes, and with NULL, only that has an order.
        let statement = try SQLiteConnection.inMemory().prepare(
            "SELECT n FROM (SELECT 1 AS n, ?1 AS v UNION ALL SELECT 2, ?2) ORDER BY v, n DESC LIMIT 1")
        // SQLite stores NULL for a number that is none.
        for left in Self.hard + [.real(.nan)] {
            for right in Self.hard + [.real(.nan)] {
                try statement.raw.bind(left, at: 1)
                try statement.raw.bind(right, at: 2)
                #expect(try statement.raw.step())
                // Equal values come in the order of `n DESC`, so the first row is the left one only where it precedes.
                #expect(left.precedes(right) == (statement.raw.integer(at: 0) == 1), "\(left), \(right)")
                statement.raw.reset()
            }
        }
    }

    @Test("'precedes' is SQLite's `<` where neither is NULL")
    func less() throws {
        let connection = try SQLiteConnection.inMemory()
        let statement = try connection.prepare("SELECT ?1 < ?2")
        for left in Self.hard where left != .null {
            for right in Self.hard where right != .null {
                try statement.raw.bind(left, at: 1)
                try statement.raw.bind(right, at: 2)
                #expect(try statement.raw.step())
                #expect(left.precedes(right) == (statement.raw.integer(at: 0) == 1), "\(left) < \(right)")
                statement.raw.reset()
            }
        }
    }

    @Test("'isSame' is SQLite's IS, for every two of the hard values")
    func same() throws {
        let connection = try SQLiteConnection.inMemory()
        let statement = try connection.prepare("SELECT ?1 IS ?2")
        for left in Self.hard {
            for right in Self.hard {
                try statement.raw.bind(left, at: 1)
                try statement.raw.bind(right, at: 2)
                #expect(try statement.raw.step())
                #expect(left.isSame(as: right) == (statement.raw.integer(at: 0) == 1), "\(left) IS \(right)")
                statement.raw.reset()
            }
        }
    }
}
