import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What `trellis migrate apply --to 1 --allow-down` calls by its earlier name again.
@Suite("Names on the way back")
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
