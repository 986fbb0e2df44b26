import Diagnostics
import SchemaEvolution
import StoreMigration
import Testing

/// Steps in Swift among the decisions: what is refused, and what a plan has of them.
struct SwiftStepDecisionTests {
    private static let model = """
        trellis: 1
        model: Shop
        entities:
          Item: { abstract: true, attributes: { code: string? } }
          Chair: { parent: Item, attributes: { legs: int } }
          Customer: { attributes: { name: string } }

        """

    private func findings(_ steps: String, to model: String = model) throws -> [String] {
        let (decisions, told) = DecisionReader.read(Array("trellis: 1\nsteps: \(steps)\n".utf8), file: "2.migration.yaml")
        let planned = try decisions.map { decisions in
            MigrationPlanner.plan(from: try PlannedMigration.version(Self.model), to: try PlannedMigration.version(model), decisions).findings
        }
        return (told + (planned ?? [])).filter { $0.severity == .error }.map { finding in
            #expect(finding.span.file == "2.migration.yaml" && finding.span.start.line >= 2)
            return "\(finding.code) \(finding.message)"
        }
    }

    @Test("Names that cannot be, and steps without rows, are findings at their places", arguments: [
        ("[{ swift: split, reads: [Customers] }]", "the old version has no entity 'Customers'"),
        ("[{ swift: split, writes: [Costumer] }]", "the new version has no entity 'Costumer'"),
        ("[{ swift: split }]", "the step 'split' reads and writes nothing"),
        ("[{ reads: [Customer] }]", "the step names no function"),
        ("[{ swift: split, reads: Customer }, { swift: split, writes: Customer }]", "two steps are called 'split'"),
        ("[{ swift: split, reads: [Customer, Customer] }]", "the step names 'Customer' twice"),
        ("[{ swift: Split, reads: [Customer] }]", "'Split' cannot name a step: a name has letters and digits, and begins with a small letter"),
        ("[{ swift: a-b, reads: [Customer] }]", "'a-b' cannot name a step: a name has letters and digits, and begins with a small letter"),
        ("[{ swift: default, reads: [Customer] }]", "'default' cannot name a step: it is a keyword of Swift"),
        ("[{ swift: string, reads: [Customer] }]", "'string' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: int, reads: [Customer] }]", "'int' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: void, reads: [Customer] }]", "'void' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: uUID, reads: [Customer] }]", "'uUID' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: uRL, reads: [Customer] }]", "'uRL' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: swiftStepRun, reads: [Customer] }]", "'swiftStepRun' cannot name a step: its type would hide another one of generated code"),
        ("[{ swift: old, reads: [Customer] }]", "'old' cannot name a step: its type would hide another one of generated code"),
    ])
    func refused(steps: String, message: String) throws {
        let found = try findings(steps)
        #expect(found.count == 1 && found[0].hasPrefix("TR2116 ") && found[0].hasSuffix(message), "\(found)")
    }

    @Test("A list and keys of another kind are findings")
    func shape() throws {
        #expect(try findings("split").map { $0.prefix(6) } == ["TR1102"])
        #expect(try findings("[split]").map { $0.prefix(6) } == ["TR1102"])
        #expect(try findings("[{ swift: split, read: [Customer], writes: Customer }]").map { $0.prefix(6) } == ["TR1101"])
    }

    @Test("A step cannot read objects that get new keys")
    func raisedKeys() throws {
        let joined = Self.model.replacing("Customer: { attributes: { name: string } }", with: "Customer: { parent: Item, attributes: { name: string } }")
        let values = "[{ swift: split, reads: [Customer] }]"
        #expect(try findings(values, to: joined).map { $0.prefix(6) } == ["TR2116"])
        #expect(try findings(values.replacing("reads: [Customer]", with: "reads: [Chair], writes: [Customer]"), to: joined) == [])
    }

    @Test("A plan has the steps after its own operations and before 'after', and copies of their rows before everything but 'before'")
    func planned() throws {
        let migration = try PlannedMigration(
            from: Self.model, to: Self.model.replacing("name: string", with: "name: string, note: string?"),
            """
            steps: [{ swift: first, reads: Chair, writes: Customer }, { swift: second, reads: [Item, Chair] }]
            before: ["DELETE FROM customer WHERE name = ''"]
            after: ["UPDATE customer SET note = ''"]
            """)
        let plan = try #require(migration.plan)
        #expect(plan.swiftSteps.map(\.name) == ["first", "second"])
        let statements = plan.steps.map { $0.sql.split(separator: "\n").first.map(String.init) ?? "" }.filter { !$0.contains("_trellis_metadata") }
        #expect(statements == [
            "DELETE FROM customer WHERE name = ''", "CREATE TABLE _trellis_read_item (",
            "INSERT INTO _trellis_read_item (_id, _entity, code, legs)", "ALTER TABLE customer ADD COLUMN note TEXT",
            "SELECT trellis_swift_step('first')", "SELECT trellis_swift_step('second')", "DROP TABLE _trellis_read_item",
            "UPDATE customer SET note = ''",
        ])
        // The model needs no version for rows alone; a step does.
        let texts = plan.swiftSteps[0].writes[0].properties
        #expect(texts.map(\.name) == ["name", "note"] && texts.map(\.isOptional) == [false, true])
    }

    @Test("Parts whose joined names are taken keep them apart")
    func joinedNames() throws {
        let model = """
            trellis: 1
            model: Shop
            composites:
              Thing: { attributes: { ID: string } }
              Home: { attributes: { cityName: string } }
              City: { attributes: { name: string } }
            entities:
              Customer: { attributes: { object: Thing, home: Home, homeCity: City } }

            """
        let plan = try #require(PlannedMigration(from: model, to: model, "steps: [{ swift: go, reads: [Customer] }]\n").plan)
        let names = plan.swiftSteps[0].reads[0].properties.map(\.name)
        #expect(names.sorted() == ["homeCityName", "homeCity__name", "object__ID"])
    }

    @Test("Each attribute, part and key has a name, a form and a place")
    func properties() throws {
        let model = """
            trellis: 1
            model: Shop
            enums:
              Open: [a, b, unknown]
              Level: { raw: int, cases: { low: 1, high: 5 } }
            composites:
              Place: { attributes: { city: string, spot: Spot? } }
              Spot: { attributes: { x: double?, y: double? } }
            entities:
              Customer:
                attributes:
                  home: Place
                  second: Place?
                  secondCity: string
                  open: Open
                  level: Level?
                  note: { type: "string?", transient: true }
                  total: { type: decimal, scale: 3 }
                  folded: { type: string, derived: fold(secondCity) }
                relationships:
                  boss: { to: Customer?, inverse: staff }
                  staff: { to: [Customer], inverse: boss }

            """
        let plan = try #require(
            PlannedMigration(from: model, to: model, "steps: [{ swift: go, reads: [Customer], writes: [Customer] }]\n").plan)
        let step = try #require(plan.swiftSteps.first)
        func lines(_ rows: SwiftStep.Rows) -> [String] {
            rows.properties.map { "\($0.name): \($0.form)\($0.isOptional ? "?" : "") \($0.column)" }.sorted()
        }
        let written = [
            "boss: key? boss_id", "hasHomeSpot: presence home_spot", "hasSecond: presence second", "hasSecondSpot: presence second_spot",
            "homeCity: string home_city", "homeSpotX: double? home_spot_x", "homeSpotY: double? home_spot_y", "level: integer? level",
            "open: text open", "secondCity: string second_city", "secondSpotX: double? second_spot_x", "secondSpotY: double? second_spot_y",
            "second__city: string? second_city_2", "total: decimal total",
        ]
        #expect(lines(step.writes[0]).map { $0.prefix { $0 != " " } } == written.map { $0.prefix { $0 != " " } })
        #expect(lines(step.reads[0]).count == written.count + 1)
        #expect(step.writes[0].texts?.map(\.function) == ["trellis_fold"])
        let cases = step.writes[0].properties.compactMap(\.cases)
        #expect(cases.map(\.name) == ["Level"] && cases[0].cases.map(\.raw) == ["1", "5"])
    }
}
