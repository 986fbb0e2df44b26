import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate rebase`, in git repositories with two branches that added the same version.
struct MigrateRebaseTests {
    /// A repository whose branches 'main' and 'prices' both have a version 2; 'prices' is checked out.
    private func conflicted() throws -> ModelProject {
        let project = try ModelProject("email: string?, name: string")
        try project.create()
        try project.git("init", "-q", "-b", "main")
        try project.commit("one")
        try project.git("checkout", "-q", "-b", "prices")
        try project.model("email: string?, name: string, price: int")
        try project.folder.write("trellis: 1\nvalues: { Customer.price: \"7\" }\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.commit("prices")
        try project.git("checkout", "-q", "main")
        try project.model("address: string?, email: string?, name: string")
        try project.create()
        try project.commit("addresses")
        try project.git("checkout", "-q", "prices")
        return project
    }

    /// A person joins the live model by hand.
    private func join(_ project: ModelProject, _ attributes: String = "address: string?, email: string?, name: string, price: int") throws {
        try project.model(attributes)
    }

    private func rebase(_ project: ModelProject, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["migrate", "rebase", "Shop.yaml"] + arguments, in: project.folder.path)
    }

    @Test("Two branches that add the same version conflict in git, also where their models do not")
    func conflicts() throws {
        let project = try conflicted()
        try project.git("merge", "main", exitCode: 1)
        let status = try project.git("status", "--porcelain").output
        #expect(status.contains("AA versions/2.yaml\n") && status.contains("UU versions/lock\n"))
        try join(project)
        let validated = try project.trellis("validate", "Shop.yaml")
        #expect(validated.exitCode == 1 && validated.errors.contains("error[TR2202]") && validated.errors.contains("'trellis migrate rebase Shop.yaml'"))
    }

    @Test("In a merge the branch that comes in keeps its version; one's own follows it, with what was decided of it")
    func merge() throws {
        let project = try conflicted()
        try project.git("merge", "main", exitCode: 1)
        try join(project)
        let process = try rebase(project)
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output == "Shop: version 2 of HEAD is version 3\n'versions' is resolved: run 'git add'\n")
        try project.expectValid()
        #expect(try project.attributes(ofVersion: 2) == ["address", "email", "name"])
        #expect(try project.attributes(ofVersion: 3) == ["address", "email", "name", "price"])
        #expect(try project.git("show", "main:versions/2.yaml").output == project.text("versions/2.yaml"))
        #expect(try project.text("versions/3.migration.yaml").contains("Customer.price"))
        #expect(try !project.text("versions/2.migration.yaml").contains("Customer.price"))
        #expect(try project.trellis("migrate", "status", "Shop.yaml").output.hasPrefix("Shop: 3 versions, the live model is version 3\n"))
        try project.commit("joined")
        // A store of the other branch's version 2 goes on to version 3.
        let connection = try SQLiteConnection.inMemory()
        let main = try ModelProject("address: string?, email: string?, name: string")
        try main.trellis("generate", "Shop.yaml", "--sql", "2.sql")
        try connection.execute(main.text("2.sql") + "INSERT INTO customer (name, address) VALUES ('Ada', 'Main 1');")
        try connection.execute(project.text("versions/3.migration.sql").replacing(".bail on\n", with: ""))
        #expect(try connection.rows("SELECT name, address, price FROM customer") == [["Ada", "Main 1", "7"]])
    }

    @Test("'--keep head' keeps one's own version, and the other follows")
    func keepHead() throws {
        let project = try conflicted()
        try project.git("merge", "main", exitCode: 1)
        try join(project)
        let process = try rebase(project, "--keep", "head")
        #expect(process.exitCode == 0 && process.output.hasPrefix("Shop: version 2 of MERGE_HEAD is version 3\n"), "\(process.errors)")
        try project.expectValid()
        #expect(try project.attributes(ofVersion: 2) == ["email", "name", "price"])
        #expect(try project.attributes(ofVersion: 3) == ["address", "email", "name", "price"])
    }

    @Test("In a rebase the branch that commits are put on keeps its versions, and each commit's own follow one by one")
    func gitRebase() throws {
        let project = try conflicted()
        try project.model("email: string?, name: string, price: int, rebate: int?")
        try project.create()
        try project.commit("rebates")
        try project.git("rebase", "main", exitCode: 1)
        try join(project)
        let first = try rebase(project)
        #expect(first.exitCode == 0 && first.output.hasPrefix("Shop: version 2 of REBASE_HEAD is version 3\n"), "\(first.errors)")
        try project.git("add", "-A")
        try project.git("rebase", "--continue", exitCode: 1)
        try join(project, "address: string?, email: string?, name: string, price: int, rebate: int?")
        let second = try rebase(project)
        #expect(second.exitCode == 0 && second.output.hasPrefix("Shop: version 3 of REBASE_HEAD is version 4\n"), "\(second.errors)")
        try project.git("add", "-A")
        try project.git("rebase", "--continue")
        try project.expectValid()
        #expect(try (2...4).map { try project.attributes(ofVersion: $0).count } == [3, 4, 5])
        #expect(try project.git("show", "HEAD~1:versions/3.yaml").output == project.text("versions/3.yaml"))
        #expect(try project.git("status", "--porcelain").output == "")
    }

    @Test("In a cherry-pick the branch that the commit is put on keeps its versions, or the commit where that is said")
    func cherryPick() throws {
        for keep in ["incoming", "head"] {
            let project = try conflicted()
            try project.git("checkout", "-q", "main")
            try project.git("cherry-pick", "prices", exitCode: 1)
            try join(project)
            let process = try keep == "head" ? rebase(project) : rebase(project, "--keep", keep)
            let moved = keep == "head" ? "CHERRY_PICK_HEAD" : "HEAD"
            #expect(process.exitCode == 0 && process.output.hasPrefix("Shop: version 2 of \(moved) is version 3\n"), "\(process.errors)")
            try project.expectValid()
            #expect(try project.attributes(ofVersion: 3) == ["address", "email", "name", "price"])
            #expect(try project.attributes(ofVersion: 2).contains(keep == "head" ? "address" : "price"))
            #expect(try project.text("versions/\(keep == "head" ? 3 : 2).migration.yaml").contains("Customer.price"))
            try project.git("add", "-A")
            try project.git("cherry-pick", "--continue")
            #expect(try project.git("status", "--porcelain").output == "")
        }
    }

    @Test("Several versions of one's own follow in their order, and decisions on a next one go along")
    func several() throws {
        let project = try conflicted()
        try project.model("email: string?, name: string, price: int, rebate: int?")
        try project.create()
        try project.folder.write("trellis: 1\n# for later\n", to: "versions/4.migration.yaml")
        try project.commit("rebates")
        try project.git("merge", "main", exitCode: 1)
        try join(project, "address: string?, email: string?, name: string, price: int, rebate: int?, size: int?")
        let process = try rebase(project)
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(
            process.output == """
                Shop: version 2 of HEAD is version 3
                Shop: version 3 of HEAD is version 4
                Shop: the live model is a draft of version 5
                'versions' is resolved: run 'git add'

                """)
        try project.expectValid()
        #expect(try (2...4).map { try project.attributes(ofVersion: $0).count } == [3, 4, 5])
        #expect(try project.text("versions/5.migration.yaml").contains("for later"))
        #expect(try !project.text("versions/4.migration.yaml").contains("for later"))
    }

    @Test("Where both changed the same, what the live model says counts")
    func sameAttribute() throws {
        let project = try ModelProject("email: url?, name: string")
        try project.create()
        try project.git("init", "-q", "-b", "main")
        try project.commit("one")
        try project.git("checkout", "-q", "-b", "mine")
        try project.model("email: string?, name: string")
        try project.create()
        try project.commit("mine")
        try project.git("checkout", "-q", "main")
        try project.model("mail: url?, name: string")
        try project.folder.write("trellis: 1\nrenames: { Customer.email: mail }\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.commit("theirs")
        try project.git("checkout", "-q", "mine")
        try project.git("merge", "main", exitCode: 1)
        let early = try rebase(project)
        #expect(early.exitCode == 3 && early.errors.contains("'Shop.yaml' has conflicts itself"))
        try project.model("mail: string?, name: string")
        let process = try rebase(project)
        #expect(process.exitCode == 0, "\(process.errors)")
        try project.expectValid()
        #expect(try project.text("versions/3.yaml").contains("mail: string?"))
    }

    @Test("Decisions that no longer fit are refused, and can be replaced")
    func otherDecisions() throws {
        let project = try conflicted()
        try project.git("checkout", "-q", "main")
        try project.model("address: string?, mail: string?, name: string")
        try project.folder.write("trellis: 1\nrenames: { Customer: Client }\n", to: "versions/3.migration.yaml")
        let model = try project.text("Shop.yaml").replacing("Customer", with: "Client").replacing("mail:", with: "email:")
        try project.folder.write(model, to: "Shop.yaml")
        try project.create()
        try project.commit("clients")
        try project.git("checkout", "-q", "prices")
        try project.git("merge", "main", exitCode: 1)
        try project.folder.write(model.replacing("name: string\n", with: "name: string\n      price: int\n"), to: "Shop.yaml")
        let before = try project.text("versions/lock")
        let refused = try rebase(project)
        #expect(refused.exitCode == 1 && refused.errors.contains("TR2105") && refused.errors.contains("TR2103"), "\(refused.errors)")
        #expect(try project.text("versions/lock") == before)
        try project.folder.write("trellis: 1\nvalues: { Client.price: \"7\" }\n", to: "new.yaml")
        let process = try rebase(project, "--decisions", "new.yaml")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.hasPrefix("Shop: version 2 of HEAD is version 4\n"))
        try project.expectValid()
    }

    @Test("Decisions can be replaced for each version that moves, by its number on its branch")
    func otherDecisionsOfSeveral() throws {
        func decided(_ attribute: String, _ column: String) -> String {
            "trellis: 1\nvalues: { Customer.\(attribute): \"coalesce(length(\(column)), 0)\" }\n"
        }
        let project = try ModelProject("email: string?, name: string")
        try project.create()
        try project.git("init", "-q", "-b", "main")
        try project.commit("one")
        try project.git("checkout", "-q", "-b", "mine")
        for (number, attribute) in [(2, "price"), (3, "rebate")] {
            try project.model("email: string?, name: string, price: int" + (number == 3 ? ", rebate: int" : ""))
            try project.folder.write(decided(attribute, "email"), to: "versions/\(number).migration.yaml")
            try project.create()
        }
        try project.commit("mine")
        try project.git("checkout", "-q", "main")
        try project.model("mail: string?, name: string")
        try project.folder.write("trellis: 1\nrenames: { Customer.email: mail }\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.commit("theirs")
        try project.git("checkout", "-q", "mine")
        try project.git("merge", "main", exitCode: 1)
        try project.model("mail: string?, name: string, price: int, rebate: int")
        try project.folder.write(decided("price", "mail"), to: "2.yaml")
        try project.folder.write(decided("rebate", "mail"), to: "3.yaml")
        #expect(try rebase(project, "--decisions", "3.yaml").errors.contains("no such column: email"))
        #expect(try rebase(project, "--decisions", "2=2.yaml").errors.contains("no such column: email"))
        #expect(try rebase(project, "--decisions", "4=3.yaml").errors.contains("version 4 does not move"))
        let process = try rebase(project, "--decisions", "2=2.yaml", "--decisions", "3.yaml")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.hasPrefix("Shop: version 2 of HEAD is version 3\nShop: version 3 of HEAD is version 4\n"))
        try project.expectValid()
        #expect(try project.text("versions/3.migration.yaml") == decided("price", "mail"))
        #expect(try project.text("versions/4.migration.yaml") == decided("rebate", "mail"))
    }

    @Test("A version between that cannot be joined is refused, with what both changed")
    func notJoined() throws {
        let project = try conflicted()
        try project.git("checkout", "-q", "main")
        try project.model("address: string?, email: url?, name: string")
        try project.folder.write("trellis: 1\naccept: { Customer.email: { TR2109: They are links. } }\n", to: "versions/3.migration.yaml")
        try project.create()
        try project.commit("urls")
        try project.git("checkout", "-q", "prices")
        for attributes in ["email: { type: string?, unique: true }, name: string, price: int", "name: string, price: int, size: int?"] {
            try project.folder.write(
                "trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes: { \(attributes) }\n", to: "Shop.yaml")
            try? FileManager.default.removeItem(atPath: project.folder.file("d.yaml"))
            let number = project.exists("versions/3.yaml") ? 4 : 3
            if number == 4 { try project.folder.write("trellis: 1\ndrops: { Customer.email: Not needed. }\n", to: "versions/4.migration.yaml") }
            try project.create()
        }
        try project.commit("mine")
        try project.git("merge", "main", exitCode: 1)
        try join(project, "address: string?, name: string, price: int, size: int?")
        let process = try rebase(project)
        #expect(process.exitCode == 1 && process.errors.contains("error[TR2212]"), "\(process.errors)")
        #expect(process.errors.contains("'entities.Customer.attributes.email'"))
    }

    @Test("A change that both branches made alike is one version")
    func alike() throws {
        let project = try conflicted()
        try project.git("checkout", "-q", "main")
        try project.git("checkout", "-q", "-b", "third", "HEAD~1")
        try project.model("email: string?, name: string, price: int")
        try project.folder.write("trellis: 1\nvalues: { Customer.price: \"8\" }\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.commit("other prices")
        try project.git("merge", "prices", exitCode: 1)
        try join(project, "email: string?, name: string, price: int")
        let process = try rebase(project)
        #expect(process.exitCode == 0 && process.output == "Shop: HEAD adds no version\n'versions' is resolved: run 'git add'\n", "\(process.errors)")
        try project.expectValid()
        #expect(try project.text("versions/2.migration.yaml").contains("\"7\"") && project.versionFiles.count == 6)
    }

    @Test("Outside of a merge it says what it is for")
    func outside() throws {
        let project = try conflicted()
        let process = try rebase(project)
        #expect(process.exitCode == 3 && process.errors.contains("git is not joining branches here"))
        let plain = try ModelProject()
        #expect(try rebase(plain).exitCode == 3)
    }
}
