import TestSupport
import Testing

/// Names that meet in SQL.
struct LayoutFindingsTests {
    @Test("Two entities that would be one table are reported at the second")
    func tables() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              OrderRow:
              1️⃣Order_Row:
              2️⃣orderRow:
            """,
            .init("TR1311", at: 1, saying: "'Order_Row' and 'OrderRow' would both be the table 'order_row'"),
            .init("TR1311", at: 2, saying: "'orderRow' and 'OrderRow'"))
    }

    @Test("A table with the name of a row in triggers is reported")
    func rowNames() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              1️⃣New:
              2️⃣Item: { table: OLD }
              Newer: { table: renewed }
            """,
            .init("TR1314", at: 1, saying: "the table 'new' of 'New' has the name of a row in triggers"), .init("TR1314", at: 2, saying: "the table 'old' of 'Item'"))
    }

    @Test("Two attributes that would be one column are reported at the second")
    func columns() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              Page:
                attributes:
                  imageURL: string
                  1️⃣imageUrl: string
                  2️⃣image_url: string
            """,
            .init("TR1312", at: 1), .init("TR1312", at: 2, saying: "'image_url' and 'imageURL'"))
    }

    @Test("An attribute and the key of a to-one relationship can meet; a to-many has no column")
    func keys() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              Order:
                attributes:
                  customerId: int
                relationships:
                  1️⃣customer: { to: Customer?, inverse: orders }
              Customer:
                attributes:
                  ordersId: int
                relationships:
                  orders: { to: [Order], inverse: customer }
            """,
            .init("TR1312", at: 1))
    }

    @Test("Columns of different tables do not meet, and no name meets the columns that every table has")
    func noClash() throws {
        try expectFindings(
            """
            trellis: 1
            model: Fine
            entities:
              A: { attributes: { name: string, id: int, version: int, rowid: int, oid: int } }
              B: { attributes: { name: string } }
            """)
    }

    @Test("What SQLite refuses of a schema is reported at the entity, on one line")
    func refusedSchema() throws {
        try expectFindings(
            "trellis: 1\nmodel: Internals\nentities:\n  1️⃣SqliteThing:\n",
            .init(
                "TR1601", at: 1,
                saying: "SQLite refuses the table of 'SqliteThing': object name reserved for internal use: sqlite_thing"))
    }

    @Test("A fetch that SQLite cannot prepare is reported at the fetch")
    func refusedFetch() throws {
        let path = Array(repeating: "parent", count: 70).joined(separator: ".")
        try expectFindings(
            """
            trellis: 1
            model: Trees
            entities:
              Node:
                relationships:
                  parent: { to: Node?, inverse: children }
                  children: { to: [Node], inverse: parent }
                fetches:
                  near: { where: parent.parent == nil }
                  1️⃣far: { where: \(path) == nil }
            """,
            .init("TR1506", at: 1, saying: "the fetch 'far' cannot be prepared"))
    }
}

extension LayoutFindingsTests {
    @Test("The tables of a relationship and of a search can meet those of entities")
    func otherTables() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              Post:
                relationships: { 1️⃣tags: { to: [Tag], inverse: posts } }
              Tag:
                relationships: { posts: { to: [Post], inverse: tags } }
              PostTags:
              2️⃣Note:
                attributes: { text: string }
                search: text
              NoteSearch:
              3️⃣Memo:
                attributes: { text: string }
                search: text
              MemoSearchData:
            """,
            .init("TR1311", at: 1, saying: "the table of the relationship 'Post.tags' would be 'post_tags'"),
            .init("TR1311", at: 2, saying: "the search of 'Note' would make the table 'note_search'"),
            .init("TR1311", at: 3, saying: "'memo_search_data'"))
    }

    @Test("The place of an ordered member and an attribute can be one column")
    func positions() throws {
        try expectFindings(
            """
            trellis: 1
            model: Clashes
            entities:
              Album:
                relationships: { tracks: { to: [Track], inverse: album, ordered: true } }
              Track:
                attributes: { albumPosition: int }
                relationships: { 1️⃣album: { to: Album?, inverse: tracks } }
            """,
            .init("TR1312", at: 1, saying: "'album' and 'albumPosition' would both be the column 'album_position'"))
    }

    @Test("Columns that a search has itself cannot be searched, whatever their attributes are called")
    func searchColumns() throws {
        try expectFindings(
            """
            trellis: 1
            model: Notes
            entities:
              Note:
                attributes:
                  text: string
                  rank: string
                  place: { type: string, column: rowID }
                  noteSearch: string
                  rowId: string
                search: [text, 1️⃣rank, 2️⃣place, 3️⃣noteSearch, rowId]
              Letter: { attributes: { rank: string, noteSearch: string } }
              Memo:
                parent: Letter
                attributes: { memoSearch: { type: string, column: words } }
                search: [4️⃣rank, memoSearch, noteSearch]
            """,
            .init("TR1608", at: 1, saying: "the column 'rank' cannot be searched: the search has one of that name itself"),
            .init("TR1608", at: 2, saying: "the column 'rowID'"), .init("TR1608", at: 3, saying: "the column 'note_search'"),
            .init("TR1608", at: 4, saying: "the column 'rank'"))
    }
}
