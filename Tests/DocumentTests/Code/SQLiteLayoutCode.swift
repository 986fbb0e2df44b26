import Foundation
import TestSupport
import Testing

/// The SQL of Documentation/sqlite-layout.md.
struct SQLiteLayoutCode {
    private let models = "\(Project.root)/Tests/DocumentTests/Models"
    private let blocks: [CodeBlock]

    init() throws { blocks = try DocumentPage(path: "Documentation/sqlite-layout.md").blocks }

    private func sql(beginningWith start: String) throws -> String {
        try #require(blocks.first { $0.language == "sql" && $0.text.hasPrefix(start) }).text
    }

    @Test func `writes composites in plain SQL`() throws {
        let folder = try TemporaryFolder()
        let made = try ChildProcess.run(
            Project.trellis, ["generate", "\(models)/Composites.yaml", "--sql", folder.file("schema.sql")])
        #expect(made.exitCode == 0, "\(made.errors)")
        let schema = try String(contentsOfFile: folder.file("schema.sql"), encoding: .utf8)
        let statements = try sql(beginningWith: "INSERT")
        let query = "SELECT home_city, work, work_city FROM customer;"
        let run = try ChildProcess.run(named: "sqlite3", [folder.file("a.sqlite")], input: schema + statements + query)
        #expect(run.exitCode == 0 && run.output == "Bern||\n", "\(run.output)\(run.errors)")
    }

    @Test func `deletes in plain SQL what delete rules reach`() throws {
        let folder = try TemporaryFolder()
        let made = try ChildProcess.run(
            Project.trellis, ["generate", "\(Project.root)/Tests/Cases/documents/schema.yaml", "--sql", folder.file("schema.sql")])
        #expect(made.exitCode == 0, "\(made.errors)")
        let schema = try String(contentsOfFile: folder.file("schema.sql"), encoding: .utf8)
        let statements = """
            INSERT INTO "order" (_id, date, made, paid) VALUES (1, 0, 0, 0);
            INSERT INTO order_row (sum, order_id) VALUES (100, 1), (200, 1);
            DELETE FROM "order";
            SELECT count(*) FROM order_row;
            """
        let settings = try sql(beginningWith: "PRAGMA")
        let run = try ChildProcess.run(
            named: "sqlite3", [folder.file("a.sqlite")], input: schema + settings + statements)
        #expect(run.exitCode == 0 && run.output == "0\n", "\(run.output)\(run.errors)")
    }
}
