import Foundation
import TestSupport
import Testing

/// `trellis fetches`: what is asked of SQLite, what it does, and what would spare it work.
struct FetchesCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Customer:
                attributes: { name: { type: string, unique: true } }
                relationships: { orders: { to: [Order], inverse: customer } }
                fetches:
                  byName: { sort: name }
              Order:
                attributes: { date: date, paid: bool, note: string? }
                relationships: { customer: { to: Customer?, inverse: orders } }
                fetches:
                  placed:
                    parameters: { since: date, by: Customer, note: string? }
                    where: date >= $since AND customer == $by AND note != $note
                    sort: -date
                    limit: 20
                  unpaid: { where: paid == false, sort: customer.name }

            """, to: "Shop.yaml")
    }

    private func fetches(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["fetches"] + arguments, in: folder.path)
    }

    @Test func `each has its SQL, its plan in words, and what an index would spare`() throws {
        let process = try fetches("Shop.yaml")
        #expect(process.exitCode == 0 && process.errors == "")
        #expect(
            process.output == """
                Customer.byName()  (Shop.yaml:8:7)
                    SELECT t0.* FROM customer AS t0
                    ORDER BY t0.name, t0._id
                  - looks at every Customer, in the order of its index on name
                  live list (rows): follows changes of Customer

                Order.placed(since: date, by: Customer, note: string?)  (Shop.yaml:13:7)
                    SELECT t0.* FROM "order" AS t0
                    WHERE t0.date >= $since AND t0.customer_id IS $by AND t0.note IS NOT $note
                    ORDER BY t0.date DESC, t0._id
                    LIMIT 20
                  - finds Order by customer, with its index on customer
                  - sorts what it found
                  live list (window): follows changes of Order within its limit
                  warning[TR1508]: 'placed' sorts what it finds: an index on customer and -date would spare it that
                  help: add 'indexes: [[customer, -date]]' to 'Order'

                Order.unpaid()  (Shop.yaml:18:7)
                    SELECT t0.* FROM "order" AS t0
                    LEFT JOIN customer AS t1 ON t1._id = t0.customer_id
                    WHERE t0.paid = 0
                    ORDER BY t1.name, t0._id
                  - looks at every Order
                  - for each, finds Customer by its key
                  - sorts what it found
                  live list (related): follows changes of Order and Customer
                  warning[TR1508]: 'unpaid' looks at every 'Order': an index on paid would spare it that; then it sorts what it finds
                  help: add 'indexes: [paid]' to 'Order'

                """)
    }

    @Test func `what no index spares is a note, and no finding of 'validate'`() throws {
        let text = try String(contentsOfFile: folder.file("Shop.yaml"), encoding: .utf8)
        try folder.write(
            text.replacing(
                "    relationships: { customer", with: "    indexes: [[customer, -date], paid]\n    relationships: { customer"),
            to: "Shop.yaml")
        let process = try fetches("Shop.yaml", "--entity", "Order")
        #expect(
            process.output.hasSuffix(
                "  - sorts what it found\n  live list (related): follows changes of Order and Customer\n  note: it sorts what it finds, and no index would avoid that:"
                    + " it sorts through a relationship\n"))
        #expect(!process.output.contains("TR1508"))
        let validate = try ChildProcess.run(Project.trellis, ["validate", "Shop.yaml"], in: folder.path)
        #expect(validate.exitCode == 0 && validate.errors == "")
    }

    @Test func `'validate' and 'generate' warn, and write all the same`() throws {
        for arguments in [["validate", "Shop.yaml"], ["generate", "Shop.yaml", "--swift", "out"]] {
            let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            #expect(process.exitCode == 0)
            #expect(
                process.errors.hasPrefix(
                    "Shop.yaml:13:7: warning[TR1508]: 'placed' sorts what it finds:"
                        + " an index on customer and -date would spare it that\n 13 |"))
            #expect(process.errors.components(separatedBy: "TR1508").count == 3)
        }
        #expect(FileManager.default.fileExists(atPath: folder.file("out/Order.trellis.swift")))
    }

    @Test func `fetched properties and full-text searches are printed too, and properties get advice`() throws {
        try folder.write(
            """
            trellis: 1
            model: Library
            entities:
              Book:
                attributes: { title: string, text: string?, shelf: int }
                search: [title, text]
                fetches: { first: { sort: shelf, limit: 1 } }
              Shelf:
                attributes: { number: { type: int, unique: true } }
                fetchedProperties:
                  books: { from: Book, where: shelf == $FETCH_SOURCE.number }

            """, to: "Library.yaml")
        let process = try fetches("Library.yaml")
        #expect(process.exitCode == 0 && process.errors == "")
        #expect(
            process.output == """
                Book.first()  (Library.yaml:7:16)
                    SELECT t0.* FROM book AS t0
                    ORDER BY t0.shelf, t0._id
                    LIMIT 1
                  - looks at every Book
                  - sorts what it found
                  live list (window): follows changes of Book within its limit
                  warning[TR1508]: 'first' sorts what it finds: an index on shelf would spare it that
                  help: add 'indexes: [shelf]' to 'Book'

                Book.search(pattern: string)  (Library.yaml:6:14)
                    SELECT t0.* FROM book AS t0
                    JOIN book_search ON book_search.rowid = t0._id
                    WHERE book_search.book_search MATCH $pattern
                    ORDER BY book_search.rank, t0._id
                  - finds words in the full-text table book_search
                  - for each, finds Book by its key
                  - sorts what it found

                Shelf.books  (Library.yaml:11:7)
                    SELECT t0.* FROM book AS t0
                    WHERE t0.shelf = $FETCH_SOURCE.number
                    ORDER BY t0._id
                  - looks at every Book
                  live list (rows): follows changes of Book
                  warning[TR1508]: 'books' looks at every 'Book': an index on shelf of 'Book' would spare it that
                  help: add 'indexes: [shelf]' to 'Book'

                """)
        #expect(try fetches("Library.yaml", "--entity", "Shelf", "--fetch", "books").output.hasPrefix("Shelf.books  ("))
        let json = try fetches("Library.yaml", "--format", "json").output
        let list = try (JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]])?["fetches"]
        #expect(list?.map { $0["live"] == nil } == [false, true, false])
        #expect(list?.map { $0["kind"] as? String } == ["fetch", "search", "fetchedProperty"])
        let validate = try ChildProcess.run(Project.trellis, ["validate", "Library.yaml"], in: folder.path)
        #expect(validate.exitCode == 0 && validate.errors.components(separatedBy: "TR1508").count == 3)
    }

    @Test func `a fetch that live lists query again names the part of its condition`() throws {
        let text = try String(contentsOfFile: folder.file("Shop.yaml"), encoding: .utf8)
        try folder.write(
            text.replacing(
                "byName: { sort: name }", with: "busy: { where: \"name != 'x' AND SUBQUERY(orders, $o, $o.paid == true).@count > 2\" }"),
            to: "Shop.yaml")
        let output = try fetches("Shop.yaml", "--fetch", "busy").output
        let part = "SUBQUERY(orders, $o, $o.paid == true).@count"
        #expect(output.contains("\n  live list (again): queries again: '\(part)' computes a value from members\n"))
        let json = try fetches("Shop.yaml", "--fetch", "busy", "--format", "json").output
        let list = try (JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]])?["fetches"]
        let live = try #require(list?.first?["live"] as? [String: Any])
        #expect(live["strategy"] as? String == "again" && live["because"] as? String == part)
        #expect(live["entities"] as? [String] == ["Customer", "Order"])
    }

    @Test func `those of an entity, or of a name`() throws {
        func names(_ arguments: String...) throws -> [String] {
            try ChildProcess.run(Project.trellis, ["fetches", "Shop.yaml"] + arguments, in: folder.path).output
                .split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != "(" }) }
        }
        #expect(try names("--entity", "Order") == ["Order.placed", "Order.unpaid"])
        #expect(try names("--fetch", "byName") == ["Customer.byName"])
        #expect(try names("--entity", "Order", "--fetch", "unpaid") == ["Order.unpaid"])
    }

    @Test func `a name that is not there is told, with the nearest one`() throws {
        let entity = try fetches("Shop.yaml", "--entity", "Ordr")
        #expect(entity.exitCode == 3 && entity.output == "")
        #expect(entity.errors == "error: 'Ordr' has no named fetches; did you mean 'Order'?\n")
        let fetch = try fetches("Shop.yaml", "--entity", "Order", "--fetch", "unpayed")
        #expect(fetch.exitCode == 3 && fetch.errors == "error: no fetch is named 'unpayed'; did you mean 'unpaid'?\n")
        // It is another entity's.
        let other = try fetches("Shop.yaml", "--entity", "Order", "--fetch", "byName")
        #expect(other.errors == "error: no fetch is named 'byName'\n")
    }

    @Test func `JSON has the statement that runs, SQLite's own words, and the advice`() throws {
        let process = try fetches("Shop.yaml", "--fetch", "placed", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
        let list = try #require(object?["fetches"] as? [[String: Any]])
        #expect(list.count == 1)
        let fetch = try #require(list.first)
        #expect(["model", "entity", "fetch", "kind"].map { fetch[$0] as? String } == ["Shop", "Order", "placed", "fetch"])
        #expect(fetch["file"] as? String == "Shop.yaml" && fetch["line"] as? Int == 13 && fetch["column"] as? Int == 7)
        let parameters = try #require(fetch["parameters"] as? [[String: Any]])
        #expect(parameters.map { $0["type"] as? String } == ["date", "Customer", "string"])
        #expect(parameters.map { $0["optional"] as? Bool } == [false, false, true])
        #expect(
            fetch["sql"] as? String
                == "SELECT t0._id, t0._version, t0.date, t0.paid, t0.note, t0.customer_id FROM \"order\" AS t0"
                + " WHERE t0.date >= ? AND t0.customer_id IS ? AND t0.note IS NOT ? ORDER BY t0.date DESC, t0._id LIMIT ?")
        let plan = try #require(fetch["plan"] as? [[String: Any]])
        #expect(
            plan.map { $0["sqlite"] as? String } == [
                "SEARCH t0 USING INDEX order__customer_id (customer_id=?)", "USE TEMP B-TREE FOR ORDER BY",
            ])
        let words = ["finds Order by customer, with its index on customer", "sorts what it found"]
        #expect(plan.map { $0["words"] as? String } == words)
        let wasted = try #require(fetch["wasted"] as? [String: Any])
        #expect(wasted["scans"] as? [String] == [] && wasted["sort"] as? String == "whole")
        let advice = try #require(fetch["advice"] as? [String: Any])
        let indexes = try #require(advice["indexes"] as? [[String: Any]])
        #expect(indexes.map { $0["entity"] as? String } == ["Order"])
        #expect(indexes.map { $0["keys"] as? [String] } == [["customer", "-date"]])
        #expect((advice["stillWasted"] as? [String: Any])?["sort"] as? String == "none")
    }

    @Test func `a model without named fetches says so, and one with errors has none to show`() throws {
        try folder.write("trellis: 1\nmodel: Plain\nentities:\n  Thing:\n", to: "Plain.yaml")
        #expect(try fetches("Plain.yaml").output == "there are no named fetches\n")
        let json = try fetches("Plain.yaml", "--format", "json").output
        #expect(try (JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [Any]])?["fetches"]?.isEmpty == true)
        try folder.write("trellis: 1\nmodel: Broken\nentities:\n  Thing: []\n", to: "Broken.yaml")
        let broken = try fetches("Broken.yaml")
        #expect(broken.exitCode == 1 && broken.output == "" && broken.errors.contains("TR1102"))
    }
}
