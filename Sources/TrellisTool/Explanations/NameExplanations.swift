extension ExplanationFamily {
    /// `TR13`.
    static let names = ExplanationFamily(
        "Names",
        [
            Explanation(
                "TR1301", "An invalid name",
                """
                A name is used in Swift, in SQL and in file names. It begins with an ASCII
                letter, contains letters, digits and single underscores, and does not end with
                an underscore. It has at most 64 characters.
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
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          orderNumber: int
                          note: string?
                    """),
            Explanation(
                "TR1302", "An attribute and a relationship with one name",
                """
                Both become a property of one Swift class, so their names must differ.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          customer: string
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          customerName: string
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                      Customer:
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1303", "Two types with one name",
                """
                The model, its entities and its enums all become Swift types, so their names
                must differ. An enum cannot have the name of a built-in type.
                """,
                wrong: """
                    trellis: 1
                    model: Order
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1311", "Two entities with one table",
                """
                Names in SQL are in snake_case ('OrderRow' becomes 'order_row') and ignore
                letter case. Two entities have the same table name. Rename one, or set its table
                name with 'table'.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      OrderRow:
                      Order_Row:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      OrderRow:
                      Order_Row: { table: old_order_row }
                    """),
            Explanation(
                "TR1312", "Two properties with one column",
                """
                Names in SQL are in snake_case: 'imageURL' becomes 'image_url', and the key of a
                to-one 'order' becomes 'order_id'. Two properties of an entity have the same
                column name. Rename one, or set its column name with 'column'.
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
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          imageURL: url?
                          imageUrl: { type: "string?", column: image_text }
                    """),
            Explanation(
                "TR1313", "An invalid name of a table or column",
                """
                'table' and 'column' set a name in the database. It begins with an ASCII letter
                and contains letters, digits and single underscores, at most 64 in all. The
                prefix 'sqlite_' is reserved for SQLite.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order: { table: sqlite_orders }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order: { table: shop_orders }
                    """),
            Explanation(
                "TR1314", "A table with the name of a row in triggers",
                """
                In SQLite's triggers, NEW and OLD are the row after and before the change. A
                table 'new' or 'old' would be hidden there, and triggers would change wrong
                rows. Rename the entity, or set its table name with 'table'.
                """,
                wrong: """
                    trellis: 1
                    model: Shop
                    entities:
                      New:
                    """,
                fixed: """
                    trellis: 1
                    model: Shop
                    entities:
                      New: { table: new_article }
                    """),
            Explanation(
                "TR1321", "A reserved property name",
                """
                Generated classes have members of their own, and use types of the library and of
                Foundation. A property or a fetch with the same name would hide them.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          isDeleted: bool
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          isCancelled: bool
                    """),
            Explanation(
                "TR1322", "A reserved type name",
                """
                The entity, enum or model would become a Swift type that hides a type that
                generated code uses. 'class' gives the class of an entity another name.
                """,
                wrong: """
                    trellis: 1
                    model: Shop
                    entities:
                      Data:
                    """,
                fixed: """
                    trellis: 1
                    model: Shop
                    entities:
                      Data: { class: ShopData }
                    """),
            Explanation(
                "TR1323", "A reserved parameter name",
                """
                A fetch becomes a static method, and its parameters become those of the method.
                The method has a parameter 'context' already, and its code uses 'self' and types
                of the library, for example 'Fetch'. Your parameter needs another name.
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
                fixed: """
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
                "TR1324", "Two types with one file name",
                """
                Each class has a file with its name. Most disks of Macs ignore letter case in
                file names.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      channel: [web, shop]
                    entities:
                      Channel:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    enums:
                      ChannelKind: [web, shop]
                    entities:
                      Channel:
                    """),
            Explanation(
                "TR1325", "A reserved case name",
                """
                Swift enums and optionals have members with these names already, so the case
                would be ambiguous.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      Discount: [none, half]
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    enums:
                      Discount: [full, half]
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1326", "An entity that begins with a small letter",
                """
                An entity becomes a Swift class, and names of Swift's types begin with a capital
                letter. A small one reads like a property, and 'customer' would hide a variable
                of that name. Rename the entity. Its table stays 'customer', so a store stays as
                it is; a frozen model records the new name in 'renames'.
                """,
                wrong: """
                    trellis: 1
                    model: Shop
                    entities:
                      customer:
                        attributes:
                          name: { type: string, unique: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Shop
                    entities:
                      Customer:
                        attributes:
                          name: { type: string, unique: true }
                    """),
            Explanation(
                "TR1327", "A type that hides another",
                """
                The type compiles, but has the name of a type that programs use. A class 'Task'
                hides Swift's in every file that sees the class, so 'Task { … }' does not
                compile there. A type of Foundation is hidden in the module of the classes, and
                ambiguous in other modules. A test that imports Testing cannot name a class
                'Tag' without its module. 'class' gives the class another name. The entity
                keeps its name, its table and its history.
                """,
                wrong: """
                    trellis: 1
                    model: Office
                    entities:
                      Task:
                        attributes:
                          title: { type: string, unique: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Office
                    entities:
                      Task:
                        class: OfficeTask
                        attributes:
                          title: { type: string, unique: true }
                    """),
        ])
}
