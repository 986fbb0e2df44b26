import AtlasModel
import Foundation
import KitchenSinkModel
import OrdersModel
import TestSupport
import Testing
import Trellis
import TrellisDelimitedText

/// What stands in the files.
struct TextFormTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("text") }

    init() throws { folder = try TemporaryFolder() }

    private func open<Model: PersistentModel>(_ model: Model.Type) throws -> PersistentContainer {
        try PersistentContainer(for: model, at: .atomicStore(DelimitedTextStore(folder: path)))
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    private func write(_ text: String, _ name: String) throws { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)")) }

    private func makeCustomers(_ names: [String]) throws {
        let container = try open(Orders.self)
        let context = try container.makeContext()
        for name in names { Customer(in: context, name: name) }
        try context.save()
        try container.close()
    }

    private func names() throws -> [String] {
        let container = try open(Orders.self)
        defer { try? container.close() }
        return try container.makeContext().fetch(Fetch<Customer>()).sorted { ($0.objectID.rowID ?? 0) < ($1.objectID.rowID ?? 0) }.map(\.name)
    }

    private func failure(_ text: String, _ name: String = "Customer.csv") throws -> String {
        try write(text, name)
        guard case .notLoaded(_, let reason)? = #expect(throws: StoreError.self, performing: { try open(Orders.self) }) else { return "" }
        return reason
    }

    @Test func `a file has a header, a line for each object, and keys by the names of relationships`() throws {
        let container = try open(Orders.self)
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada, \"Countess\"")
        Order(in: context, date: Date(timeIntervalSinceReferenceDate: 0.5), paid: true, customer: ada)
        Order(in: context, date: Date(timeIntervalSinceReferenceDate: -0.25))
        try context.save()
        #expect(try text("Customer.csv") == "_id,name,info\r\n1,\"Ada, \"\"Countess\"\"\",\r\n")
        let orders = try text("Order.csv").split(separator: "\r\n").map(String.init)
        #expect(orders[0] == "_id,date,made,paid,customer")
        #expect(orders[1] == "1,2001-01-01T00:00:00.5Z,false,true,1")
        #expect(orders[2] == "2,2000-12-31T23:59:59.75Z,false,false,")
    }

    @Test func `every type of the kitchen sink comes back, at its ends and at random`() throws {
        var random = SeededGenerator.forTests()
        func make(_ context: ManagedObjectContext, _ n: Int) -> Values {
            func number() -> Double { Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random)) }
            func finite() -> Double { while true { let n = number(); if n.isFinite { return n } } }
            let texts = ["", "\"", "a\r\nb", "\u{0}", "\u{feff}x", " , ", "ä\u{301}😀", ",", "NULL", "\t", "a\rb", "\n", "'", "1e5"]
            let reference = Double.random(in: -6e10...2e11, using: &random)
            return Values(
                in: context, flag: .random(using: &random), small: .random(in: .min ... .max, using: &random),
                medium: .random(in: .min ... .max, using: &random), large: .random(in: .min ... .max, using: &random),
                single: Float(Int32.random(in: .min ... .max, using: &random)) / 7, double: finite(),
                text: texts.randomElement(using: &random) ?? "", amount: Decimal(Int64.random(in: -9_999_999...9_999_999, using: &random)) / 100,
                longAmount: Decimal(string: "-0.141592653589793238") ?? 0, exact: Decimal(string: "123456789012345678901234.5678") ?? 0,
                instant: Date(timeIntervalSinceReferenceDate: n % 3 == 0 ? finite() : reference),
                unixInstant: Date(timeIntervalSince1970: reference), writtenInstant: Date(timeIntervalSince1970: reference.rounded()),
                day: Day(year: .random(in: 1...9999, using: &random), month: 2, day: 28) ?? .today(),
                length: n % 9 == 0 ? .microseconds(Int64.min) : .microseconds(Int64.random(in: .min ... .max, using: &random)),
                bytes: Data((0..<Int.random(in: 0..<9, using: &random)).map { _ in .random(in: 0...255, using: &random) }),
                identifier: UUID(), writtenIdentifier: UUID(), page: URL(filePath: "/"), kind: .paper, state: .worn,
                counts: ["a\n,\"": n], place: Point(latitude: 1, longitude: .random(in: -1...1, using: &random)))
        }
        func described(_ context: ManagedObjectContext) throws -> [String] {
            try context.fetchAll(Values.self).map { value in
                let numbers: [any CustomStringConvertible] = [
                    value.flag, value.small, value.medium, value.large, value.single, value.double, value.amount, value.longAmount,
                    value.exact, value.instant.timeIntervalSinceReferenceDate, value.unixInstant.timeIntervalSince1970,
                    value.writtenInstant.timeIntervalSince1970, value.day, value.length, Array(value.bytes), value.identifier,
                    value.writtenIdentifier, value.page, "\(value.kind)", "\(value.state)", value.counts, value.place.longitude,
                ]
                return "\(value.objectID) \(numbers.map { "\($0)" }) \(Array(value.text.utf8)) \(String(describing: value.maybeText)) "
                    + "\(String(describing: value.maybeBytes)) \(String(describing: value.maybePlace))"
            }
        }
        let container = try open(KitchenSink.self)
        let context = try container.makeContext()
        for n in 0..<60 {
            let value = make(context, n)
            if n % 2 == 0 { value.maybeText = n % 4 == 0 ? "" : "x" }
            if n % 5 == 0 { value.maybeBytes = n % 10 == 0 ? Data() : Data([1]) }
            if n % 7 == 0 { value.maybePlace = Point(latitude: 2, longitude: 3) }
        }
        try context.save()
        let before = try described(container.makeContext())
        try container.close()
        let again = try open(KitchenSink.self)
        #expect(try described(again.makeContext()) == before)
        #expect(before.count == 60)
    }

    @Test func `hierarchies share a file, and the database derives again what it derived`() throws {
        let container = try open(KitchenSink.self)
        let context = try container.makeContext()
        let shelf = Shelf(in: context, label: "A")
        let book = Book(in: context, title: "Zürich")
        book.shelf = shelf
        let record = Record(in: context, title: "Álbum")
        for seconds in [60.0, 30.5] { Track(in: context, title: "t", seconds: seconds).record = record }
        book.tags.replace(with: [Keyword(in: context, name: "x")])
        try context.save()
        try container.close()
        let head = try #require(try text("Item.csv").split(separator: "\r\n").first)
        #expect(head.hasPrefix("_id,_entity,") && !head.contains("sortTitle") && !head.contains("seconds"))
        #expect(try text("Item.csv").contains("1,Book,"))

        // A title that another program changes is folded, and found by the search.
        try write(try text("Item.csv").replacing("Zürich", with: "Würzburg"), "Item.csv")
        let again = try open(KitchenSink.self)
        let reading = try again.makeContext()
        let found = try #require(try reading.fetchAll(Book.self).first)
        #expect(found.sortTitle == "wurzburg" && found.shelf?.itemCount == 1 && found.tags.map(\.name) == ["x"])
        #expect(try reading.fetchAll(Record.self).map(\.seconds) == [90.5])
        #expect(try Item.search(.allWords("wurzburg"), in: reading).count == 1)
        #expect(try again.checkIntegrity().isSound)
    }

    // MARK: Files that other programs edit

    @Test func `columns in another order, LF, a byte order mark, blank lines and spreadsheets' quotes are read`() throws {
        try makeCustomers(["Ada"])
        try write("\u{feff}\"name\",\"_id\"\n\n\"Ada\",\"1\"\nGrace Hopper,7\n\"a\nb\",3", "Customer.csv")
        #expect(try names() == ["Ada", "a\nb", "Grace Hopper"])
    }

    @Test func `a row without an id gets a new one, which the next save writes`() throws {
        try makeCustomers(["Ada", "Grace"])
        try write("_id,name\r\n1,Ada\r\n,Emmy\r\n", "Customer.csv")
        let container = try open(Orders.self)
        let context = try container.makeContext()
        let emmy = try #require(try context.fetch(Customer.where { $0.name == "Emmy" }).first)
        // The id 2 was Grace's.
        #expect(emmy.objectID.rowID == 3)
        emmy.name = "Emmy Noether"
        try context.save()
        #expect(try text("Customer.csv") == "_id,name,info\r\n1,Ada,\r\n3,Emmy Noether,\r\n")
    }

    @Test func `an empty field is no value, and two quotes are the empty text`() throws {
        let container = try open(Orders.self)
        let context = try container.makeContext()
        Customer(in: context, name: "a", info: "")
        Customer(in: context, name: "b")
        try context.save()
        try container.close()
        #expect(try text("Customer.csv") == "_id,name,info\r\n1,a,\"\"\r\n2,b,\r\n")
        let again = try open(Orders.self).makeContext()
        #expect(try again.fetch(Fetch<Customer>(sort: [.ascending("name")])).map(\.info) == ["", nil])
    }

    @Test(arguments: ["QUOTE_MINIMAL", "QUOTE_ALL"])
    func `files that Python's csv module has rewritten are read, however it puts quotes`(_ style: String) throws {
        let texts = ["", "a", "\"", "x\r\ny", "\u{0}", "\u{feff}z", " "]
        do {
            let container = try open(KitchenSink.self)
            let context = try container.makeContext()
            let record = Record(in: context, title: "r")
            for (number, text) in texts.enumerated() {
                Track(in: context, title: text, seconds: Double(number), record: number == 1 ? record : nil)
            }
            try context.save()
            try container.close()
        }
        let script = """
            import csv,glob,sys
            for path in glob.glob(sys.argv[1] + '/*.csv'):
                rows = list(csv.reader(open(path, newline='', encoding='utf-8')))
                csv.writer(open(path, 'w', newline='', encoding='utf-8'), quoting=csv.\(style)).writerows(rows)
            """
        let run = try ChildProcess.run(named: "python3", ["-c", script, path])
        #expect(run.exitCode == 0, "\(run.errors)")
        let again = try open(KitchenSink.self).makeContext()
        let tracks = try again.fetch(Fetch<Track>(sort: [.ascending("seconds")]))
        #expect(tracks.map(\.title) == texts)
        #expect(tracks.map { $0.record != nil } == texts.map { $0 == "a" })
    }

    @Test func `parts of a composite that does not exist may have quotes around nothing`() throws {
        let container = try open(Atlas.self)
        let context = try container.makeContext()
        let home = AtlasModel.Address(street: "Main", city: "Bern")
        Person(in: context, name: "a", home: home, fee: Money())
        Person(in: context, name: "b", home: home, work: AtlasModel.Address(street: "Side", city: ""), fee: Money(), note: Note(text: ""))
        try context.save()
        try container.close()
        let quoted = try text("Person.csv").split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { $0.hasPrefix("\"") ? String($0) : "\"\($0)\"" }.joined(separator: ",")
        }
        try write(quoted.joined(separator: "\r\n"), "Person.csv")
        let again = try open(Atlas.self).makeContext()
        let people = try again.fetch(Fetch<Person>(sort: [.ascending("name")]))
        #expect(people.map { $0.work?.street } == [nil, "Side"] && people.map { $0.note != nil } == [false, true])
        #expect(people.map { $0.work?.city } == [nil, ""])
    }

    @Test func `numbers that are not finite are refused`() throws {
        let container = try open(KitchenSink.self)
        let context = try container.makeContext()
        Track(in: context, title: "t", seconds: 60)
        try context.save()
        try container.close()
        for number in ["1e999", "-inf", "nan"] {
            try write(try text("Track.csv").replacing(/,[^,]*60.0|,1e999|,-inf/, with: ",\(number)"), "Track.csv")
            let place = "Track.csv:2: 'seconds' must be a finite number, not '\(number)'"
            #expect(throws: StoreError.notLoaded(path: path, reason: place)) { try open(KitchenSink.self) }
        }
    }

    @Test func `an error names the file, the line and what is expected`() throws {
        try makeCustomers(["Ada"])
        let cases: [(String, String)] = [
            ("_id,name\n1,Ada\n2,\"Gr", "Customer.csv:3: the quote that begins here does not end"),
            ("_id,name\n1,\"a\nb\"\nx,Ada\n", "Customer.csv:4: '_id' must be an id, not 'x'"),
            ("_id,name\n1,Ada,3\n", "Customer.csv:2: 3 fields, and 2 columns are named in the first line"),
            ("_id,nme\n1,Ada\n", "Customer.csv:1: 'nme' is not a column of 'Customer'"),
            ("_id\n1\n", "Customer.csv:1: the column 'name' is missing"),
            ("_id,name,name\n1,a,b\n", "Customer.csv:1: the column 'name' is there twice"),
            ("_id,name\n1,a\"b\n", "Customer.csv:2: a quote within a field: put the whole field in quotes, and double the quotes in it"),
            ("_id,name\n1,\"a\"b\n", "Customer.csv:2: a comma or the end of the line must follow a closing quote"),
            ("_id,name\n1,Ada\n1,Ben\n", "Customer.csv:3: UNIQUE constraint failed: customer._id"),
            ("", "Customer.csv:1: the line with the names of the columns is missing"),
        ]
        for (text, error) in cases { #expect(try failure(text) == error) }
        try write("_id,name\n1,Ada\n", "Customer.csv")
        #expect(try failure("_id,date,made,paid,customer\n1,yesterday,0,0,\n", "Order.csv") == "Order.csv:2: 'date' must be an instant like 2001-01-31T09:30:00Z, not 'yesterday'")
        #expect(
            try failure("_id,date,made,paid,customer\n1,2001-01-01T00:00:00Z,0,0,\n4,2001-01-01T00:00:00Z,0,0,9\n", "Order.csv")
                == "Order.csv:3: 'customer' is 9, and no object of 'Customer' has that id")
        let instant = "2001-01-01T00:00:00Z,0,0"
        #expect(
            try failure("_id,date,made,paid,customer\n7,\(instant),\n,\(instant),1\n,\(instant),\n,\(instant),8\n", "Order.csv")
                == "Order.csv:5: 'customer' is 8, and no object of 'Customer' has that id")
        #expect(
            try failure("date,made,paid,customer\n\(instant),1\n\(instant),3\n", "Order.csv")
                == "Order.csv:3: 'customer' is 3, and no object of 'Customer' has that id")
        try FileManager.default.removeItem(atPath: "\(path)/Order.csv")
        #expect(throws: StoreError.notLoaded(path: path, reason: "Order.csv: it is missing")) { try open(Orders.self) }
        try Data([0x5f, 0x69, 0x64, 0x2c, 0x6e, 0x61, 0x6d, 0x65, 0x0a, 0x31, 0x2c, 0xff, 0x0a]).write(to: URL(filePath: "\(path)/Customer.csv"))
        #expect(throws: StoreError.notLoaded(path: path, reason: "Customer.csv:2: it is not UTF-8")) { try open(Orders.self) }
    }

    @Test func `files that changed since they were loaded are not overwritten`() throws {
        try makeCustomers(["Ada"])
        let container = try open(Orders.self)
        let context = try container.makeContext()
        try write("_id,name\n1,Ada\n2,Grace\n", "Customer.csv")
        let ben = Customer(in: context, name: "Ben")
        #expect(throws: StoreError.changedByOther(path: path)) { try context.save() }
        #expect(ben.objectID.isTemporary && context.hasChanges)
        #expect(try names() == ["Ada", "Grace"])
    }

    @Test(arguments: ["python3", "sqlite3"])
    func `other programs read the files as they are`(_ program: String) throws {
        let texts = ["Ada, \"Countess\"", "a\r\nb\nc", " x ", "ä😀", "-", "\u{feff}", "'; DROP TABLE t; --", "a\tb;c|d"]
        try makeCustomers(texts)
        let file = "\(path)/Customer.csv"
        let run =
            program == "python3"
            ? try ChildProcess.run(named: "python3", ["-c", "import csv,sys,json\nprint(json.dumps([r['name'] for r in csv.DictReader(open(sys.argv[1],newline='',encoding='utf-8'))]))", file])
            : try ChildProcess.run(
                named: "sqlite3", [":memory:", ".import --csv '\(file)' t", "SELECT json_group_array(name) FROM (SELECT name FROM t ORDER BY CAST(_id AS INTEGER))"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try JSONDecoder().decode([String].self, from: Data(run.output.utf8)) == texts)
    }

    @Test func `what Python's csv module writes is read`() throws {
        try makeCustomers(["Ada"])
        let script = "import csv,sys\nw=csv.writer(open(sys.argv[1],'w',newline='',encoding='utf-8'))\nw.writerow(['_id','name'])\nw.writerow([1,'a,\"b\"'])\nw.writerow([2,'x\\ny'])"
        let run = try ChildProcess.run(named: "python3", ["-c", script, "\(path)/Customer.csv"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try names() == ["a,\"b\"", "x\ny"])
    }
}
