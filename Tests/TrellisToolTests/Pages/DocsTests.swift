import Foundation
import TestSupport
import Testing

/// `trellis docs`: what pages have, where their links lead, and that texts stay texts. Scripts/test-pages.sh opens them in a browser.
struct DocsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func docs(_ arguments: String..., exitCode: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws -> ChildProcess {
        let process = try ChildProcess.run(Project.trellis, ["docs"] + arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.errors)", sourceLocation: sourceLocation)
        return process
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    private static let shop = """
        trellis: 1
        model: Shop
        enums: { State: { doc: How far an order is., cases: [open, paid] } }
        composites: { Place: { attributes: { city: string } } }
        entities:
          Customer:
            attributes: { name: { type: string, unique: true, doc: "Her name, as in `Order.customer`." }, home: Place? }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: deny } }
          Order:
            doc: |
              What a customer wants.

              It is open at first.
            attributes: { date: date, state: { type: State, default: open } }
            relationships: { customer: { to: Customer, inverse: orders } }
            indexes: [[state, -date]]
            fetches:
              openOnes: { doc: Those to pay., parameters: { by: Customer }, where: customer == $by AND state == open, sort: customer.name }

        """

    // MARK: Contents

    @Test func `a page has what the model says, what SQLite does, and where parts are used`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        try docs("Shop.yaml", "--format", "markdown", "--single", "Shop.md")
        let page = try text("Shop.md")
        for line in [
            "- Documented: 4 of 12 parts (33 %)",
            "| <a id=\"Customer.name\"></a>`name` | `string` | unique | Her name, as in `Order.customer`. |",
            "| <a id=\"Customer.home\"></a>`home` | [`Place?`](#Place) |  |  |",
            "| <a id=\"Customer.orders\"></a>`orders` | many [Order](#Order) | [`customer`](#Order.customer) | denied while it has any | optional |",
            "What a customer wants.\n\nIt is open at first.",
            "- `state`, `-date`",
            "#### `openOnes(by: Customer)`\n\nThose to pay.",
            "- Sort: `customer.name`",
            "- finds Order by customer, with its index on customer",
            "| `name` | fetch [Order.openOnes](#Order.openOnes()) |",
            "| `state` | index [Order](#Order); fetch [Order.openOnes](#Order.openOnes()) |",
            "CREATE TABLE customer (",
            "| <a id=\"State.open\"></a>`open` | `open` |",
            "Used by attribute [Order.state](#Order.state).",
            "Used by attribute [Customer.home](#Customer.home).",
            "c0 \"1\" <--> \"0..*\" c1 : orders / customer",
        ] where !page.contains(line) {
            Issue.record("the page lacks \(line)")
        }
    }

    @Test func `versions have their changes and the SQL that leads there`() throws {
        let project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, age: int?")
        try project.create()
        try project.model("name: string, age: int?, note: string?")
        let process = try project.trellis("docs", "Shop.yaml", "--single", "Shop.html")
        #expect(process.exitCode == 0, "\(process.errors)")
        let page = try project.text("Shop.html")
        #expect(page.contains("Changes since version 2"))
        #expect(page.contains("<span class=\"added\">+ attribute <a href=\"#Customer.note\">Customer.note</a></span>"))
        #expect(page.contains("<span class=\"added\">+ attribute <a href=\"#Customer.age\">Customer.age</a></span>"))
        #expect(page.contains("<summary>SQL from version 1 to 2</summary>") && page.contains("ADD COLUMN age"))
        #expect(page.contains("<h3 id=\"-version-1\">"))
    }

    // MARK: Links

    @Test(arguments: ["html", "markdown"])
    func `every link leads to a place that is there once, in a folder and in one page`(format: String) throws {
        for name in ["KitchenSink", "Orders"] {
            let model = "\(Project.root)/Schemas/\(name)/\(name).yaml"
            try docs(model, "--format", format, "--output", "site")
            try docs(model, "--format", format, "--single", "one/page")
            for site in ["site", "one"] {
                let pages = try links(in: site)
                let places = Set(pages.flatMap { page in page.ids.map { "\(page.name)#\($0)" } } + pages.map(\.name))
                for page in pages {
                    #expect(Set(page.ids).count == page.ids.count, "\(page.name)")
                    for target in page.targets where !places.contains(target) { Issue.record("\(site)/\(page.name): \(target) leads nowhere") }
                }
                #expect(pages.flatMap(\.targets).count > 30)
            }
            try FileManager.default.removeItem(atPath: folder.file("site"))
        }
    }

    /// The places and the links of each page of a folder, which name no other computer.
    private func links(in site: String) throws -> [(name: String, ids: [String], targets: [String])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(site)).sorted()
        return try names.filter { !$0.hasSuffix(".js") && !$0.hasSuffix(".css") }.map { name in
            let page = try text("\(site)/\(name)")
            let ids = page.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
            let attributes = page.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.output.1) }
            // An address in Markdown may end with brackets, as those of fetches do.
            let addresses = attributes + page.matches(of: /\]\(([^()\s]+(?:\(\))?)\)/).map { String($0.output.1) }
            let targets = addresses.filter { $0 != "data:," && !$0.hasSuffix(".js") && !$0.hasSuffix(".css") }.map { address in
                let decoded = address.removingPercentEncoding ?? address
                return decoded.hasPrefix("#") ? "\(name)\(decoded)" : decoded
            }
            for address in addresses where address.contains("//") { Issue.record("\(name) leads to \(address)") }
            return (name, ids, targets)
        }
    }

    // MARK: Texts

    @Test func `texts of a model stay texts in every format`() throws {
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)> & \\\" ' | ` \\u202E ]]> --> {{ }}"
        try folder.write(
            """
            trellis: 1
            model: Hostile
            entities:
              main:
                doc: "\(hostile)"
                attributes:
                  style: { type: string, default: "\(hostile)", doc: "\(hostile)" }
                fetches: { all2: { doc: "\(hostile)", where: "style == '<b>|`'" } }
              index:

            """, to: "Hostile.yaml")
        try docs("Hostile.yaml", "--single", "one.html")
        try docs("Hostile.yaml", "--output", "site")
        try docs("Hostile.yaml", "--format", "markdown", "--output", "md")
        let site = try FileManager.default.contentsOfDirectory(atPath: folder.file("site")).sorted()
        // An entity can have the name of the first page.
        #expect(site == ["index-2.html", "index.html", "main.html", "page.js", "search.js", "style.css"])
        let pages = ["one.html"] + site.map { "site/\($0)" } + (try FileManager.default.contentsOfDirectory(atPath: folder.file("md"))).map { "md/\($0)" }
        for page in pages {
            let text = try text(page)
            #expect(!text.contains("<img") && !text.contains("alert(1)</script>") && !text.contains("\u{202E}") && (page.hasSuffix(".md") || !text.contains("<b>")), "\(page)")
        }
    }

    @Test func `an unchanged page is not written, and inputs are never replaced`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        #expect(try docs("Shop.yaml", "--single", "a.html").output == "Shop: 1 file written, 0 unchanged\n")
        #expect(try docs("Shop.yaml", "--single", "a.html").output == "Shop: 0 files written, 1 unchanged\n")
        let process = try docs("Shop.yaml", "--single", "./Shop.yaml", exitCode: 3)
        #expect(process.errors.contains("is an input, so nothing is written over it"))
        #expect(try text("Shop.yaml") == Self.shop)
        try docs("Shop.yaml", exitCode: 2)
        try docs("Shop.yaml", "--single", "a.html", "--output", "site", exitCode: 2)
    }

    @Test func `without Graphviz a page has no diagram, and says how to get one`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        let process = try ChildProcess.run(
            "/usr/bin/env", ["PATH=\(folder.path)", Project.trellis, "docs", "Shop.yaml", "--single", "a.html"], in: folder.path)
        #expect(process.exitCode == 0 && process.errors.contains("help: install Graphviz, for example with 'apt-get install graphviz'"))
        #expect(try text("a.html").contains("This page has no diagram, because Graphviz was not installed"))
    }

    // MARK: Documented parts

    @Test func `'check' demands the share of documented parts that trellis.yaml states`() throws {
        try folder.write(Self.shop, to: "Shop.yaml")
        #expect(try ChildProcess.run(Project.trellis, ["format", "Shop.yaml"], in: folder.path).exitCode == 0)
        func check(_ share: String) throws -> ChildProcess {
            try folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml, minimum-documentation: \(share) } }\n", to: "trellis.yaml")
            return try ChildProcess.run(Project.trellis, ["check", "--cache", "cache"], in: folder.path)
        }
        #expect(try check("33").exitCode == 0)
        let process = try check("34")
        #expect(process.exitCode == 1)
        #expect(
            process.errors.contains("error[TR0121]: 4 of 12 parts of Shop are documented (33 %), and at least 34 % must be")
                && process.errors.contains("note: 'Customer' has no documentation"), "\(process.errors)")
        #expect(try check("33").exitCode == 0)
        #expect(try check("101").errors.contains("error[TR0120]: 'minimum-documentation' must be a whole number from 0 to 100"))
    }
}
