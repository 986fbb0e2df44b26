import Foundation
import TestSupport
import Testing

/// The program of the build plugin reports what `trellis generate` reports, in the same words.
struct GeneratorFindingsTests {
    private let folder: TemporaryFolder
    /// Two warnings TR1206, in lines 7 and 8.
    private static let model = """
        trellis: 1
        model: Orders
        entities:
          Row: { relationships: { order: { to: Order, inverse: rows } } }
          Order:
            relationships:
              rows: { to: [Row], inverse: order }
              notes: { to: [Note], inverse: order }
          Note: { relationships: { order: { to: Order, inverse: notes } } }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Orders.yaml")
    }

    /// Runs both programs, which must agree.
    /// - Parameter environment: a variable with its value.
    /// - Returns: what they report, and their exit code.
    private func report(_ configuration: String? = nil, environment: String = "A=b") throws -> (errors: String, exitCode: Int32) {
        if let configuration { try folder.write(configuration, to: "trellis.yaml") }
        let named = configuration == nil ? [] : ["trellis.yaml"]
        // `swift test` sets NO_COLOR where it writes to no terminal.
        let variables = ["NO_COLOR", environment]
        let own = try ChildProcess.run(named: "-u", variables + [Project.generator, "Orders.yaml", "own"] + named, in: folder.path)
        let tool = try ChildProcess.run(
            named: "-u",
            variables + [Project.trellis, "generate", "Orders.yaml", "--swift", "tools", "--no-cache"] + named.flatMap { ["--config", $0] }, in: folder.path)
        #expect(own.errors == tool.errors && own.exitCode == tool.exitCode)
        #expect(own.output == "")
        #expect(FileManager.default.fileExists(atPath: folder.file("own")) == (own.exitCode == 0))
        return (own.errors, own.exitCode)
    }

    /// The heads of findings, without their files' messages.
    private func heads(_ errors: String) -> [String] {
        errors.matches(of: /(?m)^([\w.]+:\d+:\d+: \w+\[TR\d{4}\])/).map { String($0.output.1) }
    }

    @Test("A model with errors is reported as expected, and nothing is written", arguments: GeneratedCase.all.filter(\.isBroken))
    func broken(testCase: GeneratedCase) throws {
        let output = try TemporaryFolder()
        let process = try ChildProcess.run(Project.generator, ["schema.yaml", output.file("out")], in: testCase.folder)
        #expect(process.exitCode == 1 && process.output == "")
        #expect(process.errors == testCase.text("stderr.txt"))
        #expect(!FileManager.default.fileExists(atPath: output.file("out")))
    }

    @Test func `warnings are shown with their lines, in colours where the environment wants them`() throws {
        let plain = try report()
        #expect(heads(plain.errors) == ["Orders.yaml:7:7: warning[TR1206]", "Orders.yaml:8:7: warning[TR1206]"] && plain.exitCode == 0)
        #expect(plain.errors.contains("rows: { to: [Row], inverse: order }\n"))
        let coloured = try report(environment: "CLICOLOR_FORCE=1").errors
        #expect(coloured.contains("\u{1B}[") && coloured.replacing(/\u{1B}\[[\d;]*m/, with: "") == plain.errors)
    }

    @Test func `suppressions hide warnings, and severities change them`() throws {
        let suppressed = try report("trellis: 1\nmodels:\n  Orders: { suppressions: { Order.rows: { TR1206: Imported. } } }\n")
        #expect(heads(suppressed.errors) == ["Orders.yaml:8:7: warning[TR1206]"] && suppressed.exitCode == 0)
        try FileManager.default.removeItem(atPath: folder.file("own"))
        let severe = try report("trellis: 1\nmodels:\n  Orders: { suppressions: { Order.rows: { TR1206: Imported. } } }\nseverity: { TR1206: error }\n")
        #expect(heads(severe.errors) == ["Orders.yaml:8:7: error[TR1206]"] && severe.exitCode == 1)
    }

    @Test func `an expired suppression is a warning`() throws {
        let expired = try report("trellis: 1\nmodels:\n  Orders:\n    suppressions:\n      Order: { TR1206: { reason: Soon., until: 2001-01-01 } }\n")
        #expect(heads(expired.errors).first == "trellis.yaml:5:48: warning[TR0107]" && heads(expired.errors).count == 3 && expired.exitCode == 0)
    }

    @Test func `codes of every program may be named in trellis yaml, and no others`() throws {
        let known = try report("trellis: 1\nmodels:\n  Orders: { suppressions: { Order: { TR1206: Fine., TR0116: Ours., TR2305: Ours. } } }\n")
        #expect(known.errors == "" && known.exitCode == 0)
        try FileManager.default.removeItem(atPath: folder.file("own"))
        let wrong = try report(
            "trellis: 1\nmodels: { Orders: }\nseverity: { TR1207: warning, TR1299: warning, TR2109: note, TR2105: note, TR1208: loud }\n")
        #expect(
            heads(wrong.errors).filter { $0.contains("trellis.yaml") } == [
                "trellis.yaml:3:13: error[TR0105]", "trellis.yaml:3:30: error[TR0104]", "trellis.yaml:3:47: error[TR0105]",
                "trellis.yaml:3:61: error[TR0105]", "trellis.yaml:3:83: error[TR0110]",
            ], "\(wrong.errors)")
        // Only what a migration can accept has that remedy.
        #expect(wrong.errors.matches(of: /accept it in the migration's file/).count == 1)
        #expect(wrong.errors.contains("'trellis explain TR2105' shows how to fix it"))
    }

    @Test func `errors of outputs and of names stop it`() throws {
        try folder.write("let mine = 1\n", to: "out/Orders.trellis.swift")
        let foreign = try ChildProcess.run(Project.generator, ["Orders.yaml", "out"], in: folder.path)
        #expect(foreign.exitCode == 1 && foreign.errors.contains("\nout/Orders.trellis.swift:1:1: error[TR0115]"), "\(foreign.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) == ["Orders.trellis.swift"])

        try folder.write(Self.model, to: "Sales.yaml")
        let renamed = try ChildProcess.run(Project.generator, ["Sales.yaml", "sales"], in: folder.path)
        #expect(renamed.exitCode == 1 && heads(renamed.errors).first == "Sales.yaml:2:8: error[TR0103]", "\(renamed.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("sales")))
    }
}
