import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// The commands of migrations on a store that a cluster has.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct ClusterMigrationTests {
    @Test func `a store on a cluster becomes what the same store in a file becomes`() throws {
        let project = try ClusterProject(nodes: 1)
        let name = project.name()
        let status = try project.trellis("migrate", "status", name)
        #expect(status.output.contains("version 1") && status.exitCode == 0, "\(status.output)\(status.errors)")
        let check = try project.trellis("check", "--database", name)
        #expect(check.exitCode == 0, "\(check.text)")
        #expect(check.text.contains("\(name): a store of Shop, version 1, with 1 migration ahead to version 2"), "\(check.text)")
        let script = try project.trellis("migrate", "apply", name, "--dry-run")
        #expect(script.output.contains("-- From version 1 to version 2, in one transaction with foreign keys on.\nCREATE TABLE _trellis_new_customer"), "\(script.output.prefix(600))")

        // The same store in a file, by the command for files.
        _ = try project.copy(to: "file.sqlite")
        let file = try project.trellis("migrate", "apply", "file.sqlite")
        #expect(file.exitCode == 0, "\(file.errors)")
        let apply = try project.trellis("migrate", "apply", name, "--backup-to", "old.sqlite")
        #expect(apply.exitCode == 0 && apply.text.contains("\(name) now has version 2 of Shop: 1 step from version 1; old.sqlite is a copy of the old store"), "\(apply.text)")
        let expected = try ClusterProject.content(SQLiteConnection(opening: project.folder.file("file.sqlite")))
        let found = try ClusterProject.content(project.copy())
        #expect(found == expected)
        #expect(expected.contains { $0.hasPrefix("order: _id=4") } && expected.contains { $0.hasPrefix("trigger own_trigger") })
        let old = try SQLiteConnection(opening: project.folder.file("old.sqlite"))
        #expect(try old.rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["1"]])

        let again = try project.trellis("migrate", "apply", name)
        #expect(again.exitCode == 0 && again.text.contains("already has version 2 of Shop"), "\(again.text)")
        #expect(try project.nodes.ask("shop", "SELECT count(*) FROM \"order\"").contains("4"))
    }

    @Test func `rows that a version refuses stop its step, and the steps before are done`() throws {
        let project = try ClusterProject(nodes: 1)
        try project.addThirdVersion()
        let check = try project.trellis("check", "--database", project.name())
        #expect(check.exitCode == 1 && check.text.contains("TR2306"), "\(check.text)\(check.output)")
        let apply = try project.trellis("migrate", "apply", project.name())
        #expect(apply.exitCode != 0 && apply.text.contains("rows do not meet a rule of version 3"), "\(apply.exitCode) \(apply.text)")
        let store = try project.copy()
        #expect(try store.rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["2"]])
        #expect(try store.rows("SELECT count(*) FROM \"order\"") == [["5"]])
        // The lock is gone, and the step runs once the row is fixed.
        try project.nodes.cluster.connect(to: "shop").execute("UPDATE \"order\" SET number = 'xx' WHERE number = 'x'")
        let fixed = try project.trellis("migrate", "apply", project.name())
        #expect(fixed.exitCode == 0 && fixed.text.contains("now has version 3"), "\(fixed.text)")
    }

    @Test(arguments: [true, false])
    func `a commit without an answer is found out, and the step runs once`(_ deliversCommit: Bool) throws {
        let project = try ClusterProject(nodes: 1)
        let proxy = try CommitProxy(to: project.nodes.addresses[0], deliversCommit: deliversCommit)
        let apply = try project.trellis("migrate", "apply", project.name([proxy.address]))
        #expect(apply.exitCode == 0, "\(apply.text)")
        #expect(apply.text.contains("the commit of version 2 got no answer"), "\(apply.text)")
        #expect(apply.text.contains("the store has version 2: its commit was done") == deliversCommit, "\(apply.text)")
        #expect(apply.text.contains("now has version 2 of Shop: 1 step"), "\(apply.text)")
        #expect(proxy.commits == (deliversCommit ? 1 : 2))
        let store = try project.copy()
        #expect(try store.rows("SELECT count(*), sum(points) FROM customer") == [["3", "11.0"]])
        #expect(try store.rows("SELECT count(*) FROM \"order\"") == [["4"]])
    }

    @Test func `names of stores that lead nowhere are explained`() throws {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes: { name: string }\n", to: "Shop.yaml")
        func errors(_ arguments: String...) throws -> String { try ChildProcess.run(Project.trellis, arguments, in: folder.path).errors }
        for name in ["dqlite://", "dqlite://host/shop", "dqlite://host:1", "dqlite://host:1/", "dqlite://host:1,/a", "dqlite://host:1/a/b", "dqlite://host:1/../x", "dqlite://host:1/a-wal"] {
            let text = try errors("migrate", "status", name, "Shop.yaml")
            #expect(text.contains("is no store on a cluster: write dqlite://host1:9001,host2:9002/database"), "\(name): \(text)")
        }
        #expect(try errors("migrate", "apply", "dqlite://127.0.0.1:1/a", "Shop.yaml", "--backup").contains("--backup-to"))
        let nodes = try DqliteNodes(1)
        let empty = try errors("migrate", "status", "dqlite://\(nodes.addresses[0])/nothing", "Shop.yaml")
        #expect(empty.contains("cannot read 'dqlite://\(nodes.addresses[0])/nothing': it is empty and not a store"), "\(empty)")
    }
}

extension ChildProcess {
    /// All that it printed.
    fileprivate var text: String { output + errors }
}
