import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What `trellis migrate apply --to 1 --allow-down` calls by its earlier name again.
struct MigrateBackNamesTests {
    private func applied(_ store: CheckedStore, rows: String) throws {
        try store.execute(rows)
        let up = try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(up.exitCode == 0, "\(up.errors)")
    }

    private func back(_ store: CheckedStore, _ decisions: String? = nil) throws -> ChildProcess {
        guard let decisions else {
            return try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1", "--allow-down")
        }
        try store.folder.write("trellis: 1\n\(decisions)\n", to: "back.yaml")
        return try store.trellis(
            "migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1", "--allow-down", "--decisions", "back.yaml")
    }

    @Test func `an attribute that was renamed and went up to a parent comes back to its entity`() throws {
        let store = try CheckedStore(
            [
                """
                  Firm: { small: true, attributes: { title: "string?" } }
                  Person: { small: true, attributes: { age: int } }
                """,
                """
                  Party: { abstract: true, small: true, attributes: { name: "string?" } }
                  Firm: { parent: Party, small: true }
                  Person: { parent: Party, small: true, attributes: { age: int } }
                """,
            ], decisions: [2: "renames: { Firm.title: name }"])
        try applied(store, rows: "INSERT INTO firm (title) VALUES ('ACME'), (NULL); INSERT INTO person (age) VALUES (1)")
        let asked = try back(store)
        #expect(asked.exitCode == 1 && asked.errors.contains("drops: { Party.name: why }"), "\(asked.errors)")
        #expect(!asked.errors.contains("TR2105"), "\(asked.errors)")
        let decided = try back(store, "drops: { Party.name: Persons have none. }")
        #expect(decided.exitCode == 0, "\(decided.errors)")
        #expect(try store.connection().rows("SELECT title FROM firm ORDER BY _id") == [["ACME"], [nil]])
        #expect(try store.connection().rows("SELECT age FROM person") == [["1"]])
    }

    @Test func `parts of a composite get their names back, through several steps`() throws {
        func shop(_ composite: String, _ parts: String) -> String {
            """
              Firm: { attributes: { \(composite): \(composite == "home" ? "Home" : "House?") } }
            composites:
              \(composite == "home" ? "Home" : "House"): { \(parts) }
            """
        }
        let store = try CheckedStore(
            [shop("home", "city: string, zip: \"string?\""), shop("home", "town: string, zip: \"string?\""),
             shop("house", "town: string, zip: \"string?\"")],
            decisions: [2: "renames: { Firm.home.city: home.town }", 3: "renames: { Firm.home: house }"])
        try applied(store, rows: "INSERT INTO firm (home_city, home_zip) VALUES ('Ulm', NULL), ('Bern', '3000')")
        let decided = try back(store)
        // An optional composite may be missing.
        #expect(!decided.errors.contains("TR2102"), "\(decided.errors)")
        let answered = try back(store, "values: { Firm.home.city: \"ifnull(house_town, '')\" }")
        #expect(answered.exitCode == 0, "\(answered.errors)")
        #expect(try store.connection().rows("SELECT home_city, home_zip FROM firm ORDER BY _id") == [["Ulm", nil], ["Bern", "3000"]])
    }

    private func cases(_ old: String, _ new: String, _ decisions: String) throws -> CheckedStore {
        func shop(_ cases: String) -> String { "  Call: { attributes: { way: Way } }\nenums:\n  Way: [\(cases)]" }
        return try CheckedStore([shop(old), shop(new)], decisions: [2: decisions])
    }

    @Test func `a renamed case goes back, and a new one beside it is asked for`() throws {
        let store = try cases("web, phone", "web, call, fax", "cases: { Way.phone: call }")
        try applied(store, rows: "INSERT INTO call (way) VALUES ('phone'), ('web')")
        let asked = try back(store)
        #expect(asked.exitCode == 1 && asked.errors.contains("cases: { Way.fax:"), "\(asked.errors)")
        #expect(!asked.errors.contains("TR2105") && !asked.errors.contains("Way.call"), "\(asked.errors)")
        let decided = try back(store, "cases: { Way.fax: web }")
        #expect(decided.exitCode == 0, "\(decided.errors)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["phone"], ["web"]])
    }

    @Test func `a case that several became is asked for`() throws {
        let store = try cases("web, phone, fax", "web, call", "cases: { Way.phone: call, Way.fax: call }")
        try applied(store, rows: "INSERT INTO call (way) VALUES ('phone'), ('web'), ('fax')")
        let asked = try back(store)
        #expect(asked.exitCode == 1 && asked.errors.contains("cases: { Way.call:"), "\(asked.errors)")
        let decided = try back(store, "cases: { Way.call: fax }")
        #expect(decided.exitCode == 0, "\(decided.errors)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["fax"], ["web"], ["fax"]])
    }

    /// Versions of one enum of integers, by its name and its cases. Names alone need no version, so an index comes and goes with each.
    private func numbers(_ versions: [(name: String, cases: String)], _ decisions: [Int: String]) throws -> CheckedStore {
        let texts = versions.enumerated().map { place, version in
            "  Call: { attributes: { way: \(version.name) }\(place.isMultiple(of: 2) ? "" : ", indexes: [way]") }\n"
                + "enums:\n  \(version.name): { raw: int, cases: { \(version.cases) } }"
        }
        return try CheckedStore(texts, decisions: decisions)
    }

    @Test func `exchanged raw values are exchanged again`() throws {
        let store = try numbers(
            [("Way", "web: 1, phone: 2, fax: 3"), ("Way", "web: 2, phone: 1, fax: 3")], [2: "cases: { Way.web: web, Way.phone: phone }"])
        try applied(store, rows: "INSERT INTO call (way) VALUES (1), (2), (3)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["2"], ["1"], ["3"]])
        let went = try back(store)
        #expect(went.exitCode == 0, "\(went.errors)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["1"], ["2"], ["3"]])
    }

    @Test func `raw values go back through several steps, other names of cases and of their enum`() throws {
        // The second step gives 'phone' another name without a decision: its raw value stays.
        let store = try numbers(
            [("Way", "web: 1, phone: 2"), ("Way", "web: 1, call: 2"), ("Path", "web: 1, call: 2"), ("Path", "web: 2, call: 7")],
            [4: "cases: { Path.web: web, Path.call: call }"])
        try applied(store, rows: "INSERT INTO call (way) VALUES (1), (2)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["2"], ["7"]])
        let went = try back(store)
        #expect(went.exitCode == 0, "\(went.errors)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY _id") == [["1"], ["2"]])
    }

    @Test func `cases of an enum that no attribute keeps are not spoken of`() throws {
        func shop(_ attribute: String, _ cases: String) -> String {
            "  Call: { attributes: { number: int, \(attribute) } }\nenums:\n  Way: { raw: int, cases: { \(cases) } }"
        }
        let store = try CheckedStore(
            [shop("way: Way?", "web: 1, phone: 2"), shop("way: Way?", "web: 2, phone: 1"), shop("kind: Way?", "web: 2, phone: 1")],
            decisions: [2: "cases: { Way.web: web, Way.phone: phone }", 3: "drops: { Call.way: a test }"])
        try applied(store, rows: "INSERT INTO call (number, way) VALUES (1, 1), (2, 2)")
        let went = try back(store, "drops: { Call.kind: a test }")
        #expect(went.exitCode == 0, "\(went.errors)")
        #expect(try store.connection().rows("SELECT number, way FROM call ORDER BY _id") == [["1", nil], ["2", nil]])
    }

    @Test func `a case that others joined is asked for, also if its raw value was another one`() throws {
        let store = try numbers(
            [("Way", "web: 1, phone: 2"), ("Way", "web: 5")], [2: "cases: { Way.web: web, Way.phone: web }"])
        try applied(store, rows: "INSERT INTO call (way) VALUES (1), (2)")
        let asked = try back(store)
        #expect(asked.exitCode == 1 && asked.errors.contains("cases: { Way.web:"), "\(asked.errors)")
    }

    @Test func `a case with another name and the raw value that it had is not asked for`() throws {
        let texts = [
            ("number: int", "web: w, phone: p, fax: f"), ("number: int", "web: w, phone: p, letter: l"),
            ("number: int, kind: int?", "web: w, fax: p, letter: l"),
        ].map { "  Call: { attributes: { way: Way, \($0) } }\nenums:\n  Way: { cases: { \($1) } }" }
        let store = try CheckedStore(texts, decisions: [2: "cases: { Way.fax: letter }"])
        try applied(store, rows: "INSERT INTO call (number, way) VALUES (1, 'w'), (2, 'p'), (3, 'f')")
        let went = try back(store, "drops: { Call.kind: a test }")
        #expect(went.exitCode == 0, "\(went.errors)")
        #expect(try store.connection().rows("SELECT way FROM call ORDER BY number") == [["w"], ["p"], ["f"]])
    }

    // MARK: Names that were given up

    @Test(arguments: [
        (["  Item: { attributes: { y: int, x: int? } }", "  Item: { attributes: { y: int } }", "  Item: { attributes: { y: int, x: int?, z: int? } }"],
            "Item.x", "INSERT INTO item (y, x) VALUES (1, 7)", "UPDATE item SET x = 99", "drops: { Item.z: a test }"),
        (["  Item: { attributes: { y: int } }\n  Note: { small: true, attributes: { y: int } }", "  Item: { attributes: { y: int } }",
            "  Item: { attributes: { y: int, z: int? } }\n  Note: { small: true, attributes: { y: int } }"],
            "Note", "INSERT INTO item (y) VALUES (1); INSERT INTO note (y) VALUES (5)", "INSERT INTO note (y) VALUES (99)", "drops: { Item.z: a test }"),
    ])
    func `a name that something else has by now stops a step over both, and single steps lead back`(
        _ texts: [String], _ name: String, _ rows: String, _ later: String, _ decisions: String
    ) throws {
        let store = try CheckedStore(texts, decisions: [2: "drops: { \(name): a test }"])
        try applied(store, rows: rows)
        try store.execute(later)
        let stopped = try back(store, decisions)
        #expect(stopped.exitCode == 1 && stopped.errors.contains("TR2106"), "\(stopped.errors)")
        #expect(stopped.errors.contains("'\(name)' of version 1 was given up, and version 3 has another one of that name"), "\(stopped.errors)")
        #expect(stopped.errors.contains("go back to version 2 first"))
        try store.folder.write("trellis: 1\ndrops: { \(name): a test, Item.z: a test }\n", to: "back.yaml")
        let first = try store.trellis(
            "migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2", "--allow-down", "--decisions", "back.yaml")
        #expect(first.exitCode == 0, "\(first.errors)")
        let went = try back(store)
        #expect(went.exitCode == 0, "\(went.errors)")
        let found = name == "Note" ? "SELECT count(*) FROM note" : "SELECT count(x) FROM item"
        #expect(try store.connection().rows(found) == [["0"]])
    }

    @Test(arguments: ["int", "Size"])
    func `a name that one step took from one attribute and gave to another leads back to the other`(_ type: String) throws {
        let composites = "\ncomposites:\n  Size: { width: int? }"
        let store = try CheckedStore(
            [
                "  Item: { attributes: { a: \(type), b: \(type), y: int? } }", "  Item: { attributes: { c: \(type), b: \(type), y: int? } }",
                "  Item: { attributes: { c: \(type), y: int? } }", "  Item: { attributes: { c: \(type), y: int?, z: int? } }",
            ].map { $0 + composites }, decisions: [2: "renames: { Item.a: c }", 3: "drops: { Item.c: a test }\nrenames: { Item.b: c }"])
        let (a, b) = type == "int" ? ("a", "b") : ("a_width", "b_width")
        try applied(store, rows: "INSERT INTO item (\(a), \(b), y) VALUES (1, 2, 3)")
        let asked = try back(store, "drops: { Item.z: a test }")
        guard type == "int" else {
            #expect(asked.exitCode == 0, "\(asked.errors)")
            #expect(try store.connection().rows("SELECT a_width, b_width FROM item") == [[nil, "2"]])
            return
        }
        #expect(asked.exitCode == 1 && asked.errors.contains("Item.a") && !asked.errors.contains("Item.b"), "\(asked.errors)")
        let went = try back(store, "drops: { Item.z: a test }\nvalues: { Item.a: '0' }")
        #expect(went.exitCode == 0, "\(went.errors)")
        #expect(try store.connection().rows("SELECT a, b FROM item") == [["0", "2"]])
    }

    @Test func `a store that has the version already stays`() throws {
        let store = try cases("web, phone", "web, call", "cases: { Way.phone: call }")
        try store.execute("INSERT INTO call (way) VALUES ('phone')")
        for arguments in [[], ["--allow-down"]] {
            let same = try ChildProcess.run(
                Project.trellis, ["migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1"] + arguments, in: store.folder.path)
            #expect(same.exitCode == 0 && same.output.contains("version 1"), "\(same.output)\(same.errors)")
        }
        #expect(try store.connection().rows("SELECT way FROM call") == [["phone"]])
    }
}
