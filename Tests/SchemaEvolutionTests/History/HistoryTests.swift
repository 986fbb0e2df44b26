import Diagnostics
import SQLiteAccess
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// Reading the folder `versions`, and what is wrong with it.
struct HistoryTests {
    @Test("Versions come in their order, each with its hash, its decisions and the plan that leads to it")
    func whole() throws {
        let sample = try SampleHistory.ofThree()
        #expect(
            sample.files.contents.keys.sorted() == [
                "1.yaml", "2.migration.json", "2.migration.sql", "2.migration.yaml", "2.yaml", "3.migration.json", "3.migration.sql",
                "3.migration.yaml", "3.yaml", "lock",
            ])
        let history = try #require(sample.read().history)
        #expect(sample.found() == [])
        #expect(history.versions.map(\.number) == [1, 2, 3])
        let hashes = history.versions.map(\.hash)
        #expect(Set(hashes).count == 3 && hashes.allSatisfy { $0.count == 64 })
        let lines = try #require(sample["lock"]).split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { Array($0.prefix(3)) } == [["1", "-", hashes[0]], ["2", hashes[0], hashes[1]], ["3", hashes[1], hashes[2]]])
        #expect(lines.map(\.count) == [4, 7, 7])
        #expect(history.plans().map(\.fromHash) == Array(hashes.dropLast()) && history.plans().map(\.toHash) == Array(hashes.dropFirst()))
        #expect(history.versions[2].readDecisions().decisions?.renames.values.map(\.text) == ["note"])
        for version in history.versions {
            let identity = try #require(version.read().version).schema.identity
            #expect(identity.version == version.number && !identity.isDraft)
            #expect(identity.definition == sample["\(version.number).yaml"])
        }
    }

    @Test("The same files give the same plans, which lead a store from the first version to the newest")
    func plans() throws {
        let sample = try SampleHistory.ofThree()
        let history = try #require(sample.read().history)
        #expect(history.plans() == sample.read().history?.plans())
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(try #require(history.versions[0].read().version).schema.ddl + "INSERT INTO customer (name) VALUES ('Ada')")
        // What begins with a dot is for the program `sqlite3`.
        for version in 2...3 { try connection.execute(try #require(sample["\(version).migration.sql"]).replacing(".bail on\n", with: "")) }
        #expect(try connection.rows("SELECT name, note FROM customer") == [["Ada", nil]])
        let metadata = "SELECT key, value FROM _trellis_metadata WHERE key IN ('version', 'draft', 'hash') ORDER BY key"
        #expect(try connection.rows(metadata) == [["draft", "0"], ["hash", history.versions[2].hash], ["version", "3"]])
    }

    @Test("The live model is the newest version where it means the same, and else the draft of the next")
    func liveModel() throws {
        let history = try #require(try SampleHistory.ofThree().read().history)
        #expect(history.version(ofLiveModel: history.versions[2].hash) == .init(number: 3, isDraft: false, hash: history.versions[2].hash))
        // A version that is taken back is a new one.
        #expect(history.version(ofLiveModel: history.versions[0].hash) == .init(number: 4, isDraft: true))
        #expect(ModelHistory.empty.version(ofLiveModel: "x") == .init(number: 1, isDraft: true))
        #expect(try #require(SampleHistory().read().history).versions.isEmpty && SampleHistory().found() == [])
    }

    @Test("A version that takes back the one before gets plans of its own")
    func takenBack() throws {
        var sample = SampleHistory()
        try sample.freeze("name: string")
        try sample.freeze("name: string, info: string?")
        try sample.freeze("name: string", decisions: "trellis: 1\ndrops: { Customer.info: It was unused. }\n")
        let history = try #require(sample.read().history)
        #expect(sample.found() == [])
        #expect(history.versions[0].hash == history.versions[2].hash && history.plans().count == 2)
    }

    @Test("Nothing is frozen twice, and nothing whose migration is not decided")
    func refused() throws {
        let sample = try SampleHistory.ofThree()
        let history = try #require(sample.read().history)
        func freeze(_ attributes: String) throws -> [String] {
            let model = try #require(ModelReader.read(Array(SampleHistory.model(attributes).utf8), file: "Shop.yaml").model)
            let (next, findings) = NextVersion.freeze(model, after: history)
            #expect(next == nil)
            return findings.map(\.code.name)
        }
        #expect(try freeze("note: string?, name: string") == ["TR2211"])
        #expect(try freeze("name: string") == ["TR2102"])
    }

    @Test("What is frozen out of a model in another order than the canonical one is planned alike when it is read again")
    func order() throws {
        var sample = SampleHistory()
        try sample.freeze("zeta: string, alpha: int16, middle: string?")
        // The table is rebuilt, and an entity is added.
        let decided = "trellis: 1\nvalues: { Customer.alpha: \"CAST(alpha AS TEXT)\" }\n"
        try sample.freeze("zeta: string?, alpha: string, middle: string? }, indexes: [zeta, alpha] }\n  Zebra: { attributes: { b: int, a: int } }\n  Ant: { attributes: { b: int, a: int", decisions: decided)
        #expect(sample.found() == [])
        #expect(sample["2.migration.sql"]?.contains("CREATE TABLE") == true)
    }

    // MARK: What is wrong

    @Test("A lock with other lines than those of versions is refused where they stand")
    func malformed() throws {
        var sample = try SampleHistory.ofThree()
        let lines = try #require(sample["lock"]).split(separator: "\n")
        sample["lock"] = "\(lines[0])\n2 abc\n\(lines[2]) \n"
        #expect(sample.found() == ["TR2201 versions/lock:2:1", "TR2201 versions/lock:3:1"])
        #expect(sample.read().history == nil)
    }

    @Test("A number that is missing, stands twice or at another place is told where it stands")
    func sequence() throws {
        var sample = try SampleHistory.ofThree()
        let lines = try #require(sample["lock"]).split(separator: "\n")
        sample["lock"] = "\(lines[0])\n\(lines[2])\n"
        #expect(sample.found() == ["TR2203 versions/lock:2:1"])
        #expect(sample.read().findings[0].message == "expected version 2, found version 3")
        sample["lock"] = "\(lines[0])\n\(lines[1])\n\(lines[1])\n"
        #expect(sample.found() == ["TR2203 versions/lock:3:1"])
        #expect(sample.read().findings[0].message == "version 2 is listed twice")
        sample["lock"] = "\(lines[1])\n\(lines[0])\n\(lines[2])\n"
        #expect(sample.found() == ["TR2204 versions/lock:1:3", "TR2203 versions/lock:2:1", "TR2203 versions/lock:3:1"])
    }

    @Test("A version that names another one before it than the one that is there is refused")
    func parents() throws {
        var sample = try SampleHistory.ofThree()
        let lines = try #require(sample["lock"]).split(separator: "\n")
        let other = String(repeating: "0", count: 64)
        sample["lock"] = "\(lines[0])\n2 \(other) \(lines[1].dropFirst(67))\n\(lines[2])\n"
        #expect(sample.found() == ["TR2204 versions/lock:2:3"])
        sample["lock"] = "1 \(other) \(lines[0].dropFirst(4))\n\(lines[1])\n2 - \(lines[2].dropFirst(67))\n"
        #expect(sample.found() == ["TR2204 versions/lock:1:3", "TR2203 versions/lock:3:1"])
    }

    @Test("A conflict of git is told as one, with the command that solves it, and nothing else")
    func conflict() throws {
        var sample = try SampleHistory.ofThree()
        let lines = try #require(sample["lock"]).split(separator: "\n")
        sample["lock"] = "\(lines[0])\n<<<<<<< HEAD\n\(lines[1])\n=======\n\(lines[1])\n>>>>>>> other\n"
        sample["3.yaml"] = "<<<<<<< HEAD\n\n=======\n>>>>>>> other\n"
        #expect(sample.found() == ["TR2202 versions/3.yaml:1:1", "TR2202 versions/lock:2:1"])
        #expect(sample.read().findings[1].suggestion?.message.contains("'trellis migrate rebase Shop.yaml'") == true)
    }

    @Test("A conflict is seven signs at the beginning of a line, with a name after them or nothing")
    func markers() {
        for text in ["<<<<<<< HEAD", "a\n>>>>>>> other\n", "<<<<<<<", "a\n<<<<<<<\r\nb", ">>>>>>>\n"] {
            #expect(ConflictMarkers.areIn(Array(text.utf8)), "\(text)")
        }
        for text in ["", "=======\n", " <<<<<<< HEAD", "<<<<<<", "<<<<<<<<", "<<<<<<<HEAD", "a <<<<<<< b", "<<<<>>> x"] {
            #expect(!ConflictMarkers.areIn(Array(text.utf8)), "\(text)")
        }
    }

    @Test("Each file that is missing is told", arguments: ["2.yaml", "2.migration.yaml", "2.migration.json", "2.migration.sql", "lock"])
    func missing(name: String) throws {
        var sample = try SampleHistory.ofThree()
        sample[name] = nil
        #expect(sample.found() == [name == "lock" ? "TR2205 versions/lock:1:1" : "TR2205 versions/lock:2:1"])
    }

    @Test("A frozen version that was edited is refused, and told with the place of its hash")
    func edited() throws {
        var sample = try SampleHistory.ofThree()
        sample["2.yaml"] = try #require(sample["2.yaml"]).replacing("info: string?", with: "info: string?\n      more: int?")
        #expect(sample.found() == ["TR2206 versions/2.yaml:2:8"])
        #expect(sample.read().findings[0].notes.map(\.span?.start.line) == [2])
        sample["2.yaml"] = "trellis: 1\nmodel: Shop\nentities: { Customer: { attributes: { name: strin } } }\n"
        #expect(sample.found() == ["TR1104 versions/2.yaml:3:45"])
    }

    @Test("A frozen version in another form than the canonical one is told, though it means the same")
    func notCanonical() throws {
        var sample = try SampleHistory.ofThree()
        sample["2.yaml"] = "# Two\n" + (sample["2.yaml"] ?? "")
        #expect(sample.found() == ["TR2207 versions/2.yaml:1:1"])
        #expect(sample.read().history != nil)
    }

    @Test("Files that belong to no version are told; decisions of the next version are not among them")
    func strays() throws {
        var sample = try SampleHistory.ofThree()
        sample["4.migration.yaml"] = "trellis: 1\nrenames: { Customer.note: info }\n"
        #expect(sample.found() == [])
        #expect(sample.read().history?.nextDecisions.renames.values.map(\.text) == ["info"])
        for name in ["5.migration.yaml", "1.migration.yaml", "notes.txt", "02.yaml", "5.yaml", "1.migration.sql", "1.migration.json"] { sample[name] = "x" }
        #expect(
            sample.found() == ["02.yaml", "1.migration.json", "1.migration.sql", "1.migration.yaml", "5.migration.yaml", "5.yaml", "notes.txt"].map {
                "TR2209 versions/\($0):1:1"
            })
    }

    @Test("A version that was begun and not finished is told once")
    func unfinished() throws {
        var sample = try SampleHistory.ofThree()
        sample["lock"] = String(try #require(sample["lock"]).split(separator: "\n")[0]) + "\n2 "
        #expect(sample.found() == ["TR2201 versions/lock:2:1"])
        sample = try SampleHistory.ofThree()
        sample["lock"] = try #require(sample["lock"]).split(separator: "\n").prefix(2).map { $0 + "\n" }.joined()
        #expect(sample.found() == ["TR2210 versions/3.yaml:1:1"])
        #expect(sample.read().history?.versions.count == 2)
        var first = SampleHistory()
        first["1.yaml"] = SampleHistory.model("name: string")
        #expect(first.found() == ["TR2210 versions/1.yaml:1:1"])
    }
}
