import Foundation
import TestSupport
import Testing

/// trellis import coredata.
struct ImportCoreDataTests {
    /// Three versions: things get other names, and nothing is lost.
    private static let renamed: [(name: String, xml: String)] = [
        (
            "Shop",
            """
            <entity name="Order" representedClassName=".PurchaseOrder" syncable="YES">
                <attribute name="info" optional="YES" attributeType="String"/>
                <relationship name="rows" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Row" inverseName="order" inverseEntity="Row"/>
            </entity>
            <entity name="Row" representedClassName="NSManagedObject">
                <relationship name="order" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="rows" inverseEntity="Order"/>
            </entity>
            """
        ),
        (
            "Shop 2",
            """
            <entity name="Order" representedClassName=".PurchaseOrder">
                <attribute name="note" optional="YES" attributeType="String" elementID="info"/>
                <relationship name="lines" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Line" inverseName="order" inverseEntity="Line" elementID="rows"/>
            </entity>
            <entity name="Line" representedClassName="NSManagedObject" elementID="Row">
                <relationship name="order" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="lines" inverseEntity="Order"/>
            </entity>
            """
        ),
        (
            "Shop 10",
            """
            <entity name="Order" representedClassName=".PurchaseOrder">
                <attribute name="remark" optional="YES" attributeType="String" elementID="info"/>
                <attribute name="day" optional="YES" attributeType="Date" spotlightIndexingEnabled="YES" versionHashModifier="2"/>
                <relationship name="lines" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Line" inverseName="order" inverseEntity="Line" elementID="rows"/>
                <userInfo><entry key="owner" value="sales"/></userInfo>
            </entity>
            <entity name="Line" representedClassName="NSManagedObject" elementID="Row">
                <relationship name="order" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="lines" inverseEntity="Order"/>
            </entity>
            """
        ),
    ]

    @Test func `versions become a history in which renaming identifiers are renames, and values stay`() throws {
        let project = try CoreDataProject(Self.renamed, current: "Shop 10")
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(
            process.output == """
                Shop.xcdatamodeld: 3 versions
                  version 1 is 'Shop'
                  version 2 is 'Shop 2', with 3 decisions, 3 by renaming identifiers
                  version 3 is 'Shop 10', with 1 decision, 1 by renaming identifiers
                'Shop 10': changed or left out
                  modifier of the version hash: a version has its own hash here:
                    Order.day: 2
                  user info:
                    Order: owner=sales
                  setting for Spotlight:
                    Order.day: YES
                'Schemas/Shop/Shop.yaml' is written, with 3 new versions in 'Schemas/Shop/versions'

                """)
        #expect(try project.text("Schemas/Shop/versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Order.info: note\n  Order.rows: lines\n  Row: Line\n")
        #expect(try project.text("Schemas/Shop/versions/3.migration.yaml") == "trellis: 1\nrenames:\n  Order.note: remark\n")
        #expect(try project.text("Schemas/Shop/Shop.yaml").contains("class: PurchaseOrder"))
        let check = try project.trellis("migrate", "status", "Schemas/Shop/Shop.yaml")
        #expect(check.exitCode == 0, "\(check.errors)")

        // A store of the first version keeps its values.
        let store = project.folder.file("shop.sqlite")
        #expect(try project.trellis("import", "coredata", "Shop.xcdatamodeld", "--output", "First/Shop", "--current", "Shop").exitCode == 0)
        #expect(try project.trellis("generate", "First/Shop/Shop.yaml", "--sql", "First/Shop.sql").exitCode == 0)
        #expect(try ChildProcess.run(named: "sqlite3", [store], input: project.text("First/Shop.sql")).exitCode == 0)
        let rows = "INSERT INTO \"order\" (info) VALUES ('first'); INSERT INTO row (order_id) VALUES (1), (1);"
        #expect(try ChildProcess.run(named: "sqlite3", [store, rows]).exitCode == 0)
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "Schemas/Shop/Shop.yaml")
        #expect(applied.exitCode == 0, "\(applied.errors)")
        let found = try ChildProcess.run(
            named: "sqlite3", [store, "SELECT remark, (SELECT count(*) FROM line WHERE order_id = \"order\"._id) FROM \"order\""])
        #expect(found.output == "first|2\n", "\(found.errors)")
    }

    @Test func `an import again is the same, and one with a new version goes on`() throws {
        let project = try CoreDataProject(Array(Self.renamed.prefix(2)))
        #expect(try project.imported().exitCode == 0)
        let files = project.files
        #expect(files.keys.sorted() == ["Shop.yaml", "versions/1.yaml", "versions/2.migration.json", "versions/2.migration.sql", "versions/2.migration.yaml", "versions/2.yaml", "versions/lock"])
        let again = try project.imported()
        #expect(again.exitCode == 0 && again.output.contains("version 2 is 'Shop 2', frozen before"))
        #expect(project.files == files)
        try project.write(Self.renamed[2].xml, version: "Shop 10")
        let third = try project.imported()
        #expect(third.exitCode == 0 && third.output.contains("version 3 is 'Shop 10'"), "\(third.errors)")
        #expect(files.filter { !["Shop.yaml", "versions/lock"].contains($0.key) }.allSatisfy { project.files[$0.key] == $0.value })
        #expect(try project.text("Schemas/Shop/Shop.yaml").contains("remark"))
    }

    @Test func `identifiers decide also where names are used again, and a later order of names changes nothing`() throws {
        func version(_ attributes: String...) -> String {
            "<entity name=\"Item\">" + attributes.map { "<attribute optional=\"YES\" attributeType=\"String\" \($0)/>" }.joined() + "</entity>"
        }
        let project = try CoreDataProject([
            ("Shop", version("name=\"a\"", "name=\"b\"", "name=\"Größe\"", "name=\"Grüße\"")),
            ("Shop 2", version("name=\"b\" elementID=\"a\"", "name=\"c\" elementID=\"b\"", "name=\"Grüße\"", "name=\"Größe\"")),
            ("Shop 3", version("name=\"b\" elementID=\"b\"", "name=\"c\" elementID=\"a\"", "name=\"Grüße\"", "name=\"Größe\"", "name=\"d\"")),
            ("Shop 4", version("name=\"b\" elementID=\"a\"", "name=\"c\" elementID=\"b\"", "name=\"Grüße\"", "name=\"Größe\"", "name=\"d\"")),
        ])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(try project.text("Schemas/Shop/versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Item.a: b\n  Item.b: c\n")
        #expect(try project.text("Schemas/Shop/versions/3.migration.yaml") == "trellis: 1\nrenames:\n  Item.c: b\n  Item.b: c\n")
        #expect(process.output.contains("'Shop 4' stores what version 3 stores, but exchanges names"))
    }

    @Test func `a model that was changed since, and a version that was frozen since, stay`() throws {
        let project = try CoreDataProject([Self.lossy[0]])
        #expect(try project.imported().exitCode == 0)
        let text = try project.text("Schemas/Shop/Shop.yaml")
        try project.folder.write(text + "  Own:\n    attributes:\n      mine: string?\n", to: "Schemas/Shop/Shop.yaml")
        var files = project.files
        let changed = try project.imported()
        #expect(changed.exitCode == 3 && changed.errors.contains("is no model that this import has written"), "\(changed.errors)")
        #expect(project.files == files)
        #expect(try project.trellis("migrate", "create", "Schemas/Shop/Shop.yaml").exitCode == 0)
        files = project.files
        let frozen = try project.imported()
        #expect(frozen.exitCode == 3 && frozen.errors.contains("version 2 in 'Schemas/Shop/versions' is no version of the bundle"), "\(frozen.errors)")
        #expect(project.files == files)
    }

    // MARK: Decisions

    /// A step that loses an attribute and needs a value.
    private static let lossy: [(name: String, xml: String)] = [
        ("Shop", "<entity name=\"Order\"><attribute name=\"info\" optional=\"YES\" attributeType=\"String\"/></entity>"),
        ("Shop 2", "<entity name=\"Order\"><attribute name=\"total\" attributeType=\"Integer 64\"/></entity>"),
    ]

    @Test func `a loss and a missing value are asked about, and the import goes on with the answers`() throws {
        let project = try CoreDataProject(Self.lossy)
        let asked = try project.imported()
        #expect(asked.exitCode == 1)
        #expect(asked.output.contains("'Shop 2' needs decisions"))
        #expect(asked.errors.contains("error[TR2102]") && asked.errors.contains("error[TR2103]"))
        #expect(asked.errors.contains("complete each '…' in 'Schemas/Shop/versions/2.migration.yaml'"))
        let file = "Schemas/Shop/versions/2.migration.yaml"
        let decisions = try project.text(file)
        #expect(decisions.contains("  Order.info: …\n") && decisions.contains("  Order.total: \"…\"\n"))
        // Nothing goes on while an answer is open.
        #expect(try project.imported().exitCode == 1)
        #expect(try project.text(file) == decisions)
        try project.folder.write(decisions.replacing("Order.info: …", with: "Order.info: Unused.").replacing("\"…\"", with: "\"7\""), to: file)
        let answered = try project.imported()
        #expect(answered.exitCode == 0 && answered.output.contains("version 2 is 'Shop 2'"), "\(answered.errors)")
        #expect(try project.text("Schemas/Shop/versions/2.migration.sql").contains("7"))
    }

    @Test func `losses may be accepted with one reason, and values are asked for still`() throws {
        let project = try CoreDataProject(Self.lossy)
        let asked = try project.imported("--accept-losses", "As \"Core Data\" did.")
        #expect(asked.exitCode == 1 && !asked.errors.contains("TR2102") && asked.errors.contains("TR2103"))
        #expect(try project.text("Schemas/Shop/versions/2.migration.yaml").contains("  Order.info: \"As \\\"Core Data\\\" did.\"\n"))
    }

    @Test(arguments: ["", " ", "\t\n", "…"])
    func `losses are not accepted without a reason`(reason: String) throws {
        let project = try CoreDataProject(Self.lossy)
        let process = try project.imported("--accept-losses", reason)
        #expect(process.exitCode == 2 && process.errors.contains("error: --accept-losses needs a reason, for example --accept-losses Unused."), "\(process.errors)")
        #expect(project.files.isEmpty)
    }

    // MARK: What the language refuses

    @Test func `parts that the language refuses are left out and listed, and the rest is imported`() throws {
        let project = try CoreDataProject([
            (
                "Shop",
                """
                <entity name="Order">
                    <attribute name="code" attributeType="String" regularExpressionString="(["/>
                    <attribute name="small" attributeType="Integer 16" derived="YES" derivationExpression="rows.@count"/>
                    <attribute name="changed" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>
                    <attribute name="first" optional="YES" attributeType="String" derived="YES" derivationExpression="rows.@min.text"/>
                    <relationship name="rows" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Row" inverseName="order" inverseEntity="Row"/>
                    <fetchIndex name="byCode" partialIndexPredicate="nothing == 1"><fetchIndexElement property="code" type="Binary" order="ascending"/></fetchIndex>
                    <fetchIndex name="byCode2" partialIndexPredicate="code != nil"><fetchIndexElement property="code" type="Binary" order="descending"/></fetchIndex>
                </entity>
                <entity name="Row">
                    <attribute name="text" attributeType="String"/>
                    <attribute name="orderCode" optional="YES" attributeType="String" derived="YES" derivationExpression="order.code"/>
                    <relationship name="order" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="rows" inverseEntity="Order"/>
                </entity>
                <fetchRequest name="good" entity="Row" predicateString="length:(text) > 3"/>
                <fetchRequest name="a-b: c" entity="Row" predicateString="text == nil"/>
                <fetchRequest name="wrong" entity="Row" predicateString="text > 3" includeSubentities="NO"/>
                <unheardOf/>
                """
            )
        ])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        let text = try project.text("Schemas/Shop/Shop.yaml")
        for part in ["derived: now()", "derived: rows.@min.text", "derived: order.code", "good:", "a_b_c:", "on: -code"] { #expect(text.contains(part), "\(part)\n\(text)") }
        for part in ["pattern", "small: { type: int16, derived", "wrong", "nothing"] { #expect(!text.contains(part), "\(part)\n\(text)") }
        for line in [
            "Order.code: ([", "Order.small: rows.@count", "Order.code: nothing == 1", "Row.a_b_c: a-b: c", "Row.wrong: text > 3",
            "Row.wrong: includeSubentities=NO", "the model: <unheardOf>",
        ] { #expect(process.output.contains("    \(line)\n"), "\(line)\n\(process.output)") }
    }

    @Test func `a model without entities becomes a model that is valid`() throws {
        let project = try CoreDataProject([("Shop", "<composite name=\"Empty\"/>")])
        #expect(try project.imported().exitCode == 0)
        let valid = try project.trellis("validate", "Schemas/Shop/Shop.yaml")
        #expect(valid.exitCode == 0, "\(valid.errors)")
    }

    @Test func `findings are at the element in the bundle's file, and the report lists what is left out`() throws {
        let project = try CoreDataProject([
            ("Shop", "<entity name=\"Order\" parentEntity=\"Nothing\">\n  <attribute name=\"a\" attributeType=\"String\" valueTransformerName=\"X\"/>\n</entity>")
        ])
        let process = try project.imported()
        #expect(process.exitCode == 1)
        #expect(process.errors.contains("Shop.xcdatamodeld/Shop.xcdatamodel/contents:3:1: error[TR"), "\(process.errors)")
        #expect(process.errors.contains(" 3 | <entity name=\"Order\" parentEntity=\"Nothing\">"), "\(process.errors)")
        try project.write("<entity name=\"Order\"><attribute name=\"a\" attributeType=\"Transformable\" valueTransformerName=\"X\"/></entity>", version: "Shop")
        let report = try project.imported("--report", "json")
        #expect(report.exitCode == 0, "\(report.errors)")
        #expect(report.output.contains(#""reason": "transformer of values""#) && report.output.contains(#""place": "Order.a""#) && report.output.contains(#""detail": "X""#), "\(report.output)")
    }

    @Test func `a property that moves in its hierarchy and gets another name is renamed`() throws {
        let project = try CoreDataProject([
            ("Shop", "<entity name=\"Base\"><attribute name=\"old\" optional=\"YES\" attributeType=\"String\"/></entity><entity name=\"Item\" parentEntity=\"Base\"/>"),
            ("Shop 2", "<entity name=\"Base\"/><entity name=\"Item\" parentEntity=\"Base\"><attribute name=\"new\" optional=\"YES\" attributeType=\"String\" elementID=\"old\"/></entity>"),
        ])
        let process = try project.imported("--accept-losses", "Tested.")
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(try project.text("Schemas/Shop/versions/2.migration.yaml").contains("  Base.old: new\n"))
    }

    // MARK: Versions

    @Test func `the current version ends the history, and a version that stores the same has no number`() throws {
        let versions = Self.renamed + [("Shop 11", Self.renamed[2].xml), ("Shop 12", Self.renamed[0].xml)]
        let project = try CoreDataProject(versions, current: "Shop 11")
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains("'Shop 11' stores what version 3 stores"))
        #expect(process.errors.contains("'Shop 12' is left out, after the current version"))
        #expect(process.errors.contains("the versions are in the order of their names"))
        #expect(try project.imported("--current", "Shop 2", "--dry-run").errors.contains("version 3 in 'Schemas/Shop/versions' is no version of the bundle"))
        let other = try project.trellis("import", "coredata", "Shop.xcdatamodeld", "-o", "Other/Shop", "--current", "Shop 2", "--dry-run")
        #expect(other.exitCode == 0 && other.errors.contains("'Shop 10' and 2 more are left out"))
    }

    @Test func `an order may be named, and has to name each version once`() throws {
        let project = try CoreDataProject(Self.renamed)
        func result(_ order: String) throws -> ChildProcess {
            try project.folder.write(order, to: "order.txt")
            return try project.imported("--order", "order.txt", "--dry-run", "--accept-losses", "Tested.")
        }
        let turned = try result("Shop 10\n\nShop 2.xcdatamodel\nShop\n")
        #expect(turned.exitCode == 0 && turned.output.contains("version 1 is 'Shop 10'") && turned.output.contains("version 3 is 'Shop'"), "\(turned.errors)")
        #expect(try result("Shop\nShop 2\n").errors.contains("'order.txt' does not name the version 'Shop 10'"))
        #expect(try result("Shop\nShop 2\nShop 2\nShop 10\n").errors.contains("'order.txt' names a version twice"))
        let strange = try result("Shop\nShop 3\nShop 2\nShop 10\n")
        #expect(strange.exitCode == 3 && strange.errors.contains("'order.txt' names 'Shop 3', which is no version of the bundle"))
        #expect(project.files.isEmpty)
    }

    // MARK: What is refused

    @Test(arguments: [
        ("<model><entity name=\"A\"", "line 1: the file is not XML"),
        ("<plist></plist>", "the file has the element 'plist', and no model"),
        (String(repeating: "<a>", count: 100), "elements stand more than 64 deep in each other"),
        ("", "the file is not XML"),
    ])
    func `a file that is no model is refused with its line, and nothing is written`(text: String, message: String) throws {
        let project = try CoreDataProject([("Shop", "")])
        try project.folder.write(text, to: "Shop.xcdatamodeld/Shop.xcdatamodel/contents")
        let process = try project.imported()
        #expect(process.exitCode == 3 && process.errors.contains("'Shop.xcdatamodeld/Shop.xcdatamodel/contents' cannot be read"), "\(process.errors)")
        #expect(process.errors.contains(message), "\(process.errors)")
        #expect(project.files.isEmpty)
    }

    @Test func `what is in the folder already is not written over`() throws {
        let project = try CoreDataProject(Self.renamed)
        try project.folder.write("trellis: 1\nmodel: Shop\nentities: {}\n", to: "Schemas/Shop/Shop.yaml")
        let process = try project.imported()
        #expect(process.exitCode == 3 && process.errors.contains("'Schemas/Shop/Shop.yaml' is no model that this import has written"))
        #expect(project.files.count == 1)
        let other = try CoreDataProject(Self.lossy)
        #expect(try other.imported("--current", "Shop").exitCode == 0)
        try other.write(Self.renamed[0].xml, version: "Shop")
        let files = other.files
        let refused = try other.imported()
        #expect(refused.exitCode == 3 && refused.errors.contains("version 1 in 'Schemas/Shop/versions' is not 'Shop'"), "\(refused.errors)")
        #expect(other.files == files)
    }

    @Test(arguments: ["versions/lock", "versions/2.yaml", "versions/1.yaml"])
    func `a history that is not as it was frozen is reported, and stays`(file: String) throws {
        let project = try CoreDataProject(Self.renamed)
        #expect(try project.imported("--current", "Shop 2").exitCode == 0)
        try project.folder.write("damaged\n", to: "Schemas/Shop/\(file)")
        let files = project.files
        let process = try project.imported()
        #expect(process.exitCode == 1 && process.errors.contains("Schemas/Shop/\(file)") && process.errors.contains("error[TR"), "\(process.output)\(process.errors)")
        #expect(project.files == files)
    }

    @Test(arguments: ["Shop.xcdatamodeld/.", "Shop.xcdatamodeld//", "./Shop.xcdatamodeld/./", ".//Shop.xcdatamodeld", "Schemas/..//Shop.xcdatamodeld"])
    func `a path with needless parts names the bundle`(path: String) throws {
        let project = try CoreDataProject(Self.renamed)
        try project.folder.write("", to: "Schemas/other")
        let process = try project.trellis("import", "coredata", path, "--output", "Schemas/Shop")
        #expect(process.exitCode == 0 && process.output.hasPrefix("\(path): 3 versions\n"), "\(process.errors)")
    }

    @Test func `an input that is no bundle, and a version that does not exist, are refused`() throws {
        let project = try CoreDataProject(Self.renamed, current: "Shop 7")
        #expect(try project.imported().errors.contains("names 'Shop 7' as its current version, and has no such version"))
        #expect(try project.imported("--current", "Nothing").errors.contains("has no version 'Nothing': it has 'Shop', 'Shop 2', 'Shop 10'"))
        for path in ["Schemas", "/"] {
            let process = try project.trellis("import", "coredata", path, "--output", "Other")
            #expect(process.exitCode == 3 && process.errors.contains("'\(path)' is no .xcdatamodeld, .xcdatamodel or .momd folder, and no .mom file"))
        }
        #expect(try project.trellis("import", "coredata", "Shop.xcdatamodeld", "--output", "/").exitCode == 2)
        let one = try project.trellis("import", "coredata", "Shop.xcdatamodeld/Shop 10.xcdatamodel/", "--output", "Other/")
        #expect(one.exitCode == 0 && one.output.hasPrefix("Shop.xcdatamodeld/Shop 10.xcdatamodel/: 1 version\n"), "\(one.errors)")
    }
}
