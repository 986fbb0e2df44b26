import Testing

/// Formatting: forms.
struct FormattingFormsTests {
    @Test("A type alone has the short form, and the mark stands for 'optional'")
    func types() throws {
        try expectAttributes("a: { type: string }", "a: string")
        try expectAttributes("a: { type: string, optional: true }", "a: string?")
        try expectAttributes("a: { optional: true, unique: true, type: string }", "a: { type: \"string?\", unique: true }")
        try expectAttributes("a: { type: string?, optional: true }", "a: string?")
        try expectAttributes("a: { type: string, optional: false }", "a: string")
    }

    @Test("What goes without saying is left out")
    func defaults() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Orders
            enums:
              Channel: { raw: string, cases: [web, shop] }
            entities:
              Order:
                attributes: { number: { type: int, unique: false } }
                relationships:
                  customer: { to: Customer, optional: true, inverse: orders, deleteRule: nullify }
                unique: []
                indexes:
                fetches: {}
              Customer:
                attributes: {}
                relationships:
                  orders: { to: [Order], optional: true, inverse: customer, deleteRule: nullify }
              Tag: {}
            """,
            """
            trellis: 1
            model: Orders
            enums:
              Channel: [web, shop]
            entities:
              Order:
                attributes:
                  number: int
                relationships:
                  customer: { to: "Customer?", inverse: orders }
              Customer:
                relationships:
                  orders: { to: [Order], optional: true, inverse: customer }
              Tag:

            """)
    }

    @Test("A flag that says something stays: 'lazy: false' answers a warning")
    func answers() throws {
        try expectAttributes(
            "a: { lazy: false, type: data, maxLength: 100000 }", "a: { type: data, maxLength: 100000, lazy: false }")
    }

    @Test("A list of one stands without brackets where it may, and an index without conditions without its key")
    func lists() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { a: int, b: int, c: int }
                unique: [[a, b], [b]]
                indexes: [[a, c], [c], { on: [b, c] }, { on: [b], where: a == 1 }]
                fetches:
                  all: { sort: [a] }
                  some: { sort: [a, -b] }
            """,
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  a: int
                  b: int
                  c: int
                unique: [[a, b], b]
                indexes:
                  - [a, c]
                  - c
                  - [b, c]
                  - { on: b, where: a == 1 }
                fetches:
                  all: { sort: a }
                  some: { sort: [a, -b] }

            """)
    }

    @Test("A search and a composite have their own short forms")
    func searchAndComposites() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Notes
            composites:
              Point: { latitude: { type: double }, longitude: { type: double, optional: true } }
              Place: { attributes: { at: { type: Point }, name: { type: string } }, doc: Somewhere. }
            entities:
              Note:
                attributes: { title: string, place: { type: Place } }
                small: false
                search: { on: [title], tokenizer: unicode61, prefixes: [] }
              Page:
                attributes: { title: string }
                search: { prefixes: [2], on: [title] }
            """,
            """
            trellis: 1
            model: Notes
            composites:
              Point: { latitude: double, longitude: "double?" }
              Place:
                doc: Somewhere.
                attributes: { at: Point, name: string }
            entities:
              Note:
                attributes:
                  title: string
                  place: Place
                search: title
              Page:
                attributes:
                  title: string
                search: { on: title, prefixes: 2 }

            """)
    }

    @Test("Keys of the language stand in its order, what a person has named in the person's")
    func order() throws {
        try expectFormatted(
            """
            entities:
              Zebra:
                fetches:
                  z: { live: true, limit: 1, sort: b, parameters: { y: int, x: int }, where: b == $y AND a == $x, doc: Some. }
                  a: { sort: a }
                attributes:
                  b: { doc: The b., column: b_b, unique: true, default: 1, max: 9, min: 1, type: int }
                  a: int
                doc: Stripes.
              Ant:
            model: Animals
            enums: { Kind: { cases: { b: 2, a: 1 }, raw: int, doc: A description. } }
            doc: Animals of all kinds.
            trellis: 1
            """,
            """
            trellis: 1
            model: Animals
            doc: Animals of all kinds.
            enums:
              Kind:
                doc: A description.
                raw: int
                cases: { b: 2, a: 1 }
            entities:
              Zebra:
                doc: Stripes.
                attributes:
                  b: { type: int, min: 1, max: 9, default: 1, unique: true, column: b_b, doc: The b. }
                  a: int
                fetches:
                  z:
                    doc: Some.
                    parameters: { y: int, x: int }
                    where: b == $y AND a == $x
                    sort: b
                    limit: 1
                    live: true
                  a: { sort: a }
              Ant:

            """)
    }

    @Test("With anchors order and forms stay, and aliases are not written out")
    func anchors() throws {
        try expectFormatted(
            """
            model: Things
            trellis: 1
            entities:
              Thing:
                attributes:
                    price:   &money {scale: 2, type: decimal, optional: true}   # in euros
                    discount:   *money
                    name: &text
                       type: &s string
                       minLength: 1
                       doc: 'A name, which is rather long, so that all of this does not fit on a single line, whatever one does.'
                    code: { type: *s, unique: false }
            """,
            """
            model: Things
            trellis: 1
            entities:
              Thing:
                attributes:
                  price: &money { scale: 2, type: decimal, optional: true }  # in euros
                  discount: *money
                  name: &text
                    type: &s string
                    minLength: 1
                    doc: >-
                      A name, which is rather long, so that all of this does not fit on a single line, whatever
                      one does.
                  code: { type: *s, unique: false }

            """)
    }
}
