import Foundation
import Testing

@testable import CoreDataExport

/// Models in Core Data's words.
struct ModelExportTests {
    @Test func `each type, default and rule has its form in the file`() throws {
        let exported = try ExportedModel(
            (
                """
                enums:
                  State: { raw: int, cases: { open: 1, done: 2 } }
                entities:
                  Item:
                    attributes:
                      a: { type: bool, default: true }
                      b: { type: int16, min: 0, max: 9 }
                      c: { type: "decimal?", scale: 2 }
                      d: { type: date, default: 2001-01-02T00:00:00Z }
                      e: { type: "day?", default: 2001-01-02 }
                      f: { type: string, minLength: 1, maxLength: 30, pattern: "[a-z]+", default: abc }
                      g: { type: data?, lazy: true }
                      h: { type: State, default: open }
                      i: { type: duration, default: PT1M30S }
                      j: { type: json?, swift: "[String]" }
                      k: { type: date, default: now() }
                      l: { type: uuid, default: uuid() }
                      m: { type: "string?", lazy: true }
                      n: { type: float, min: -0.1, default: 0.1 }
                """, [:]
            ))
        let elements = try exported.elements()
        let expected = [
            "a": ["attributeType": "Boolean", "defaultValueString": "YES", "usesScalarValueType": "YES"],
            "b": ["attributeType": "Integer 16", "minValueString": "0", "maxValueString": "9", "usesScalarValueType": "YES"],
            "c": ["attributeType": "Decimal", "optional": "YES"], "d": ["attributeType": "Date", "defaultDateTimeInterval": "86400"],
            "e": ["attributeType": "Date", "optional": "YES", "defaultDateTimeInterval": "86400"],
            "f": ["attributeType": "String", "defaultValueString": "abc", "minValueString": "1", "maxValueString": "30", "regularExpressionString": "[a-z]+"],
            "g": ["attributeType": "Binary", "optional": "YES", "allowsExternalBinaryDataStorage": "YES"],
            "h": ["attributeType": "Integer 64", "defaultValueString": "1", "usesScalarValueType": "YES"],
            "i": ["attributeType": "Double", "defaultValueString": "90.0", "usesScalarValueType": "YES"],
            "j": ["attributeType": "Transformable", "optional": "YES", "customClassName": "[String]"], "k": ["attributeType": "Date"],
            "l": ["attributeType": "UUID"], "m": ["attributeType": "String", "optional": "YES"],
            "n": ["attributeType": "Float", "defaultValueString": "0.1", "minValueString": "-0.1", "usesScalarValueType": "YES"],
        ]
        for (name, attributes) in expected { #expect(elements["Item.\(name)"]?.filter { $0.key != "name" } == attributes, "\(name)") }
        #expect(
            exported.remarks == [
                "scale of a decimal: Core Data's decimals have none: Item.c (2)", "day: exported as the date of its first moment in UTC: Item.e",
                "enum: exported as its raw values: Item.h (State: open = 1, done = 2)", "duration: exported as its seconds: Item.i",
                "Codable type: exported as transformable, whose values need a transformer: Item.j ([String])",
                "default that Core Data cannot state: Item.k (now())", "default that Core Data cannot state: Item.l (uuid())",
                "lazy value of another type than data: Item.m",
            ])
    }

    @Test func `conditions and derivations are exported where Core Data has words for them, and listed elsewhere`() throws {
        let exported = try ExportedModel(
            (
                """
                entities:
                  Owner:
                    attributes:
                      name: string
                      plain: { type: string, derived: fold(name) }
                      count: { type: int64, derived: items.@count }
                      open: { type: int64, derived: items.@count where number > 1 }
                      most: { type: int64?, derived: items.@max.number }
                    relationships:
                      items: { to: [Item], inverse: owner, ordered: true, deleteRule: cascade }
                  Item:
                    attributes:
                      number: int64
                      date: date
                      ownerName: { type: string?, derived: owner.name }
                    relationships:
                      owner: { to: Owner?, inverse: items }
                    indexes: [[number, -date], { on: [number], where: "number > 3" }]
                    fetches:
                      one: { parameters: { start: string }, where: "owner.name BEGINSWITH[cd] $start AND NOT (number IN {1, 2} OR uppercase(owner.name) == \\"A\\")", limit: 3 }
                      two: { where: year(date) == 2020 }
                      three: { where: "SUBQUERY(owner.items, $i, $i.number > 1).@count == 0", sort: [-number], live: true }
                """, [:]
            ))
        let elements = try exported.elements()
        func value(_ element: String, _ attribute: String) -> String? { elements[element]?[attribute] }
        #expect(
            [value("Owner.plain", "derivationExpression"), value("Owner.count", "derivationExpression"), value("Item.ownerName", "derivationExpression")]
                == ["canonical:(name)", "items.@count", "owner.name"])
        #expect(value("one", "predicateString") == "owner.name BEGINSWITH[cd] $start AND NOT (number IN {1, 2} OR uppercase:(owner.name) == \"A\")")
        #expect(value("one", "fetchLimit") == "3" && value("two", "name") == nil)
        #expect(value("three", "predicateString") == "SUBQUERY(owner.items, $i, $i.number > 1).@count == 0")
        #expect(exported.bundle.files[0].text.contains("<fetchIndexElement property=\"date\" type=\"Binary\" order=\"descending\"/>"))
        #expect(value("Item.byNumberIndex", "partialIndexPredicate") == "number > 3")
        #expect(
            exported.remarks == [
                "derivation that Core Data cannot state: exported as a plain attribute: Owner.open (items.@count where number > 1)",
                "derivation that Core Data cannot state: exported as a plain attribute: Owner.most (items.@max.number)",
                "condition that Core Data cannot state: Item.two (year(date) == 2020)",
                "order of a fetch: a template has none: Item.three (-number)", "live list: Item.three",
            ])
    }

    @Test func `indexes and uniqueness of a composite's parts are listed, and the others stay`() throws {
        let exported = try ExportedModel(
            (
                """
                composites: { Address: { attributes: { city: string?, zip: string? } } }
                entities:
                  Store:
                    attributes: { name: string?, address: Address? }
                    indexes: [[address.city], [name, -address.zip], [-name]]
                    unique: [[address.zip, name], name]
                """, [:]
            ))
        #expect(
            exported.remarks == [
                "index on a part of a composite: Store.address.city", "index on a part of a composite: Store.name+address.zip",
                "uniqueness of a part of a composite: Store.address.zip+name",
            ])
        let text = exported.bundle.files[0].text
        #expect(text.contains("<fetchIndex name=\"byNameIndex\">") && text.contains("<constraint value=\"name\"/>") && !text.contains("address."), "\(text)")
    }

    @Test func `texts of a model stay texts`() throws {
        let hostile = "<&\\\"'> ]]> \\u2028 \\t\\n\\r é 👩‍👩‍👧"
        let exported = try ExportedModel(
            ("entities: { Item: { doc: \"\(hostile)\", attributes: { a: { type: string, default: \"\(hostile)\" }, b: { type: string, default: \"a\\x01\" }, description: string } } }", [:]))
        let elements = try exported.elements()
        let text = "<&\"'> ]]> \u{2028} \t\n\r é 👩‍👩‍👧"
        #expect(elements["Item.a"]?["defaultValueString"] == text)
        #expect(elements["Item.doc"]?["value"] == text)
        #expect(elements["Item.b"]?["defaultValueString"] == "a\u{FFFD}")
        #expect(
            exported.remarks == [
                "characters that XML cannot contain: exported as U+FFFD: Item.b",
                "name that Core Data's objects have: rename it before you generate classes: Item.description",
            ])
    }

    // MARK: Versions

    @Test func `renames become identifiers that stay over later versions`() throws {
        let exported = try ExportedModel(
            ("entities: { Order: { attributes: { info: string?, kept: string? } } }", [:]),
            ("entities: { Sale: { attributes: { note: string?, kept: string? } } }", ["Order": "Sale", "Order.info": "note"]),
            ("entities: { Sale: { attributes: { remark: string?, kept: string?, note: string? } } }", ["Sale.note": "remark"]))
        let third = try exported.elements(2)
        #expect(try exported.elements(0)["Order"]?["elementID"] == nil)
        #expect(try exported.elements(1)["Sale"]?["elementID"] == "Order")
        #expect(try exported.elements(1)["Sale.note"]?["elementID"] == "info")
        #expect(third["Sale"]?["elementID"] == "Order" && third["Sale.remark"]?["elementID"] == "info" && third["Sale.kept"]?["elementID"] == nil)
        // The name alone: no attribute had it as its first one.
        #expect(third["Sale.note"]?["elementID"] == nil)
        #expect(exported.bundle.files.map(\.path) == ["Shop.xcdatamodel/contents", "Shop 2.xcdatamodel/contents", "Shop 3.xcdatamodel/contents", ".xccurrentversion"])
        #expect(exported.bundle.files[3].text.contains("<string>Shop 3.xcdatamodel</string>"))
    }

    @Test func `a name that is used again gets another identifier, and exchanged names exchange theirs`() throws {
        let exported = try ExportedModel(
            ("entities: { Item: { attributes: { a: string?, b: string? } } }", [:]),
            ("entities: { Item: { attributes: { a: string?, b: string?, c: string? } } }", ["Item.a": "c"]),
            ("entities: { Item: { attributes: { a: string?, b: string?, c: string? } } }", ["Item.a": "b", "Item.b": "a"]))
        let (second, third) = (try exported.elements(1), try exported.elements(2))
        #expect(["a", "b", "c"].map { second["Item.\($0)"]?["elementID"] } == ["a 2", nil, "a"])
        #expect(["a", "b", "c"].map { third["Item.\($0)"]?["elementID"] } == ["b", "a 2", "a"])
    }

    @Test func `a property that moves in its hierarchy keeps its identifier`() throws {
        let exported = try ExportedModel(
            ("entities: { Base: { abstract: true, attributes: { a: string? } }, Item: { parent: Base, attributes: { b: string? } } }", [:]),
            ("entities: { Base: { abstract: true, attributes: { x: string? } }, Item: { parent: Base, attributes: { a: string? } } }", ["Item.b": "x"]))
        let second = try exported.elements(1)
        #expect(second["Base.x"]?["elementID"] == "b" && second["Item.a"]?["elementID"] == nil)
    }

    @Test func `a rename of a part of a composite is reported`() throws {
        func text(_ part: String) -> String {
            "composites: { Address: { attributes: { \(part): string? } } }\nentities: { Store: { attributes: { address: Address?, name: string? } } }"
        }
        let exported = try ExportedModel((text("town"), [:]), (text("city"), ["Address.town": "city", "Store.name": "name"]))
        #expect(
            exported.remarks == [
                "rename that no identifier can state: Core Data takes the part for another one: version 2 (Address.town to city)"
            ])
    }
}
