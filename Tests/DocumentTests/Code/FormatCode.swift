import Foundation
import TestSupport
import Testing

/// What Documentation/model-format.md shows of SQL, and of what the tool says.
@Suite("The model format's SQL")
struct FormatCode {
    private let models = "\(Project.root)/Tests/DocumentTests/Models"
    private let blocks: [CodeBlock]

    init() throws { blocks = try DocumentPage(path: "Documentation/model-format.md").blocks }

    @Test func `writes composites in plain SQL`() throws {
        let folder = try TemporaryFolder()
        let made = try ChildProcess.run(
            Project.trellis, ["generate", "\(models)/Composites.yaml", "--sql", folder.file("schema.sql")])
        #expect(made.exitCode == 0, "\(made.errors)")
        let schema = try String(contentsOfFile: folder.file("schema.sql"), encoding: .utf8)
        let statements = try #require(blocks.first { $0.language == "sql" }).text
        let query = "SELECT home_city, work, work_city FROM customer;"
        let run = try ChildProcess.run(named: "sqlite3", [folder.file("a.sqlite")], input: schema + statements + query)
        #expect(run.exitCode == 0 && run.output == "Bern||\n", "\(run.output)\(run.errors)")
    }

    @Test func `tells what SQLite does for a fetch`() throws {
        let shown = try #require(blocks.first { $0.lines.first?.hasPrefix("Order.placed") ?? false })
        let told = try ChildProcess.run(Project.trellis, ["fetches", "Orders.yaml"], in: "\(models)/Advised").output
        // The fetch stands in another line there.
        #expect(told.split(separator: "\n").dropFirst().map(String.init) == Array(shown.lines.dropFirst()))
        #expect(told.hasPrefix("Order.placed(since: date, by: Customer)  (Orders.yaml:"))
    }
}
