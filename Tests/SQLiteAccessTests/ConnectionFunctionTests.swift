import SQLiteAccess
import Testing

struct ConnectionFunctionTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no, not this" }
    }

    @Test func `a function gets every kind of value as it is stored, and gives it back`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.functions.add("same", arguments: 1) { $0.give(try $0.argument(0).value) }
        try connection.functions.add("again", arguments: 1) { $0.giveArgument(0) }
        let values: [SQLiteValue] = [
            .null, .integer(.min), .integer(.max), .real(-0.5), .text(""), .text("a\u{0}b😀"), .blob([]), .blob([0, 255]),
        ]
        let statement = try connection.prepare("SELECT same(?1), typeof(same(?1)) = typeof(?1), again(?1)")
        for value in values {
            try statement.raw.bind(value, at: 1)
            #expect(try statement.raw.step())
            #expect(try statement.raw.value(at: 0).value == value)
            #expect(try statement.raw.value(at: 1).value == .integer(1))
            #expect(try statement.raw.value(at: 2).value == value)
            statement.raw.reset()
        }
    }

    @Test func `a function that takes any number of values is told how many`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.functions.add("how_many", arguments: -1) { $0.give(.integer(Int64($0.argumentCount))) }
        #expect(try connection.rows("SELECT how_many(), how_many(1, 2, 3)") == [["0", "3"]])
        try connection.functions.add("says_nothing", arguments: 0) { _ in }
        #expect(try connection.rows("SELECT says_nothing()") == [[nil]])
    }

    @Test func `what a function throws ends the statement in its words`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.functions.add("refuse", arguments: 0) { _ in throw Refusal() }
        let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT refuse()") }
        #expect(error?.message == "no, not this")
        #expect(try connection.rows("SELECT 1") == [["1"]])
    }

    @Test func `no schema may call a function that other programs do not have`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.functions.add("same", arguments: 1) { $0.giveArgument(0) }
        #expect(throws: SQLiteError.self) { try connection.execute("CREATE TABLE t (a, CHECK (same(a)))") }
        try connection.execute("CREATE TABLE u (a); CREATE TRIGGER r AFTER INSERT ON u BEGIN SELECT same(1); END")
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO u VALUES (1)") }
    }

    @Test func `a deterministic function of constants is called once for all rows`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
        for (isDeterministic, expected) in [(true, 1), (false, 3)] {
            var calls = 0
            try connection.functions.add("counted", arguments: 1, isDeterministic: isDeterministic) {
                calls += 1
                $0.giveArgument(0)
            }
            let statement = try connection.prepare("SELECT count(*) FROM t WHERE a <> counted(?)")
            try statement.raw.bind(.integer(9), at: 1)
            _ = try statement.raw.step()
            #expect(calls == expected)
        }
    }

    private struct Joined: AggregateState {
        var text = ""
        mutating func add(_ call: borrowing FunctionCall) throws {
            if try call.argument(0).text == "x" { throw Refusal() }
            text += try call.argument(0).text
        }
        func result() -> SQLiteValue { .text(text) }
    }

    @Test func `an aggregate function has a state for each group of rows, and one for none`() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.functions.addAggregate("joined", arguments: 1) { Joined() }
        try connection.execute("CREATE TABLE t (g, a); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (1, 'c'), (3, 'x')")
        #expect(try connection.rows("SELECT joined(a) FROM t WHERE g < 3 GROUP BY g ORDER BY g") == [["ac"], ["b"]])
        #expect(try connection.rows("SELECT joined(a) FROM t WHERE g = 9") == [[""]])
        let error = #expect(throws: SQLiteError.self) { try connection.rows("SELECT joined(a) FROM t") }
        #expect(error?.message == "no, not this")
    }

    @Test func `what a function holds is let go with the connection`() throws {
        final class Held {}
        weak var held: Held?
        do {
            let connection = try SQLiteConnection.inMemory()
            let object = Held()
            held = object
            try connection.functions.add("holds", arguments: 0) { [object] call in withExtendedLifetime(object) { call.give(true) } }
            #expect(try connection.rows("SELECT holds()") == [["1"]])
        }
        #expect(held == nil)
    }
}
