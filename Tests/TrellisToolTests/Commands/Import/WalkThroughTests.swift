import Foundation
import TestSupport
import Testing

/// The walk-through from Core Data, typed in a folder with a store that Core Data could have written.
struct WalkThroughTests {
    @Test func `the walk-through from Core Data prints what it shows`() throws {
        let folder = try TemporaryFolder()
        _ = try CoreDataFixture(
            folder.file("App.sqlite"),
            [
                ArchivedEntity(
                    "Order", attributes: [.init("info", 700), .init("obsolete", 700)], relationships: [.init("rows", to: "Row", inverse: "order", isToMany: true, isCascading: true)]),
                ArchivedEntity(
                    "Row", attributes: [.init("price", 500, isOptional: false)],
                    relationships: [.init("order", to: "Order", inverse: "rows", isOptional: false)]),
            ],
            """
            CREATE TABLE ZORDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZINFO VARCHAR, ZOBSOLETE VARCHAR);
            CREATE TABLE ZROW (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZORDER INTEGER, ZPRICE FLOAT);
            INSERT INTO ZORDER VALUES (1, 1, 1, 'first', 'x'), (4, 1, 1, NULL, NULL);
            INSERT INTO ZROW VALUES (1, 2, 1, 1, 2.5), (2, 2, 1, 1, 4.0), (3, 2, 1, 4, 1.0);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 4;
            """)
        let isRecorded = ProcessInfo.processInfo.environment["TRELLIS_RECORD"] != nil
        let path = "\(Project.products):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let process = try ChildProcess.run(
            "/usr/bin/env",
            [
                "PATH=\(path)", "NO_COLOR=1", "python3", "\(Project.root)/Scripts/type-page.py",
                "\(Project.root)/Documentation/coming-from/core-data-walk-through.md", folder.path,
            ] + (isRecorded ? ["--record"] : []))
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
    }
}
