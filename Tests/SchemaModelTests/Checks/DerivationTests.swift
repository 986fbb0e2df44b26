import SchemaModel
import TestSupport
import Testing

/// `derived`: attributes whose values come from others.
struct DerivationTests {
    /// A customer with the given attributes and orders, labels and an address.
    private func source(_ attributes: String...) -> String {
        """
        trellis: 1
        model: Shop
        composites:
          Address: { street: string }
        entities:
          Customer:
            attributes:
              name: string
              note: string?
              scan: { type: string, lazy: true }
              secret: { type: string?, transient: true }
              home: Address
        \(attributes.map { "      \($0)\n" }.joined())
            relationships:
              orders: { to: [Order], inverse: customer }
              labels: { to: [Label], inverse: customers }
              marks: { to: [Label], inverse: marked }
              best: { to: Order?, inverse: bestOf }
          Order:
            attributes:
              price: { type: decimal, scale: 2 }
              exact: decimal
              pieces: int16
              weight: float?
              date: date
              total: { type: int, derived: rows.@sum.pieces }
            relationships:
              customer: { to: Customer?, inverse: orders }
              bestOf: { to: [Customer], inverse: best }
              rows: { to: [Row], inverse: order }
          Row:
            attributes: { pieces: int }
            relationships: { order: { to: Order?, inverse: rows } }
          Label:
            attributes: { rank: int }
            relationships:
              customers: { to: [Customer], inverse: labels }
              marked: { to: [Customer], inverse: marks, deleteRule: noAction }

        """
    }

    @Test("A count, a sum and a folded string are read, and their meaning reads back equal")
    func meaning() throws {
        let model = try readModel(
            source(
                "count: { type: int, derived: orders.@count }", "few: { type: int32, derived: labels.@count, column: how_many }",
                "price: { type: decimal, scale: 2, derived: orders.@sum.price }",
                "pieces: { type: int, derived: orders.@sum.pieces }", "weight: { type: double, derived: orders.@sum.weight }",
                "ranks: { type: int, derived: labels.@sum.rank }",
                "key: { type: string, derived: fold(name), unique: true }", "plain: { type: string?, derived: fold(note) }",
                "code: { type: string, derived: uppercase(name), unique: true }", "small: { type: string?, derived: lowercase(note) }"))
        let derived = model.entities[0].attributes.compactMap(\.derivation)
        #expect(
            derived.map(\.text) == [
                "orders.@count", "labels.@count", "orders.@sum.price", "orders.@sum.pieces", "orders.@sum.weight", "labels.@sum.rank",
                "fold(name)", "fold(note)", "uppercase(name)", "lowercase(note)",
            ])
        #expect(try readModel(model.meaningText).meaningText == model.meaningText)
        let other = try readModel(source("count: { type: int, derived: labels.@count }"))
        #expect(other.meaningHash != (try readModel(source("count: { type: int, derived: orders.@count }"))).meaningHash)
    }

    @Test("A sum may be written as conditions write it, with the function at the end")
    func functionAtTheEnd() throws {
        let written = try readModel(source("price: { type: decimal, scale: 2, derived: orders.price.@sum }"))
        let other = try readModel(source("price: { type: decimal, scale: 2, derived: orders.@sum.price }"))
        #expect(written.meaningText == other.meaningText)
        expectFindings(
            source("c: { type: int, derived: orders.1️⃣piece.@sum }"),
            .init("TR1447", at: 1, saying: "'Order' has no attribute 'piece'", fixed: "c: { type: int, derived: orders.pieces.@sum }"))
    }

    @Test(
        "What derives nothing is refused",
        arguments: [
            "orders.@sum", "orders.@avg", "fold()", "lowercase(best.name)", "@count", "5", "SELF",
        ])
    func nonsense(text: String) {
        expectFindings(
            source("a: { type: int, derived: 1️⃣\"\(text)\" }"), .init("TR1446", at: 1, saying: "'\(text)' is not a derivation"))
    }

    @Test("A mistake within a derivation has its place")
    func places() {
        expectFindings(
            source(
                "a: { type: int, derived: \"name 1️⃣== note\" }", "b: { type: int, derived: \"SUBQUERY(orders, $o, 2️⃣name == nil).@count\" }",
                "c: { type: int, derived: orders.@count where pieces 3️⃣pieces }", "d: { type: int, derived: 4️⃣orders.total.@sum.pieces }"),
            .init("TR1446", at: 1, saying: "expected '+'"), .init("TR1446", at: 2, saying: "'name' is no property of the member '$o'"),
            .init("TR1446", at: 3, saying: "expected a comparison"), .init("TR1446", at: 4, saying: "members are those of one relationship"))
    }

    @Test(
        "The words of Core Data, SQL and Swift for functions of texts are understood, and replaced",
        arguments: [
            ("canonical:(name)", "fold"), ("uppercase:(name)", "uppercase"), ("lowercase:(name)", "lowercase"), ("upper(name)", "uppercase"),
            ("LOWER(name)", "lowercase"), ("uppercased(name)", "uppercase"), ("folded:(name)", "fold"),
        ])
    func spellings(written: String, function: String) {
        expectFindings(
            source("a: { type: string, derived: 1️⃣\(written) }"),
            .init("TR1446", at: 1, fixed: "a: { type: string, derived: \(function)(name) }"))
    }

    @Test("A function of a text takes a string of the same object that is stored and not derived")
    func textSources() {
        expectFindings(
            source(
                "a: { type: string, derived: uppercase(1️⃣home) }", "b: { type: string?, derived: lowercase(2️⃣scan) }",
                "c: { type: string, derived: uppercase(3️⃣orders) }", "d: { type: string, derived: uppercase(4️⃣best) }",
                "e: { type: string, derived: lowercase(5️⃣key) }", "key: { type: string, derived: fold(name) }",
                "f: { type: string, derived: uppercase(6️⃣count) }", "count: { type: int, derived: orders.@count }"),
            .init("TR1447", at: 1, saying: "'home' is not a string and cannot be uppercased"),
            .init("TR1447", at: 2, saying: "'scan' is lazy and cannot be lowercased"),
            .init("TR1447", at: 3, saying: "no attribute 'orders'"), .init("TR1447", at: 4, saying: "no attribute 'best'"),
            .init("TR1447", at: 5, saying: "'key' is derived and cannot be lowercased"),
            .init("TR1447", at: 6, saying: "'count' is derived"))
        expectFindings(
            source(
                "1️⃣a: { type: int, derived: uppercase(name) }", "2️⃣b: { type: string?, derived: lowercase(name) }",
                "3️⃣c: { type: string, derived: uppercase(note) }"),
            .init("TR1448", at: 1, saying: "an uppercased value must be a string"),
            .init("TR1448", at: 2, saying: "which it never is"), .init("TR1448", at: 3, saying: "nil if 'note' is nil"))
    }

    @Test("It comes from something that is there, and that its kind of derivation can use")
    func sources() {
        expectFindings(
            source(
                "a: { type: int, derived: 1️⃣order.@count }", "b: { type: int, derived: 2️⃣best.@count }",
                "c: { type: int, derived: orders.@sum.3️⃣piece }", "d: { type: int, derived: orders.@sum.4️⃣date }",
                "e: { type: int, derived: orders.@sum.5️⃣rows }", "f: { type: decimal, derived: orders.@sum.6️⃣exact }",
                "g: { type: string, derived: fold(7️⃣nam) }", "h: { type: string, derived: fold(8️⃣scan) }",
                "i: { type: string?, derived: fold(9️⃣secret) }"),
            .init("TR1447", at: 1, saying: "no relationship 'order'", fixed: "a: { type: int, derived: orders.@count }"),
            .init("TR1447", at: 2, saying: "is a to-one relationship"),
            .init("TR1447", at: 3, saying: "'Order' has no attribute 'piece'", fixed: "c: { type: int, derived: orders.@sum.pieces }"),
            .init("TR1447", at: 4, saying: "'date' is date and cannot be summed"),
            .init("TR1447", at: 5, saying: "'Order' has no attribute 'rows'"),
            .init("TR1447", at: 6, saying: "a decimal without a scale"),
            .init("TR1447", at: 7, saying: "no attribute 'nam'", fixed: "g: { type: string, derived: fold(name) }"),
            .init("TR1447", at: 8, saying: "'scan' is lazy"),
            .init("TR1447", at: 9, saying: "'Customer.secret' is transient"))
        expectFindings(
            source("a: { type: int, derived: 1️⃣marks.@count }", "b: { type: string, derived: fold(2️⃣home) }"),
            .init("TR1447", at: 1, saying: "keeps connections to deleted members"),
            .init("TR1447", at: 2, saying: "'home' is not a string"))
    }

    @Test("Its type is that of what it is derived from, and nil is where its source has it")
    func types() {
        expectFindings(
            source(
                "1️⃣a: { type: string, derived: orders.@count }", "2️⃣b: { type: int?, derived: orders.@count }",
                "3️⃣c: { type: int, derived: orders.@sum.price }", "4️⃣d: { type: float, derived: orders.@sum.weight }",
                "5️⃣e: { type: int16, derived: orders.@sum.pieces }", "6️⃣f: { type: string, derived: fold(note) }",
                "7️⃣g: { type: string?, derived: fold(name) }", "8️⃣h: { type: int, derived: fold(name) }",
                "9️⃣i: { type: decimal, scale: 3, derived: orders.@sum.price }"),
            .init("TR1448", at: 1, saying: "a count must be int64 or int32"),
            .init("TR1448", at: 2, saying: "never nil"),
            .init("TR1448", at: 3, saying: "a decimal with scale 2"),
            .init("TR1448", at: 4, saying: "must be double"),
            .init("TR1448", at: 5, saying: "must be int64"),
            .init("TR1448", at: 6, saying: "nil if 'note' is nil"),
            .init("TR1448", at: 7, saying: "which it never is"),
            .init("TR1448", at: 8, saying: "a folded value must be a string"),
            .init("TR1448", at: 9, saying: "a decimal with scale 2"))
    }

    @Test("Filtered members, expressions and the time are read, and their meaning reads back equal")
    func computedMeaning() throws {
        let model = try readModel(
            source(
                "a: { type: int, derived: orders.@count where pieces > 2 AND date != nil }",
                "b: { type: int, derived: \"SUBQUERY(orders, $o, $o.pieces > 2 AND $o.date != nil).@count\" }",
                "c: { type: decimal?, scale: 2, derived: orders.@max.price }", "d: { type: double?, derived: orders.price.@avg }",
                "e: { type: int, derived: orders.@sum.total }", "f: { type: decimal?, scale: 2, derived: best.price }",
                "g: { type: decimal?, scale: 4, derived: best.price * (best.price + 1) }", "h: { type: date?, derived: now( ) }",
                "i: { type: int, derived: (a + e) * 2 }", "j: { type: date?, derived: best.date + 60 }"))
        #expect(
            model.entities[0].attributes.compactMap(\.derivation).map(\.text) == [
                "orders.@count where pieces > 2 AND date != nil", "orders.@count where pieces > 2 AND date != nil", "orders.@max.price",
                "orders.@avg.price", "orders.@sum.total", "best.price", "best.price * (best.price + 1)", "now()", "(a + e) * 2",
                "best.date + 60",
            ])
        #expect(try readModel(model.meaningText).meaningText == model.meaningText)
    }

    @Test("An expression has the type of its values, decimals exactly, and is nil if one of them is")
    func computedTypes() {
        expectFindings(
            source(
                "1️⃣a: { type: int16, derived: orders.@count where pieces > 2 }", "2️⃣b: { type: decimal, scale: 2, derived: orders.@max.price }",
                "3️⃣c: { type: decimal?, scale: 2, derived: orders.@avg.price }", "4️⃣d: { type: string?, derived: best.price }",
                "5️⃣e: { type: decimal, scale: 2, derived: best.price }",
                "6️⃣f: { type: decimal?, scale: 2, derived: best.price * best.price }", "7️⃣g: { type: int, derived: count / count }",
                "8️⃣h: { type: date, derived: now() }", "count: { type: int, derived: orders.@count }",
                "9️⃣i: { type: int?, derived: count * 2 }"),
            .init("TR1448", at: 1, saying: "a count must be int64 or int32"),
            .init("TR1448", at: 2, saying: "nil without members"),
            .init("TR1448", at: 3, saying: "a mean must be double"),
            .init("TR1448", at: 4, saying: "must be a decimal with scale 2"),
            .init("TR1448", at: 5, saying: "is nil if a value in 'best.price' is nil"),
            .init("TR1448", at: 6, saying: "has 4 decimal places"),
            .init("TR1448", at: 7, saying: "is nil if"),
            .init("TR1448", at: 8, saying: "nil before the first save"),
            .init("TR1448", at: 9, saying: "never nil"))
        expectFindings(
            source("1️⃣a: { type: string?, derived: best }"), .init("TR1448", at: 1, saying: "'best' is an object"))
    }

    @Test("What triggers cannot compute is refused")
    func refusedExpressions() {
        expectFindings(
            source(
                "1️⃣a: { type: int, derived: length(name) + 1 }", "2️⃣b: { type: int, derived: orders.@count * 2 }",
                "3️⃣c: { type: int, derived: orders.@count where customer.name == \"a\" }",
                "4️⃣d: { type: int, derived: labels.@count where missing > 2 }", "5️⃣e: { type: string?, derived: best.customer.nam }",
                "6️⃣f: { type: date?, derived: best.date + now() }", "7️⃣g: { type: int, derived: orders }",
                "8️⃣h: { type: string?, derived: scan }"),
            .init("TR1447", at: 1, saying: "'length' is a function of the library"),
            .init("TR1447", at: 2, saying: "give what members come to an attribute of its own"),
            .init("TR1447", at: 3, saying: "triggers cannot decide"),
            .init("TR1447", at: 4, saying: "no property 'missing'"),
            .init("TR1447", at: 5, saying: "no property 'nam'"),
            .init("TR1447", at: 6, saying: "'now()' is a derivation of its own"),
            .init("TR1447", at: 7, saying: "to-many"),
            .init("TR1447", at: 8, saying: "'scan' is lazy"))
    }

    @Test("Attributes that are derived from each other are refused, over relationships too")
    func cycles() {
        expectFindings(
            source("1️⃣a: { type: int, derived: b + 1 }", "b: { type: int, derived: a + 1 }"),
            .init("TR1449", at: 1, saying: "'Customer.a' is derived from 'Customer.b' is derived from 'Customer.a'"))
        expectFindings(
            source("1️⃣a: { type: int, derived: a + 1 }"), .init("TR1449", at: 1, saying: "'Customer.a' is derived from itself"))
        expectFindings(
            """
            trellis: 1
            model: Tree
            entities:
              Node:
                attributes:
                  size: int
                  1️⃣total: { type: int, derived: children.@sum.total where size > 0 }
                  depth: { type: int?, derived: parent.size + 1 }
                relationships:
                  parent: { to: Node?, inverse: children }
                  children: { to: [Node], inverse: parent }
            """,
            .init("TR1449", at: 1, saying: "is derived from itself"))
    }

    @Test("Options for values that callers set do not apply to it")
    func options() {
        expectFindings(
            source(
                "a: { type: int, derived: orders.@count, 1️⃣default: 1, 2️⃣min: 0 }",
                "b: { type: string, derived: fold(name), 3️⃣lazy: true, 4️⃣maxLength: 9 }",
                "c: { type: int, derived: orders.@count, 5️⃣unique: true }"),
            .init("TR1443", at: 1), .init("TR1443", at: 2), .init("TR1443", at: 3), .init("TR1443", at: 4),
            .init("TR1443", at: 5, saying: "forbid changes of other objects"))
    }

    @Test("A part of a composite is not derived")
    func parts() {
        expectFindings(
            """
            trellis: 1
            model: Things
            composites:
              Name: { plain: { type: string, 1️⃣derived: fold(full) }, full: string }
            entities:
              Thing:
                attributes: { name: Name }
            """,
            .init("TR1101", at: 1))
    }

    @Test("What it comes from may be inherited, and what it comes from may be broken without another finding")
    func inheritance() throws {
        let text = """
            trellis: 1
            model: Things
            entities:
              Parent:
                attributes: { name: string, bad: 1️⃣strin }
                relationships: { children: { to: [Other], inverse: parent } }
              Child:
                parent: Parent
                attributes:
                  count: { type: int, derived: children.@count }
                  plain: { type: string, derived: fold(name) }
                  worse: { type: string, derived: fold(bad) }
              Other:
                relationships: { parent: { to: Parent?, inverse: children } }
            """
        expectFindings(text, .init("TR1104", at: 1))
    }
}
