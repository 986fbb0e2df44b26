import Foundation
import TestSupport
import Testing

/// The rules on findings in `trellis.yaml`.
struct SuppressionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try model()
    }

    /// Two findings TR1206, at `Order.rows` and at `Order.notes`.
    private func model(rows: String = "Order") throws {
        try folder.write(
            """
            trellis: 1
            model: Orders
            include: parts/notes.yaml
            entities:
              Order:
                relationships:
                  rows: { to: [OrderRow], inverse: order }
                  notes: { to: [Note], inverse: order }
              OrderRow:
                relationships: { order: { to: \(rows), inverse: rows } }
            """, to: "Schemas/Orders/Orders.yaml")
        try folder.write(
            """
            trellis: 1
            entities:
              Note:
                relationships: { order: { to: Order, inverse: notes }, previous: { to: Note? } }
            """, to: "Schemas/Orders/parts/notes.yaml")
    }

    /// Writes a configuration and validates; what is found as code and place.
    private func found(
        _ suppressions: String, severity: String? = nil, on day: String = "2026-06-30", exitCode: Int32 = 0
    ) throws -> [String] {
        try configure(suppressions, severity: severity)
        let process = try ChildProcess.run(Project.trellis, ["validate", "--today", day], in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.errors)")
        return process.errors.matches(of: /([A-Za-z.]+\.yaml:[0-9]+:[0-9]+): ([a-z]+\[TR[0-9]{4}\])/).map { "\($0.output.2) \($0.output.1)" }
    }

    private func configure(_ suppressions: String, severity: String? = nil) throws {
        let lines = suppressions.split(separator: "\n").map { "      \($0)\n" }.joined()
        try folder.write(
            "trellis: 1\nmodels:\n  Orders:\n" + (lines.isEmpty ? "" : "    suppressions:\n\(lines)")
                + (severity.map { "severity: \($0)\n" } ?? ""), to: "trellis.yaml")
    }

    private let all = ["warning[TR1206] Orders.yaml:7:7", "warning[TR1206] Orders.yaml:8:7", "warning[TR1208] notes.yaml:4:60"]

    @Test("A property's suppression leaves out what is found there, and nothing else")
    func property() throws {
        #expect(try found("") == all)
        #expect(try found("Order.rows: { TR1206: Rows go by hand. }") == [all[1], all[2]])
        #expect(try found("Order.notes: { TR1206: { reason: Notes go by hand. } }") == [all[0], all[2]])
    }

    @Test("A member's suppression leaves what is found of its entity")
    func member() throws {
        try folder.write(
            "trellis: 1\nmodel: Orders\nentities: { Order: { attributes: { a: int, b: int }, indexes: [[a, b], a] } }\n",
            to: "Schemas/Orders/Orders.yaml")
        let index = "warning[TR1604] Orders.yaml:3:72"
        #expect(try found("Order.a: { TR1604: It is small. }") == [index, "warning[TR0109] trellis.yaml:5:18"])
        #expect(try found("Order: { TR1604: It is small. }") == [])
    }

    @Test("An entity's suppression goes for all it has, a file's for all that is in it")
    func wider() throws {
        #expect(try found("Order: { TR1206: They go by hand. }") == [all[2]])
        #expect(try found("Schemas/Orders/parts/notes.yaml: { TR1208: One direction is enough. }") == [all[0], all[1]])
        #expect(try found("Schemas/Orders/Orders.yaml: { TR1206: They go by hand. }\nNote: { TR1208: One direction is enough. }") == [])
        // A model that includes a file is no folder.
        #expect(try found("Schemas/Orders/Orders.yaml: { TR1208: One direction is enough. }") == all + ["warning[TR0109] trellis.yaml:5:37"])
    }

    @Test("A suppression of another code or place speaks of nothing, and is told; what helps is the nearest name")
    func unused() throws {
        let warning = "warning[TR0109] trellis.yaml:5:21"
        #expect(try found("Order.rows:         { TR1208: They do. }") == all + ["warning[TR0109] trellis.yaml:5:29"])
        #expect(try found("Order.rosw: { TR1206: They do. }") == all + [warning])
        let process = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path)
        #expect(process.errors.contains("unused suppression: the model has no 'Order.rosw'"))
        #expect(process.errors.contains("help: did you mean 'Order.rows'?"))
        // A suppression is unused after its finding is fixed.
        try configure("Order.rows: { TR1206: They do. }")
        try model(rows: "Order?")
        let fixed = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path)
        #expect(fixed.errors.contains("warning[TR0109]: unused suppression: 'Order.rows' has no finding TR1206"))
        #expect(fixed.errors.contains("help: remove it"))
        // A model with errors may hide what a suppression is about.
        try folder.write("trellis: 1\nentities: []\n", to: "Schemas/Orders/parts/notes.yaml")
        let broken = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path)
        #expect(broken.exitCode == 1 && !broken.errors.contains("TR0109"))
    }

    @Test("A suppression counts up to its last day; after that it is an error, and what it hid is told")
    func dates() throws {
        let suppression = "Order.rows: { TR1206: { reason: Until summer is over., until: 2026-09-22 } }"
        #expect(try found(suppression, on: "2026-09-22") == [all[1], all[2]])
        #expect(try found(suppression, on: "2026-09-23", exitCode: 1) == ["error[TR0107] trellis.yaml:5:69"] + all)
        // What was built once can be built on any later day.
        let generated = try ChildProcess.run(Project.trellis, ["generate", "--today", "2026-09-23"], in: folder.path)
        #expect(generated.exitCode == 0)
        #expect(generated.errors.contains("warning[TR0107]: the suppression of TR1206 expired on 2026-09-22"))
        // Without the option it is today: a day of the past is over, one of the far future is not.
        for (day, code) in [("2020-01-01", Int32(1)), ("9999-12-31", 0)] {
            try configure(suppression.replacing("2026-09-22", with: day))
            #expect(try ChildProcess.run(Project.trellis, ["validate"], in: folder.path).exitCode == code)
        }
    }

    @Test(
        "A day that does not exist, or is written otherwise, is refused",
        arguments: ["2026-02-30", "2026-13-01", "2026-1-31", "31.01.2026", "2026-01-31T00:00:00Z", "soon", "", "[2026]"])
    func days(day: String) throws {
        let found = try found("Order.rows: { TR1206: { reason: Soon., until: \(day) } }", exitCode: 1)
        #expect(found.count == 1 && found[0].hasPrefix("error[TR0108] trellis.yaml:5:5"))
    }

    @Test("A suppression has a reason", arguments: ["\"\"", "\"  \"", "~", "{ until: 2027-01-01 }", "[a]", "{ reason: \"\" }", "{}"])
    func reasons(reason: String) throws {
        #expect(try found("Order.rows: { TR1206: \(reason) }", exitCode: 1).map { $0.prefix(13) } == ["error[TR0106]"])
    }

    @Test("A code that does not exist and an error's are refused, with what helps")
    func codes() throws {
        #expect(try found("Order.rows: { TR9999: They do. }", exitCode: 1) == ["error[TR0104] trellis.yaml:5:21"])
        #expect(try found("Order.rows: { TR1203: They do. }", exitCode: 1) == ["error[TR0105] trellis.yaml:5:21"])
        #expect(try found("", severity: "{ TR1203: warning }", exitCode: 1) == ["error[TR0105] trellis.yaml:4:13"])
        #expect(try found("Order.rows: { TR2109: Numbers are small. }", exitCode: 1) == ["error[TR0105] trellis.yaml:5:21"])
        let process = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path)
        #expect(process.errors.contains("help: accept it in the migration's file, with a reason"))
        #expect(try found("Order.rows: { TR1206: { raeson: They do. } }", exitCode: 1).contains("error[TR1101] trellis.yaml:5:31"))
        #expect(try found("Order.rows: [TR1206]", exitCode: 1) == ["error[TR1102] trellis.yaml:5:19"])
    }

    @Test("A code can weigh more or less in all models, and stop a run")
    func severities() throws {
        #expect(try found("", severity: "{ TR1208: note }") == [all[0], all[1], "note[TR1208] notes.yaml:4:60"])
        #expect(
            try found("", severity: "{ TR1208: error }", exitCode: 1) == [all[0], all[1], "error[TR1208] notes.yaml:4:60"])
        try folder.write("trellis: 1\nseverity: { TR1208: error }\nmodels: { Orders: { swift: out } }\n", to: "trellis.yaml")
        #expect(try ChildProcess.run(Project.trellis, ["generate"], in: folder.path).exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
        // What is an error to a team can still be suppressed at one place, with a reason.
        #expect(try found("Note.previous: { TR1208: One way is enough. }", severity: "{ TR1208: error }") == [all[0], all[1]])
        #expect(try found("", severity: "{ TR1208: ignore }", exitCode: 1) == ["error[TR0110] trellis.yaml:4:21"])
        #expect(try found("", severity: "{ TR1208: warnign }", exitCode: 1) == ["error[TR0110] trellis.yaml:4:21"])
    }

    @Test("A suppression counts in its own model alone")
    func ownModel() throws {
        let other = try String(contentsOfFile: folder.file("Schemas/Orders/Orders.yaml"), encoding: .utf8)
            .replacing("model: Orders\ninclude: parts/notes.yaml", with: "model: Other")
            .replacing("      notes: { to: [Note], inverse: order }\n", with: "")
        try folder.write(other, to: "Schemas/Other/Other.yaml")
        try folder.write(
            """
            trellis: 1
            models:
              Orders:
                suppressions: { Order: { TR1206: By hand. }, Note: { TR1208: By hand. } }
              Other:
            """, to: "trellis.yaml")
        let process = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path)
        #expect(process.errors.matches(of: /warning/).count == 1)
        #expect(process.errors.hasPrefix("Schemas/Other/Other.yaml:6:7: warning[TR1206]"))
    }

    @Test("Two models that include a file each have their own suppressions in it")
    func sharedFile() throws {
        try folder.write(
            "trellis: 1\nentities:\n  Part:\n    relationships: { next: { to: Part? } }\n", to: "common.yaml")
        for name in ["A", "B"] {
            try folder.write("trellis: 1\nmodel: \(name)\ninclude: common.yaml\n", to: "\(name).yaml")
        }
        func validate(_ suppressing: String...) throws -> String {
            let models = ["A", "B"].map { name in
                "  \(name): { path: \(name).yaml"
                    + (suppressing.contains(name) ? ", suppressions: { Part.next: { TR1208: One direction is enough. } }" : "") + " }\n"
            }
            try folder.write("trellis: 1\nmodels:\n" + models.joined(), to: "trellis.yaml")
            return try ChildProcess.run(Project.trellis, ["validate"], in: folder.path).errors
        }
        #expect(try validate().matches(of: /warning\[TR1208\]/).count == 2)
        for one in ["A", "B"] {
            let errors = try validate(one)
            #expect(errors.matches(of: /warning\[TR1208\]/).count == 1 && !errors.contains("TR0109"), "\(errors)")
        }
        #expect(try validate("A", "B") == "")
    }

    @Test("A file that the model makes is named by its path, and one whose name ends in .yml like any other")
    func otherFiles() throws {
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Part:\n    relationships: { next: { to: Part? } }\n", to: "Shop.yml")
        func check(_ command: String, _ suppressions: String) throws -> String {
            try folder.write(
                "trellis: 1\nmodels:\n  Shop: { path: Shop.yml, swift: Sources/Shop, suppressions: { \(suppressions) } }\n", to: "trellis.yaml")
            let arguments = command == "check" ? [command, "--no-cache"] : [command]
            return try ChildProcess.run(Project.trellis, arguments, in: folder.path).errors
        }
        #expect(try check("validate", "Part.next: { TR1208: One direction is enough. }") == "")
        #expect(try check("validate", "Shop.yml: { TR1208: One direction is enough. }") == "")
        _ = try check("generate", "Part: { TR1208: One direction is enough. }")
        let orphan = "Sources/Shop/Gone.trellis.swift"
        let page = try String(contentsOfFile: folder.file("Sources/Shop/Part.trellis.swift"), encoding: .utf8)
        try folder.write(page, to: orphan)
        #expect(try check("check", "Part: { TR1208: One direction is enough. }").contains("\(orphan):1:1: warning[TR0116]"))
        let kept = try check("check", "Part: { TR1208: One direction is enough. }, \(orphan): { TR0116: Kept as an example. }")
        #expect(!kept.contains("TR0116") && !kept.contains("TR0109"), "\(kept)")
        let wrong = try check("check", "Part: { TR1208: One direction is enough. }, Sources/Shop/Part.trellis.swift: { TR0116: Kept. }")
        #expect(wrong.contains("TR0116") && wrong.contains("TR0109"))
        // So can that one is of no use, for those whom it does not disturb.
        let nothing = "Part: { TR1208: One direction is enough. }, Shop.yml: { TR1212: Why. }"
        #expect(try check("validate", nothing).contains("TR0109"))
        #expect(try check("validate", "\(nothing), trellis.yaml: { TR0109: They stay. }") == "")
    }

    @Test("A file's suppression names it from the folder of trellis.yaml, and means no other of its name")
    func filePaths() throws {
        func found(_ file: String) throws -> Int {
            try folder.write(
                """
                trellis: 1
                models:
                  Orders:
                    path: Orders/Orders.yaml
                    suppressions: { \(file): { TR1206: By hand. } }

                """, to: "Schemas/trellis.yaml")
            let arguments = ["validate", "--config", "Schemas/trellis.yaml"]
            return try ChildProcess.run(Project.trellis, arguments, in: folder.path).errors.matches(of: /warning\[TR1206\]/).count
        }
        #expect(try found("Orders/Orders.yaml") == 0)
        #expect(try found("Orders/parts/../Orders.yaml") == 0)
        #expect(try found("Schemas/Orders/Orders.yaml") == 2)
        #expect(try found("Orders/parts/Orders.yaml") == 2)
    }

    @Test("Places are found by the names of entities, composites and enums, with what they have, in any style of YAML")
    func places() throws {
        try folder.write(
            """
            trellis: 1
            model: Odd
            enums: { Channel: [web, phon-e], Size: { raw: int, cases: { small: 1, large: a } } }
            composites:
              Address: { street: strin, city: string }
            entities: { Order: {
              attributes: { a: strin,
                b: strin },
              indexes: [[nothing]], fetches: { late: { wher: "c == 1" } }, fetchedProperties: { rest: { to: Ordr } } } }
            more: 1
            """, to: "Odd.yaml")
        let output = try ChildProcess.run(Project.trellis, ["validate", "Odd.yaml", "--report", "json"], in: folder.path).output
        let elements = output.matches(of: /"element": "([^"]*)"/).map { String($0.output.1) }
        let expected = ["Channel", "Size.large", "Address.street", "Order.a", "Order.b", "Order", "Order.late", "Order.rest"]
        #expect(Set(elements) == Set(expected), "\(output)")
        // What stands behind them all is in none.
        let report = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let behind = (report?["findings"] as? [[String: Any]])?.filter { $0["line"] as? Int == 10 }
        #expect(behind?.count == 1 && behind?[0]["element"] == nil, "\(output)")
    }
}
