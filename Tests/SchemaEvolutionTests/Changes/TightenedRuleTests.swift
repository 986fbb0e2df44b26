import SchemaEvolution
import Testing

/// Rules that only the library checks, and that are stricter than they were.
struct TightenedRuleTests {
    private static func model(_ attribute: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes: { value: \(attribute) }\n"
    }

    private static func team(_ members: String) -> String {
        """
        trellis: 1
        model: Shop
        entities:
          Team:
            relationships: { members: { to: [Player], inverse: team\(members) } }
          Player:
            attributes: { name: string }
            relationships: { team: { to: Team?, inverse: members } }

        """
    }

    @Test(
        "A stricter rule that the database does not check is reported, and accepted by its code",
        arguments: [
            ("string", "{ type: string, minLength: 3 }", "minLength was not set and is 3"),
            ("{ type: string, maxLength: 9 }", "{ type: string, maxLength: 8 }", "maxLength was 9 and is 8"),
            ("{ type: int, min: 3 }", "{ type: int, min: 4 }", "min was 3 and is 4"),
            ("{ type: decimal, scale: 2, max: 3 }", "{ type: decimal, scale: 2, max: 2.5 }", "max was 3 and is 2.5"),
            ("{ type: day, min: 2020-01-31 }", "{ type: day, min: 2020-02-01 }", "min was 2020-01-31 and is 2020-02-01"),
            ("{ type: string, pattern: \"a+\" }", "{ type: string, pattern: \"a*\" }", "pattern was a+ and is a*"),
            ("string", "{ type: string, pattern: a, check: true }", "pattern was not set and is a"),
        ])
    func attributes(old: String, new: String, words: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new))
        #expect(migration.codes == ["TR2113"] && migration.findings[0].message.contains(words), "\(migration.findings.map(\.message))")
        #expect(migration.helps[0].hasSuffix("'accept: { Person.value: { TR2113: why } }'"))
        #expect(try PlannedMigration(from: Self.model(old), to: Self.model(new), "accept: { Person.value: { TR2113: why } }").codes == [])
        // The other way round it is looser, or another pattern, which counts as well.
        let isPattern = new.contains("pattern")
        #expect(try PlannedMigration(from: Self.model(new), to: Self.model(old)).codes.filter { $0 == "TR2113" }.isEmpty || isPattern)
    }

    @Test("A rule that the database checks is reported as one that stops the migration")
    func checked() throws {
        let codes = try PlannedMigration(from: Self.model("string"), to: Self.model("{ type: string, minLength: 3, check: true }")).codes
        #expect(codes == ["TR2108"])
    }

    @Test("A rule that goes, is looser or is as it was is not reported, and accepting it is useless")
    func silent() throws {
        for new in ["string", "{ type: string, maxLength: 9, pattern: a }", "{ type: string, maxLength: 10, pattern: a, minLength: 1 }"] {
            let old = Self.model("{ type: string, maxLength: 9, minLength: 1, pattern: a }")
            #expect(try PlannedMigration(from: old, to: Self.model(new)).codes == [])
            #expect(try PlannedMigration(from: old, to: Self.model(new), "accept: { Person.value: { TR2113: why } }").codes == ["TR2105"])
        }
    }

    @Test("A renamed attribute is compared with what it was called, and a new one with nothing")
    func renamed() throws {
        let old = Self.model("{ type: string, minLength: 1 }")
        let new = old.replacing("value:", with: "word:").replacing("minLength: 1", with: "minLength: 2")
        let migration = try PlannedMigration(from: old, to: new, "renames: { Person.value: word }")
        #expect(migration.codes == ["TR2113"] && migration.findings[0].message.hasPrefix("'Person.word' has a stricter rule: minLength was 1 and is 2"))
        let added = old.replacing("value:", with: "more: { type: string?, minLength: 5 }, value:")
        #expect(try PlannedMigration(from: old, to: added).codes == [])
    }

    @Test("Stricter counts of a to-many are reported")
    func counts() throws {
        for (old, new, words) in [
            ("", ", minCount: 1", "minCount was not set and is 1"), (", maxCount: 5", ", maxCount: 4", "maxCount was 5 and is 4"),
            (", optional: true, minCount: 2", ", minCount: 2", "optional was true and is false"),
        ] {
            let migration = try PlannedMigration(from: Self.team(old), to: Self.team(new))
            #expect(migration.codes == ["TR2113"] && migration.findings.first?.message.contains(words) == true, "\(migration.findings.map(\.message))")
            #expect(try PlannedMigration(from: Self.team(new), to: Self.team(old)).codes == [])
        }
    }

    @Test("A part of a composite is named by its path")
    func parts() throws {
        let old = "trellis: 1\nmodel: Shop\ncomposites: { Home: { zip: string } }\nentities:\n  Person:\n    attributes: { home: Home? }\n"
        let new = old.replacing("zip: string", with: "zip: { type: string, maxLength: 5 }")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.codes == ["TR2113"] && migration.findings[0].message.hasPrefix("'Person.home.zip' has a stricter rule"))
    }
}
