import Foundation
import Predicates
import SQLiteAccess

/// A layout with everything that a condition can meet.
enum SampleLayout {
    static let layout = FetchLayout(entities: [
        .init(
            name: "Thing", table: "thing",
            properties: [
                "flag": .attribute(column: "flag", type: .bool, isOptional: false),
                "maybeFlag": .attribute(column: "maybe_flag", type: .bool, isOptional: true),
                "count": .attribute(column: "count", type: .integer, isOptional: false),
                "limit": .attribute(column: "limit", type: .integer, isOptional: true),
                "size": .attribute(column: "size", type: .real, isOptional: true),
                "price": .attribute(column: "price", type: .decimal(scale: 2), isOptional: false),
                "ratio": .attribute(column: "ratio", type: .exactDecimal, isOptional: true),
                "name": .attribute(column: "name", type: .text, isOptional: false),
                "info": .attribute(column: "info", type: .text, isOptional: true),
                "made": .attribute(column: "made", type: .date, isOptional: false),
                "due": .attribute(column: "due", type: .day, isOptional: true),
                "lasts": .attribute(column: "lasts", type: .duration, isOptional: true),
                "bytes": .attribute(column: "bytes", type: .data, isOptional: true),
                "key": .attribute(column: "key", type: .uuid, isOptional: true),
                "seen": .attribute(column: "seen", type: .unixDate, isOptional: true),
                "sent": .attribute(column: "sent", type: .iso8601Date, isOptional: true),
                "token": .attribute(column: "token", type: .textUUID, isOptional: true),
                "owner": .toOne(column: "owner_id", destination: "Person", isOptional: true),
                "maker": .toOne(column: "maker_id", destination: "Person", isOptional: false),
                "tags": .toMany(
                    destination: "Tag", via: .joinTable(.init(name: "thing_tag", owner: "thing_id", member: "tag_id"))),
            ]),
        .init(
            name: "Person", table: "person",
            properties: [
                "name": .attribute(column: "name", type: .text, isOptional: false),
                "age": .attribute(column: "age", type: .integer, isOptional: true),
                "boss": .toOne(column: "boss_id", destination: "Person", isOptional: true),
                "folded": .attribute(column: "folded", type: .foldedText, isOptional: true),
                "things": .toMany(destination: "Thing", via: .column("owner_id")),
                "staff": .toMany(destination: "Person", via: .column("boss_id")),
                "favourite": .partner(column: "fan_id", destination: "Tag"),
            ]),
        .init(
            name: "Chief", table: "person", parent: "Person",
            properties: [
                "bonus": .attribute(column: "bonus", type: .decimal(scale: 3), isOptional: true),
                "products": .toMany(destination: "Thing", via: .column("maker_id")),
            ]),
        .init(
            name: "Tag", table: "tag",
            properties: [
                "name": .attribute(column: "name", type: .text, isOptional: true),
                "weight": .attribute(column: "weight", type: .integer, isOptional: true),
                "kind": .attribute(
                    column: "kind", type: .enumeration(name: "Kind", isInteger: false, rawValues: ["a", "b"]), isOptional: true),
                "fan": .toOne(column: "fan_id", destination: "Person", isOptional: true),
                "keeper": .toOne(column: "keeper_id", destination: "Chief", isOptional: true),
                "things": .toMany(
                    destination: "Thing", via: .joinTable(.init(name: "thing_tag", owner: "tag_id", member: "thing_id"))),
            ]),
    ])

    /// The cases of `Kind`, the one enum.
    static let caseNames: [String: ConditionValue] = ["first": .text("a"), "second": .text("b")]

    /// The tables of the layout, without constraints: files that others wrote may hold anything.
    static let schema = """
        CREATE TABLE person (
          _id INTEGER PRIMARY KEY, _entity TEXT NOT NULL, name TEXT NOT NULL, age INTEGER, boss_id INTEGER, folded TEXT, bonus INTEGER
        ) STRICT;
        CREATE TABLE tag (
          _id INTEGER PRIMARY KEY, name TEXT, weight INTEGER, kind TEXT, fan_id INTEGER UNIQUE, keeper_id INTEGER
        ) STRICT;
        CREATE TABLE thing_tag (thing_id INTEGER NOT NULL, tag_id INTEGER NOT NULL, UNIQUE (thing_id, tag_id)) STRICT;
        CREATE TABLE thing (
          _id INTEGER PRIMARY KEY, flag INTEGER NOT NULL, maybe_flag INTEGER, count INTEGER NOT NULL, "limit" INTEGER, size REAL,
          price INTEGER NOT NULL, ratio TEXT, name TEXT NOT NULL, info TEXT, made REAL NOT NULL, due TEXT, lasts INTEGER, bytes BLOB,
          "key" BLOB, seen REAL, sent TEXT, token TEXT, owner_id INTEGER, maker_id INTEGER NOT NULL
        ) STRICT;
        """

    /// The fetch of things that a condition and sort keys in text ask for.
    static func fetch(
        _ condition: String?, sort: [String] = [], limit: Int? = nil, parameters: [String: FetchParameter] = [:]
    ) throws -> ResolvedFetch {
        let query = FetchQuery(
            entity: "Thing", condition: try condition.map { try PredicateParser.condition($0) },
            sort: try sort.map { try PredicateParser.sortTerm($0) }, limit: limit)
        return try ResolvedFetch(query, in: layout, parameters: parameters)
    }

    /// Small pools of values for each column, so that random rows and random conditions meet; some are hard.
    static let pools: [String: [SQLiteValue]] = [
        "flag": [.integer(0), .integer(1)], "maybe_flag": [.null, .integer(0), .integer(1)],
        "count": [-1, 0, 1, 2, 3, 9_007_199_254_740_993, .max, .min].map { .integer($0) },
        "limit": [.null, .integer(0), .integer(2), .integer(9_007_199_254_740_992)],
        "size": [
            .null, .real(0), .real(-0.0), .real(1.5), .real(2), .real(9_007_199_254_740_992), .real(.infinity),
            .real(-1e300),
        ],
        "price": [-150, 0, 1, 149, 150, 151, 999_999_999_999_999_999].map { .integer($0) },
        "ratio": [.null, .text("0"), .text("1.5"), .text("-1.5"), .text("9"), .text("10")],
        "name": texts.map { .text($0) },
        "info": [.null, .text(""), .text("a"), .text("nil")], "made": [.real(-0.5), .real(0), .real(10), .real(10.25), .real(796_438_800), .real(814_581_000), .real(788_916_600.5), .real(1e300)],
        "due": [.null, .text("0001-01-01"), .text("2000-02-29"), .text("9999-12-31")],
        "lasts": [.null, .integer(0), .integer(-1), .integer(5_400_000_000), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min)],
        "bytes": [.null, .blob([]), .blob([0]), .blob([1, 2])],
        "key": [.null, .blob(Array(repeating: 0, count: 16)), .blob(Array(repeating: 0xAB, count: 16))],
        "seen": [.null, .real(978_307_199.5), .real(978_307_200), .real(978_307_210.25), .real(1_791_042_300), .real(1_793_514_600)],
        "sent": [
            .null, .text("0000-01-01T00:00:00.000Z"), .text("2001-01-01T00:00:00.000Z"), .text("2001-01-01T00:00:10.250Z"),
            .text("2026-03-29T01:00:00.000Z"), .text("2026-10-25T00:30:00.000Z"),
            .text("9999-12-31T23:59:59.999Z"),
        ],
        "token": [
            .null, .text("00000000-0000-0000-0000-000000000000"), .text("abababab-abab-abab-abab-abababababab"),
        ],
        // No row has the key 99.
        "owner_id": [.null, .integer(1), .integer(2), .integer(3), .integer(99)],
        "maker_id": [.integer(1), .integer(2), .integer(99)],
        "age": [.null, .integer(1), .integer(2)], "boss_id": [.null, .integer(1), .integer(2), .integer(99)],
        "_entity": [.text("Person"), .text("Chief")], "bonus": [.null, .integer(1), .integer(1_500), .integer(-999)],
        "folded": [.null, .text(""), .text("a"), .text("e"), .text("ab")],
        "weight": [.null, .integer(0), .integer(3), .integer(.max)],
        "kind": [.null, .text("a"), .text("b")], "keeper_id": [.null, .integer(1), .integer(2), .integer(4), .integer(99)],
    ]

    /// Texts that are near each other, spelled in two ways, cut by a NUL, or at the ends of Unicode's planes.
    static let texts = [
        "", "a", "A", "b", "é", "É", "e\u{301}", "e\u{323}\u{301}", "a\u{0}b", "a\u{0}", "😀", "ab", "aB*", "a?b", "ß", "SS", "İ",
        "Σς", "ﬁ", "\u{D7FF}x", "\u{E000}", "\u{10FFFF}", "\u{10FFFF}\u{10FFFF}a", "a\u{10FFFF}", "👩‍👩‍👧", "日本", "\\", "%_'\"",
    ]
}
