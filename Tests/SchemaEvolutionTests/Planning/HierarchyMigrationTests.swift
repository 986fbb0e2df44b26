import SQLiteAccess
import Testing

/// Entities that leave a hierarchy, attributes that go up and down in it, and what led to what goes.
struct HierarchyMigrationTests {
    private static let old = """
        trellis: 1
        model: League
        entities:
          Person:
            attributes: { name: string }
            relationships: { letters: { to: [Letter], inverse: to } }
          Player:
            parent: Person
            attributes: { number: { type: int, default: 0 } }
            relationships: { team: { to: Team?, inverse: players } }
          Guest:
            parent: Person
            attributes: { until: string? }
          Letter:
            relationships: { to: { to: Person?, inverse: letters } }
          Team:
            relationships: { players: { to: [Player], inverse: team } }

        """
    private static let rows = """
        INSERT INTO team (_id) VALUES (1);
        INSERT INTO person (_id, _entity, _version, name, number, team_id, until) VALUES
          (1, 'Person', 1, 'Ada', NULL, NULL, NULL), (2, 'Player', 4, 'Ben', 9, 1, NULL), (3, 'Guest', 1, 'Cy', NULL, NULL, 'June'), (9, 'Player', 1, 'Dan', 1, 1, NULL);
        INSERT INTO letter (_id, to_id) VALUES (1, 1), (2, 2), (3, 3);
        DELETE FROM person WHERE _id = 9
        """

    @Test("An entity that leaves its hierarchy takes its rows along, with keys, versions and what led to them")
    func leaves() throws {
        let new = Self.old.replacing("    parent: Person\n    attributes: { number: { type: int, default: 0 } }", with: "    attributes: { name: string, number: { type: int, default: 0 } }")
        let asked = try PlannedMigration(from: Self.old, to: new)
        #expect(asked.findings.map(\.message) == ["the connections of 'Letter.to' with objects of 'Player' would be lost"])
        let connection = try PlannedMigration(from: Self.old, to: new, "drops: { Letter.to: Players get none. }").run(Self.rows)
        #expect(try connection.rows("SELECT _id, _version, name, number, team_id FROM player") == [["2", "4", "Ben", "9", "1"]])
        #expect(try connection.rows("SELECT _id, _entity, name FROM person ORDER BY _id") == [["1", "Person", "Ada"], ["3", "Guest", "Cy"]])
        #expect(try connection.rows("SELECT to_id FROM letter ORDER BY _id") == [["1"], [nil], ["3"]])
        try connection.execute("INSERT INTO player (name, number) VALUES ('Eve', 3)")
        #expect(try connection.rows("SELECT max(_id) FROM player") == [["10"]])
    }

    @Test("What it inherited and has no more is lost with it")
    func leavesSomething() throws {
        let new = Self.old.replacing("    parent: Person\n    attributes: { until", with: "    attributes: { until")
        #expect(Set(try PlannedMigration(from: Self.old, to: new).findings.map(\.message)) == [
            "the values of 'Person.name' would be lost for objects of 'Guest'", "the connections of 'Letter.to' with objects of 'Guest' would be lost",
        ])
    }

    @Test("A hierarchy whose parent goes becomes tables of its children")
    func dissolves() throws {
        let old = "trellis: 1\nmodel: Zoo\nentities:\n  Animal:\n    abstract: true\n    attributes: { name: string }\n  Cat:\n    parent: Animal\n    attributes: { lives: int }\n  Dog: { parent: Animal }\n"
        let new = "trellis: 1\nmodel: Zoo\nentities:\n  Cat:\n    table: animal\n    attributes: { name: string, lives: int }\n  Dog:\n    attributes: { name: string }\n"
        let connection = try PlannedMigration(from: old, to: new, "drops: { Animal: No program shows them. }")
            .run("INSERT INTO animal (_id, _entity, name, lives) VALUES (1, 'Cat', 'Tom', 9), (2, 'Dog', 'Rex', NULL)")
        #expect(try connection.rows("SELECT _id, name, lives FROM animal") == [["1", "Tom", "9"]])
        #expect(try connection.rows("SELECT _id, name FROM dog") == [["2", "Rex"]])
    }

    @Test("Rows of two tables come together, and those of the second get new keys")
    func joins() throws {
        let old = "trellis: 1\nmodel: Zoo\nentities:\n  Cat: { attributes: { name: string } }\n  Dog: { attributes: { name: string } }\n"
        let new = "trellis: 1\nmodel: Zoo\nentities:\n  Animal: { abstract: true, attributes: { name: string } }\n  Cat: { parent: Animal }\n  Dog: { parent: Animal }\n"
        let both = try PlannedMigration(from: old, to: new).run("INSERT INTO cat (_id, name) VALUES (4, 'Tom'); INSERT INTO dog (_id, name) VALUES (3, 'Rex')")
        #expect(try both.rows("SELECT _id, _entity, name FROM animal ORDER BY _id") == [["4", "Cat", "Tom"], ["10", "Dog", "Rex"]])
        let one = new.replacing("Dog: { parent: Animal }", with: "Dog: { attributes: { name: string } }")
        let connection = try PlannedMigration(from: old, to: one).run("INSERT INTO cat (_id, name) VALUES (4, 'Tom')")
        #expect(try connection.rows("SELECT _id, _entity, name FROM animal") == [["4", "Cat", "Tom"]])
    }

    @Test("Rows that join one hierarchy leave others of their table where they are, under a new name")
    func joinsInPart() throws {
        let old = """
            trellis: 1
            model: Shop
            entities:
              Item: { abstract: true }
              Chair: { parent: Item, attributes: { legs: int } }
              Lamp: { parent: Item, attributes: { watts: int } }
              Seat: { attributes: { width: "int?" } }
              Light: { attributes: { color: "string?" } }

            """
        let one = old.replacing("  Item: { abstract: true }\n", with: "").replacing("Chair: { parent: Item", with: "Chair: { parent: Seat")
            .replacing("Lamp: { parent: Item, ", with: "Lamp: { ")
        let rows = """
            INSERT INTO item (_id, _entity, legs, watts) VALUES (1, 'Chair', 4, NULL), (2, 'Lamp', NULL, 60);
            INSERT INTO seat (_id, width) VALUES (1, 90)
            """
        let connection = try PlannedMigration(from: old, to: one).run(rows)
        #expect(try connection.rows("SELECT _entity, legs, width FROM seat ORDER BY _id") == [["Seat", nil, "90"], ["Chair", "4", nil]])
        #expect(try connection.rows("SELECT _id, watts FROM lamp") == [["2", "60"]])
        // Both at once are TR2106.
        let both = one.replacing("Lamp: { ", with: "Lamp: { parent: Light, ")
        #expect(try PlannedMigration(from: old, to: both).findings.map(\.code.name).contains("TR2106"))
    }

    @Test("An attribute that goes down is lost for the others, which takes a reason")
    func down() throws {
        let new = Self.old.replacing("attributes: { name: string }", with: "attributes: {}").replacing("number: {", with: "name: string, number: {")
        #expect(try PlannedMigration(from: Self.old, to: new).findings.map(\.message) == ["the values of 'Person.name' would be lost for objects of 'Guest', 'Person'"])
        let connection = try PlannedMigration(from: Self.old, to: new, "drops: { Person.name: Players alone have one. }").run(Self.rows)
        #expect(try connection.rows("SELECT name FROM person ORDER BY _id") == [[nil], ["Ben"], [nil]])
    }

    @Test("An attribute that goes up is missing where it was not, which takes a value if it is required")
    func up() throws {
        let new = Self.old.replacing("attributes: { number: { type: int, default: 0 } }\n", with: "attributes: {}\n")
            .replacing("attributes: { name: string }", with: "attributes: { name: string, number: int }")
        #expect(try PlannedMigration(from: Self.old, to: new).codes == ["TR2103"])
        for (model, decided) in [(new, "values: { Person.number: \"coalesce(number, 7)\" }"), (new.replacing("number: int }", with: "number: { type: int, default: 7 } }"), "")] {
            let connection = try PlannedMigration(from: Self.old, to: model, decided).run(Self.rows)
            #expect(try connection.rows("SELECT number FROM person ORDER BY _id") == [["7"], ["9"], ["7"]])
        }
    }

    @Test("A child that goes takes its rows along, and what led to them lets go")
    func gone() throws {
        let start = try #require(Self.old.firstRange(of: "  Guest:")).lowerBound, end = try #require(Self.old.firstRange(of: "  Letter:")).lowerBound
        let new = Self.old.removing(start..<end)
        #expect(Set(try PlannedMigration(from: Self.old, to: new).codes) == ["TR2102"])
        let connection = try PlannedMigration(from: Self.old, to: new, "drops: { Guest: No more guests. }").run(Self.rows)
        #expect(try connection.rows("SELECT to_id FROM letter ORDER BY _id") == [["1"], ["2"], [nil]])
        let required = Self.old.replacing("to: { to: Person?,", with: "to: { to: Person,")
        #expect(try PlannedMigration(from: required, to: required.removing(start..<end), "drops: { Guest: why }").codes == ["TR2103"])
    }

    @Test("An entity that becomes abstract loses the objects of its own, which takes a reason, and those of its children stay")
    func becomesAbstract() throws {
        let new = Self.old.replacing("  Person:\n", with: "  Person:\n    abstract: true\n")
        let asked = try PlannedMigration(from: Self.old, to: new)
        #expect(asked.findings.map(\.message) == ["'Person' is abstract now, so the objects of 'Person' itself would be lost"])
        #expect(asked.helps.first?.contains("'drops: { Person: why }'") == true)
        let connection = try PlannedMigration(from: Self.old, to: new, "drops: { Person: All play or visit. }").run(Self.rows)
        #expect(try connection.rows("SELECT _id, _entity, name FROM person ORDER BY _id") == [["2", "Player", "Ben"], ["3", "Guest", "Cy"]])
        #expect(try connection.rows("SELECT to_id FROM letter ORDER BY _id") == [[nil], ["2"], ["3"]])
        // The reason is one for its objects, and none for what the others inherit.
        let nameless = new.replacing("attributes: { name: string }", with: "attributes: {}")
        #expect(try PlannedMigration(from: Self.old, to: nameless, "drops: { Person: why }").findings.map(\.message) == ["the values of 'Person.name' would be lost"])
    }

    @Test("An entity that had no children and becomes the abstract parent of one loses its objects, and what led to them lets go")
    func becomesAbstractParent() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Box: { attributes: { a: int } }\n  Lid: { relationships: { box: { to: Box? } } }\n"
        let new = old.replacing("Box: { attributes", with: "Box: { abstract: true, attributes") + "  Crate: { parent: Box }\n"
        #expect(try PlannedMigration(from: old, to: new).codes == ["TR2102"])
        let connection = try PlannedMigration(from: old, to: new, "drops: { Box: why }").run("INSERT INTO box (a) VALUES (5); INSERT INTO lid (box_id) VALUES (1)")
        #expect(try connection.rows("SELECT count(*) FROM box") == [["0"]])
        #expect(try connection.rows("SELECT box_id FROM lid") == [[nil]])
    }

    @Test("An attribute goes down to two children, under another name in one of them")
    func downToTwo() throws {
        let new = Self.old.replacing("attributes: { name: string }", with: "attributes: {}").replacing("number: {", with: "name: string, number: {")
            .replacing("until: string?", with: "until: string?, name: { type: string, column: guest_name }")
        let migration = try PlannedMigration(from: Self.old, to: new, "drops: { Person.name: No program shows it. }")
        #expect(migration.findings.map(\.message) == [])
        #expect(try migration.run(Self.rows).rows("SELECT name, guest_name FROM person ORDER BY _id") == [[nil, nil], ["Ben", nil], [nil, "Cy"]])
    }

    @Test("A child's composite that may be missing now is there in the child's rows, and in no others")
    func presence() throws {
        let old = "trellis: 1\nmodel: Zoo\ncomposites: { Size: { width: int?, height: int? } }\nentities:\n  Animal: { attributes: { name: string } }\n  Cat: { parent: Animal, attributes: { size: Size } }\n"
        let connection = try PlannedMigration(from: old, to: old.replacing("size: Size }", with: "size: Size? }"))
            .run("INSERT INTO animal (_entity, name, size_width) VALUES ('Animal', 'a', NULL), ('Cat', 'b', 3), ('Cat', 'c', NULL)")
        #expect(try connection.rows("SELECT size, size_width FROM animal ORDER BY _id") == [[nil, nil], ["1", "3"], ["1", nil]])
    }

    @Test("Children can exchange their names")
    func exchanged() throws {
        let new = Self.old.replacing("Player", with: "Gast").replacing("Guest", with: "Player").replacing("Gast", with: "Guest")
        let connection = try PlannedMigration(from: Self.old, to: new, "renames: { Player: Guest, Guest: Player }").run(Self.rows)
        #expect(try connection.rows("SELECT _entity, name FROM person ORDER BY _id") == [["Person", "Ada"], ["Guest", "Ben"], ["Player", "Cy"]])
    }

    @Test("A value for a child is one for its rows alone, by their old names")
    func valuesOfChildren() throws {
        let new = Self.old.replacing("Player", with: "Member").replacing("number: { type: int, default: 0 }", with: "number: { type: int, default: 0 }, short: string")
        let connection = try PlannedMigration(from: Self.old, to: new, "renames: { Player: Member }\nvalues: { Member.short: \"substr(name, 1, 1)\" }").run(Self.rows)
        #expect(try connection.rows("SELECT _entity, short FROM person ORDER BY _id") == [["Person", nil], ["Member", "B"], ["Guest", nil]])
    }
}

extension String {
    fileprivate func removing(_ range: Range<String.Index>) -> String {
        var text = self
        text.removeSubrange(range)
        return text
    }

    @Test("A to-one that becomes a to-many connects nothing with rows of a child that goes, whichever end they were")
    func goneEndsOfConnections() throws {
        for (ends, rows) in [
            ("likes: { to: Animal? }", "(1, 'Cat', 2), (2, 'Cat', 3), (3, 'Dog', 1), (4, 'Dog', 3)"),
            ("likes: { to: Animal?, inverse: fans }, fans: { to: [Animal], inverse: likes }", "(1, 'Cat', 2), (2, 'Cat', 3), (3, 'Dog', 1)"),
        ] {
            let zoo = "trellis: 1\nmodel: Zoo\nentities:\n  Animal: { abstract: true, relationships: { \(ends) } }\n  Cat: { parent: Animal }\n"
            let new = zoo.replacing("to: Animal?", with: "to: [Animal]")
            let connection = try PlannedMigration(from: zoo + "  Dog: { parent: Animal }\n", to: new, "drops: { Dog: It barks. }")
                .run("INSERT INTO animal (_id, _entity, likes_id) VALUES \(rows)")
            let table = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'animal\\_%' ESCAPE '\\'")
            #expect(try connection.rows("SELECT count(*) FROM \(table[0][0] ?? "")") == [["1"]])
        }
    }

    @Test("A required composite that goes up and is optional there is there for the objects that had it, and for no others")
    func compositeGoesUp() throws {
        let composite = "composites: { Chip: { number: int?, clinic: string? } }"
        let old = """
            trellis: 1
            model: Zoo
            \(composite)
            entities:
              Animal: { attributes: { name: string } }
              Dog: { parent: Animal, attributes: { chip: Chip } }

            """
        let new = old.replacing("{ name: string }", with: "{ name: string, chip: Chip? }").replacing(", attributes: { chip: Chip }", with: "")
        let connection = try PlannedMigration(from: old, to: new)
            .run("INSERT INTO animal (_entity, name, chip_number) VALUES ('Animal', 'a', NULL), ('Dog', 'b', NULL), ('Dog', 'c', 7)")
        #expect(try connection.rows("SELECT chip, chip_number FROM animal ORDER BY _id") == [[nil, nil], ["1", nil], ["1", "7"]])
    }
}
