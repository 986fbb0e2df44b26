import Foundation
import TestSupport
import Testing

/// What is found, in each format, read by what is not ours.
struct ReportTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                relationships:
                  rows: { to: [OrderRow], inverse: ordr }
              OrderRow:
                attributes: { "näme": "a, b: 100%" }
                relationships:
                  order: { to: Order, inverse: rows }
            """, to: "Orders.yaml")
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Order:
                relationships: { rows: { to: [OrderRow], inverse: order } }
              OrderRow:
                relationships: { order: { to: Order, inverse: rows } }
              Customer:
                relationships: { home: { to: Order? } }
            """, to: "Shop.yaml")
        try folder.write(
            """
            trellis: 1
            severity: { TR1208: note }
            models:
              Shop:
                path: Shop.yaml
                suppressions: { Order.rows: { TR1206: 'Rows & <more> go "by hand".' } }
            """, to: "trellis.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    // MARK: Readers that are not ours

    /// Where Scripts/setup.sh puts them; nil where it was not run.
    static let readers = TestTools.folder(with: "junit-10.xsd")

    /// What such a reader finds in a report, after it has checked it by the format's published schema.
    private func lines(of report: String, as format: String) throws -> [String] {
        let process = try ChildProcess.run(
            named: "python3", ["\(Project.root)/Tests/Programs/read-report.py", format, Self.readers ?? ""], input: report)
        #expect(process.exitCode == 0, "\(process.errors)")
        return process.output.split(separator: "\n").map(String.init)
    }

    @Test(
        "SARIF is valid by its published schema, with rules, places, notes and fixes",
        .enabled(if: readers != nil, "Scripts/setup.sh tests fetches the schema"))
    func sarif() throws {
        let process = try trellis("validate", "Orders.yaml", "--report", "sarif")
        #expect(process.exitCode == 1 && process.errors == "")
        #expect(
            try lines(of: process.output, as: "sarif") == [
                "unicodeCodePoints TR1104 TR1203 TR1301",
                "TR1203 error Orders.yaml 6:40-6:44 Order.rows related 10:7 fix 40 order",
                "TR1301 error Orders.yaml 8:19-8:25 OrderRow.näme",
                "TR1104 error Orders.yaml 8:27-8:39 OrderRow.näme",
            ])
        let clean = try trellis("validate", "--report", "sarif")
        #expect(clean.exitCode == 0)
        #expect(
            try lines(of: clean.output, as: "sarif") == [
                "unicodeCodePoints TR1206 TR1208",
                "TR1206 warning Shop.yaml 5:22-5:26 Order.rows related 7:22 suppressed: Rows & <more> go \"by hand\".",
                "TR1208 note Shop.yaml 9:22-9:26 Customer.home",
            ])
    }

    @Test("SARIF names files by URI references", .enabled(if: readers != nil, "Scripts/setup.sh tests fetches the schema"))
    func places() throws {
        let path = try folder.write("trellis: 1\nmodel: Odd\nentities: []\n", to: "a: b/ö 100%.yaml")
        let relative = try trellis("validate", "a: b/ö 100%.yaml", "--report", "sarif")
        #expect(try lines(of: relative.output, as: "sarif").last == "TR1102 error a%3A%20b/%C3%B6%20100%25.yaml 3:11-3:13")
        let absolute = try trellis("validate", path, "--report", "sarif")
        #expect(try lines(of: absolute.output, as: "sarif").last?.contains(" file:///") == true)
    }

    @Test(
        "JUnit's XML is valid by the schema that servers go by: an error fails, a warning passes, a suppression is skipped",
        .enabled(if: readers != nil, "Scripts/setup.sh tests fetches the schema"))
    func junit() throws {
        let process = try trellis("validate", "Orders.yaml", "--report", "junit")
        #expect(
            try lines(of: process.output, as: "junit") == [
                "Orders.yaml | TR1203: Order.rows | failure | 'Order.rows' names the inverse 'ordr', which 'OrderRow' does not have",
                "Orders.yaml | TR1301: OrderRow.näme | failure | 'näme' cannot name an attribute",
                "Orders.yaml | TR1104: OrderRow.näme | failure | there is no type 'a, b: 100%'",
            ])
        let clean = try trellis("validate", "--report", "junit")
        #expect(
            try lines(of: clean.output, as: "junit") == [
                "Shop.yaml | TR1206: Order.rows | skipped | Rows & <more> go \"by hand\".",
                "Shop.yaml | TR1208: Customer.home | system-out | Shop.yaml:9:22: note[TR1208]: "
                    + "'Customer.home' has no inverse: no relationship leads back from 'Order'",
                "trellis.yaml | no findings",
            ])
        // XML has no way to write most control characters.
        try folder.write("trellis: 1\nmodel: Odd\nentities: { \"a\\x01\\n<&>\": }\n", to: "Odd.yaml")
        let odd = try trellis("validate", "Odd.yaml", "--report", "junit").output
        #expect(try lines(of: odd, as: "junit").first == #"Odd.yaml | TR1301: a\u{1}\n<&> | failure | 'a\u{01}\n<&>' cannot name an entity"#)
    }

    @Test("A message in SARIF has its suggestion, for viewers show nothing else of it")
    func suggestions() throws {
        let output = try trellis("validate", "Orders.yaml", "--report", "sarif").output
        #expect(output.contains(" which 'OrderRow' does not have\\nhelp: did you mean 'order'?\""), "\(output)")
    }

    @Test("JUnit fails for what is an error to the team and not suppressed, and for no warning")
    func failures() throws {
        let warned = try trellis("validate", "Shop.yaml", "--report", "junit").output
        #expect(warned.contains("<testsuite name=\"Shop.yaml\" tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\">"))
        #expect(warned.contains("<system-out>Shop.yaml:5:22: warning[TR1206]") && !warned.contains("<failure"), "\(warned)")

        let text = try String(contentsOfFile: folder.file("trellis.yaml"), encoding: .utf8)
        try folder.write(text.replacing("TR1208: note", with: "TR1208: error, TR1206: error"), to: "trellis.yaml")
        let weighed = try trellis("validate", "--report", "junit").output
        #expect(weighed.contains("<testsuite name=\"Shop.yaml\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\">"))
        #expect(weighed.contains("<failure type=\"TR1208\"") && !weighed.contains("<failure type=\"TR1206\""), "\(weighed)")
    }

    // MARK: JSON

    private struct Document: Decodable {
        struct Item: Decodable {
            struct Note: Decodable { var message: String, file: String?, line: Int? }
            struct Replacement: Decodable { var column: Int, endColumn: Int, text: String }
            var code: String, severity: String, message: String, file: String, line: Int, column: Int
            var element: String?, notes: [Note]?, help: String?, replacement: Replacement?, reason: String?
        }
        struct Summary: Decodable, Equatable { var files: Int, errors: Int, warnings: Int, notes: Int, suppressed: Int }
        var trellis: Int, command: String, findings: [Item], suppressed: [Item], summary: Summary
    }

    private func document(_ text: String) throws -> Document { try JSONDecoder().decode(Document.self, from: Data(text.utf8)) }

    @Test("JSON has everything that is known of a finding")
    func json() throws {
        let document = try document(trellis("validate", "Orders.yaml", "--report", "json").output)
        #expect(document.trellis == 1 && document.command == "validate")
        #expect(document.findings.map(\.code) == ["TR1203", "TR1301", "TR1104"])
        let first = document.findings[0]
        #expect(first.file == "Orders.yaml" && first.line == 6 && first.column == 40 && first.element == "Order.rows")
        #expect(first.notes?.first?.line == 10 && first.help == "did you mean 'order'?")
        #expect(first.replacement?.text == "order" && first.replacement?.endColumn == 44)
        #expect(document.summary == .init(files: 1, errors: 3, warnings: 0, notes: 0, suppressed: 0))

        let clean = try self.document(trellis("validate", "--report", "json").output)
        #expect(clean.findings.map(\.severity) == ["note"])
        #expect(clean.suppressed.map(\.reason) == ["Rows & <more> go \"by hand\"."])
        #expect(clean.summary == .init(files: 2, errors: 0, warnings: 0, notes: 1, suppressed: 1))
    }

    // MARK: GitHub and GitLab

    @Test("GitHub gets workflow commands, with what would end a property or a line escaped")
    func github() throws {
        try folder.write("trellis: 1\nmodel: Odd\nentities:\n  Thing: { attributes: { a: \"a,b:\\n\\r100%\" } }\n", to: "a,b:c.yaml")
        let process = try trellis("validate", "a,b:c.yaml", "--report", "github")
        #expect(
            process.output.hasPrefix(
                "::error file=a%2Cb%3Ac.yaml,line=4,endLine=4,col=29,endColumn=42,title=TR1104::there is no type 'a,b:\\n\\r100%25'"),
            "\(process.output)")
        #expect(process.output.split(separator: "\n").count == 1)
        let clean = try trellis("validate", "--report", "github")
        #expect(clean.output.hasPrefix("::notice file=Shop.yaml,line=9,") && clean.output.split(separator: "\n").count == 1)
        let warned = try trellis("validate", "Shop.yaml", "--report", "github")
        #expect(warned.output.hasPrefix("::warning file=Shop.yaml,line=5,endLine=5,col=22,endColumn=25,title=TR1206::"))
        let broken = try trellis("validate", "Orders.yaml", "--report", "github")
        #expect(broken.output.contains("%0Anote: 'OrderRow' has the relationship 'order' (Orders.yaml:10:7)%0Ahelp: did you mean 'order'?\n"))
    }

    @Test("GitHub gets the column of a place without extent, and no columns of one on several lines")
    func columns() throws {
        let unformatted = try trellis("format", "--check", "Shop.yaml", "--report", "github")
        #expect(unformatted.output.contains("line=5,endLine=5,col=19,endColumn=19,title=TR0001::"), "\(unformatted.output)")
        try folder.write("trellis: 1\nmodel: Odd\nentities:\n  - a\n  - b\n", to: "Odd.yaml")
        let lines = try trellis("validate", "Odd.yaml", "--report", "github")
        #expect(lines.output.hasPrefix("::error file=Odd.yaml,line=4,endLine=6,title=TR1102::"), "\(lines.output)")
    }

    private struct Issue: Decodable {
        struct Location: Decodable {
            struct Lines: Decodable { var begin: Int }
            var path: String
            var lines: Lines
        }
        var description: String, check_name: String, fingerprint: String, severity: String, location: Location
    }

    private func issues(_ arguments: String...) throws -> [Issue] {
        let process = try ChildProcess.run(Project.trellis, ["validate"] + arguments + ["--report", "gitlab"], in: folder.path)
        return try JSONDecoder().decode([Issue].self, from: Data(process.output.utf8))
    }

    @Test("GitLab gets a list of issues, each known by a fingerprint that stays when its line moves")
    func gitlab() throws {
        let before = try issues("./Orders.yaml")
        #expect(before.map(\.check_name) == ["TR1203", "TR1301", "TR1104"])
        #expect(before.map(\.location.path) == ["Orders.yaml", "Orders.yaml", "Orders.yaml"])
        #expect(before.map(\.location.lines.begin) == [6, 8, 8])
        #expect(Set(before.map(\.severity)) == ["major"] && Set(before.map(\.fingerprint)).count == 3)

        let text = try String(contentsOfFile: folder.file("Orders.yaml"), encoding: .utf8)
        try folder.write("# One line more\n\n" + text, to: "Orders.yaml")
        let after = try issues("./Orders.yaml")
        #expect(after.map(\.location.lines.begin) == [8, 10, 10])
        #expect(after.map(\.fingerprint) == before.map(\.fingerprint))
        // However the command line spells the path.
        for path in ["Orders.yaml", ".//Orders.yaml"] {
            let spelled = try issues(path)
            #expect(spelled.map(\.fingerprint) == before.map(\.fingerprint))
            #expect(spelled.map(\.location.path) == before.map(\.location.path))
        }

        // The same words twice in one place are two issues.
        try folder.write("trellis: 1\nmodel: Odd\nentities:\n  A: { indexes: [[b], [b]] }\n", to: "Odd.yaml")
        let twice = try issues("Odd.yaml")
        #expect(twice.count == 2 && twice[0].description == twice[1].description)
        #expect(twice[0].fingerprint != twice[1].fingerprint)
        #expect(try issues().map(\.severity) == ["info"])
        let warned = try issues("Shop.yaml")
        #expect(warned.map(\.severity) == ["minor", "minor"])
        #expect(
            warned[1].description == "'Customer.home' has no inverse: no relationship leads back from 'Order' "
                + "(declare a relationship back at 'Order', and name it with 'inverse')")
    }

    // MARK: Where reports go

    @Test("A report in a file leaves everything else as it is, and several can be written at once")
    func files() throws {
        let plain = try trellis("validate", "Orders.yaml")
        let process = try trellis(
            "validate", "Orders.yaml", "--report", "json=out/findings.json", "--report", "text=findings.txt", "--report", "github=g")
        #expect(process.exitCode == 1 && process.output == "" && process.errors == plain.errors)
        #expect(try document(String(contentsOfFile: folder.file("out/findings.json"), encoding: .utf8)).findings.count == 3)
        #expect(try String(contentsOfFile: folder.file("findings.txt"), encoding: .utf8) == plain.errors)
        let printed = try trellis("validate", "Orders.yaml", "--report", "text")
        #expect(printed.output == plain.errors && printed.errors == "")
    }

    @Test("A report that is printed has standard output for itself")
    func alone() throws {
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Order:\n  More:\n", to: "New.yaml")
        let process = try trellis("diff", "Shop.yaml", "New.yaml", "--report", "json")
        #expect(try document(process.output).command == "diff")
        #expect(process.errors.contains("+ entity More"))
        let status = try trellis("migrate", "status", "Shop.yaml", "--format", "json", "--report", "gitlab")
        #expect(status.errors.contains("\"models\""))
        #expect(try JSONDecoder().decode([Issue].self, from: Data(status.output.utf8)).count == 2)
    }

    @Test(
        "Every command that can find something gives a report of it",
        arguments: [
            ["validate"], ["generate", "--swift", "out"], ["format"], ["migrate", "create"], ["migrate", "renew", "--unreleased"],
            ["migrate", "upgrade"], ["migrate", "status"],
            ["migrate", "plan"], ["diff", "Orders.yaml"],
        ])
    func commands(arguments: [String]) throws {
        let process = try ChildProcess.run(
            Project.trellis, arguments + ["Orders.yaml", "--report", "json"], in: folder.path)
        #expect(process.exitCode == 1)
        let document = try document(process.output)
        #expect(document.findings.map(\.code) == ["TR1203", "TR1301", "TR1104"])
        #expect(arguments.joined(separator: " ").hasPrefix(document.command))
    }

    @Test(
        "A report that cannot be made sense of is wrong use",
        arguments: [
            ["sarfi"], ["sarif="], ["json", "--report", "github"], ["json", "--quiet", "--verbose"],
            ["json=a", "--report", "junit=./a"],
        ])
    func wrongUse(arguments: [String]) throws {
        let process = try ChildProcess.run(Project.trellis, ["validate", "Orders.yaml", "--report"] + arguments, in: folder.path)
        #expect(process.exitCode == 2 && process.output == "")
    }

    @Test("A report that cannot be written is said, and gives 3")
    func unwritable() throws {
        try folder.write("", to: "file")
        let process = try trellis("validate", "Orders.yaml", "--report", "json=file/findings.json")
        #expect(process.exitCode == 3)
        #expect(process.errors.contains("error: cannot write 'file/findings.json': "))
    }
}
