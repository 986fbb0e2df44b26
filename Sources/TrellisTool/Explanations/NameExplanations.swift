extension ExplanationFamily {
    /// `TR13`.
    static let names = ExplanationFamily(
        "Names",
        [
            Explanation(
                "TR1301", "A name that is none",
                """
                A name stands in Swift, in SQL and in file names: it begins with an ASCII letter
                and goes on with letters, digits and single underscores, does not end in an
                underscore, and is at most 64 long.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          order number: int
                          _note: string?
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          orderNumber: int
                          note: string?
                    """),
            Explanation(
                "TR1302", "An attribute and a relationship of one name",
                """
                Both become a property of one Swift class.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          customer: string
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          customerName: string
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1303", "Two types of one name",
                """
                The model, its entities and its enums all become Swift types of their names, so
                no two share one; and an enum is not called like a type of the language.
                """,
                wrong: """
                    trellis: 1
                    model: Order
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1311", "Two entities that would be one table",
                """
                In SQL names are in snake_case, 'OrderRow' is 'order_row', and letter case does
                not count. Two names that become the same cannot both be tables. Rename one, or
                give it a table name of its own with 'table'.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      OrderRow:
                      Order_Row:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      OrderRow:
                      Order_Row: { table: old_order_row }
                    """),
            Explanation(
                "TR1312", "Two properties that would be one column",
                """
                In SQL names are in snake_case, 'imageURL' is 'image_url', and the key of a
                to-one 'order' is 'order_id'. Two properties of an entity whose names become the
                same cannot both be columns. Rename one, or give it a column name of its own
                with 'column'.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          imageURL: url?
                          imageUrl: string?
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          imageURL: url?
                          imageUrl: { type: string?, column: image_text }
                    """),
            Explanation(
                "TR1313", "A name that no table or column can have",
                """
                'table' and 'column' give a name of their own in the database. It begins with an
                ASCII letter, not with 'sqlite_', which SQLite keeps for itself, and goes on with
                letters, digits and single underscores, at most 64 in all.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order: { table: sqlite_orders }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order: { table: shop_orders }
                    """),
            Explanation(
                "TR1321", "A property that every object has already",
                """
                Generated classes have members of their own and use types of the library and of
                Foundation, which a property or a fetch of the same name would hide.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          isDeleted: bool
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          isCancelled: bool
                    """),
            Explanation(
                "TR1322", "A type that generated code uses",
                """
                The entity, enum or model would become a Swift type that stands in the way of one
                that generated code names.
                """,
                wrong: """
                    trellis: 1
                    model: Shop
                    entities:
                      Data:
                    """,
                mended: """
                    trellis: 1
                    model: Shop
                    entities:
                      ShopData:
                    """),
            Explanation(
                "TR1323", "A parameter that every fetch has already",
                """
                A fetch becomes a static method whose last parameter is 'in context:', and in
                which 'self' is the class. The types that it makes values of, such as
                'Fetch', would be hidden by a parameter of that name.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string
                        indexes: [note]
                        fetches:
                          noted:
                            parameters: { context: string }
                            where: note == $context
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string
                        indexes: [note]
                        fetches:
                          noted:
                            parameters: { note: string }
                            where: note == $note
                    """),
            Explanation(
                "TR1324", "Two types that would be one file",
                """
                Every class has a file that is called as it is. On most disks of Macs letter
                case does not tell files apart.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      channel: [web, shop]
                    entities:
                      Channel:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    enums:
                      ChannelKind: [web, shop]
                    entities:
                      Channel:
                    """),
            Explanation(
                "TR1325", "A case that Swift has already",
                """
                Every Swift enum, or an optional one, has members of these names: a case of the
                same name could not be told from them.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      Discount: [none, half]
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    enums:
                      Discount: [full, half]
                    entities:
                      Order:
                    """),
        ])
}
