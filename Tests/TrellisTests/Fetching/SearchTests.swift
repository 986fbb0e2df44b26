import SearchModel
import Testing
import Trellis

/// Full-text searches: their results, which stay correct if other programs write.
struct SearchTests {
    private let file: StoreFile<Reading>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Reading.self)
        context = try file.context()
    }

    private func titles(_ pattern: SearchPattern, limit: Int? = nil, in other: ManagedObjectContext? = nil) throws -> [String] {
        try Article.search(pattern, limit: limit, in: other ?? context).map(\.title)
    }

    /// Whether the index says what the rows say: SQLite's own check, which fails where it does not.
    private func checkIntegrity(_ table: String = "article_search") throws {
        try file.execute("INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
    }

    @Test func `saved objects are found by their words, whatever case and diacritics they have`() throws {
        Article(in: context, title: "Der Öltank", text: "steht im Keller")
        Article(in: context, title: "Küche", text: nil)
        #expect(try titles(.allWords("oltank")).isEmpty, "a search sees what is saved")
        try context.save()
        #expect(try titles(.allWords("KELLER öltank")) == ["Der Öltank"])
        #expect(try titles(.allWords("kuche")) == ["Küche"])
        #expect(try titles(.allWords("keller kuche")).isEmpty)
        #expect(try titles(.anyWord("keller kuche")).sorted() == ["Der Öltank", "Küche"])
        #expect(try titles(.prefixes("kel ö")) == ["Der Öltank"])
        #expect(try titles(.phrase("im keller")) == ["Der Öltank"])
        #expect(try titles(.phrase("keller im")).isEmpty)
        #expect(try titles(.fts5("title : steht")).isEmpty)
        #expect(try titles(.fts5("body : steht NOT kuche")) == ["Der Öltank"])
    }

    @Test func `the best come first, and a limit counts what is there`() throws {
        Article(in: context, title: "once", text: "tree and a lot of other words that have nothing to do with it at all")
        Article(in: context, title: "tree", text: "tree tree")
        Article(in: context, title: "never", text: "bush")
        try context.save()
        #expect(try titles(.allWords("tree")) == ["tree", "once"])
        #expect(try titles(.allWords("tree"), limit: 1) == ["tree"])
        #expect(try titles(.allWords("tree"), limit: 0).isEmpty)
        #expect(try titles(.allWords("tree"), limit: -3).isEmpty)
        #expect(try titles(.allWords("tree"), limit: .max) == ["tree", "once"])

        try context.delete(try #require(try Article.search(.allWords("tree"), in: context).first))
        #expect(try titles(.allWords("tree"), limit: 1) == ["once"], "what is deleted and not saved takes no place")
    }

    @Test func `what a person types is never an operator`() throws {
        Article(in: context, title: "AND OR NOT \"quoted\" col:on", text: "a*b (c) ^d")
        try context.save()
        for text in ["AND", "NOT", "OR \"quoted\"", "col:on", "a*b", "(c)", "^d", "\"", "'; DROP TABLE article; --"] {
            _ = try titles(.allWords(text))
            _ = try titles(.anyWord(text))
            _ = try titles(.prefixes(text))
            _ = try titles(.phrase(text))
        }
        #expect(try titles(.allWords("NOT quoted")).count == 1)
        #expect(try titles(.allWords("\"quoted\" & (c)")).count == 1, "signs between words do not matter")
        #expect(try titles(.allWords("  ")).isEmpty)
        #expect(try titles(.allWords("quo\0ted")).isEmpty)
        #expect(throws: StoreError.self) { try titles(.fts5("AND AND")) }
    }

    @Test func `changes, deletes and plain SQL keep the index right`() throws {
        let article = Article(in: context, title: "first", text: "old words")
        Article(in: context, title: "second", text: "old words")
        try context.save()
        article.text = "new words"
        article.pages = 7
        try context.save()
        #expect(try titles(.allWords("old")) == ["second"])
        #expect(try titles(.allWords("new")) == ["first"])
        article.text = nil
        try context.save()
        #expect(try titles(.allWords("words")) == ["second"])
        try file.execute("UPDATE article SET body = 'by hand' WHERE title = 'second'")
        try file.execute("INSERT INTO article (title, body, pages) VALUES ('third', 'by hand', 1)")
        #expect(try titles(.allWords("hand"), in: file.context()) == ["second", "third"])
        try context.delete(article)
        try context.save()
        try file.execute("DELETE FROM article WHERE title = 'second'")
        #expect(try titles(.anyWord("first hand words"), in: file.context()) == ["third"])
        try checkIntegrity()
    }

    @Test func `a row that REPLACE takes away leaves the index too`() throws {
        Article(in: context, title: "first", text: "one")
        try context.save()
        let connection = try file.connection()
        try connection.execute("PRAGMA recursive_triggers = ON")
        try connection.execute("REPLACE INTO article (_id, title, body, pages) VALUES (1, 'other', 'two', 1)")
        try checkIntegrity()
        #expect(try titles(.allWords("one"), in: file.context()).isEmpty)
        #expect(try titles(.allWords("two"), in: file.context()) == ["other"])
    }

    @Test func `a failed save leaves the index as it was`() throws {
        Article(in: context, title: "first", text: "one")
        try context.save()
        let blocker = try file.connection()
        try blocker.execute("CREATE TRIGGER stop BEFORE INSERT ON recipes BEGIN SELECT RAISE(ABORT, 'no'); END")
        Article(in: context, title: "second", text: "two")
        Recipe(in: context, name: "soup", steps: "boil")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try titles(.allWords("two"), in: file.context()).isEmpty)
        try checkIntegrity()
    }

    @Test func `tokenizers cut texts as they say`() throws {
        Recipe(in: context, name: "Soup", steps: "Keep stirring and running around")
        Part(in: context, order: "AX-4711-99")
        Memo(in: context, words: "Öl und Wasser")
        try context.save()
        #expect(try Recipe.search(.allWords("stir run"), in: context).map(\.name) == ["Soup"])
        #expect(try Recipe.search(.prefixes("st"), in: context).map(\.name) == ["Soup"])
        #expect(try Part.search(.phrase("4711"), in: context).map(\.order) == ["AX-4711-99"])
        #expect(try Part.search(.phrase("x-47"), in: context).count == 1)
        #expect(try Memo.search(.allWords("WASSER"), in: context).count == 1)
        #expect(try Memo.search(.allWords("ol"), in: context).isEmpty)
        for table in ["recipes_search", "part_search", "memo_search"] { try checkIntegrity(table) }
    }

    @Test func `objects that are known come as they are in the context`() throws {
        let article = Article(in: context, title: "first", text: "one")
        try context.save()
        article.text = "changed"
        #expect(try Article.search(.allWords("one"), in: context).first === article)
        #expect(try titles(.allWords("changed")).isEmpty)
    }
}
