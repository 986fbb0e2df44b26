import LedgerModel
import SearchModel
import Testing
import Trellis

/// Ranks, passages and highlights of full-text searches, and searches among the objects of a fetch.
struct SearchResultTests {
    private let file: StoreFile<Reading>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Reading.self)
        context = try file.context()
    }

    /// A text with its matches in brackets.
    private func bracketed(_ text: HighlightedText?) -> String? { text?.marked("[", "]") }

    private func results(
        _ pattern: SearchPattern, _ style: SnippetStyle = SnippetStyle(), limit: Int? = nil
    ) throws -> [SearchResult<Article>] {
        try Article.searchResults(pattern, snippets: style, limit: limit, in: context)
    }

    @Test func `a result has its object, its rank and the best passage, and the best come first`() throws {
        let poor = Article(in: context, title: "once", text: "tree and a lot of other words that have nothing to do with it")
        let good = Article(in: context, title: "a tree", text: "tree tree")
        try context.save()
        let found = try results(.allWords("TREE"))
        #expect(found.map(\.object) == [good, poor])
        #expect(found[0].rank < found[1].rank && found[1].rank < 0)
        #expect(bracketed(found[0].snippet) == "[tree] [tree]")
        let tree = HighlightedText.Piece(text: "tree", isMatch: true)
        #expect(found[0].snippet.pieces == [tree, .init(text: " ", isMatch: false), tree])
        #expect(found[0].snippet.text == "tree tree")
        #expect(try results(.allWords("tree"), limit: 1).map(\.object) == [good])
        #expect(try results(.allWords("tree"), limit: 0).isEmpty)
        #expect(try results(.allWords("bush")).isEmpty && results(.allWords("")).isEmpty)
    }

    @Test func `each searched property has a passage, one that is nil has none`() throws {
        Article(in: context, title: "The oil tank", text: nil)
        Article(in: context, title: "Kitchen", text: "the tank stands there")
        try context.save()
        let found = try results(.allWords("tank")).sorted { $0.object.title > $1.object.title }
        #expect(found.map { bracketed($0.snippet(of: \.title)) } == ["The oil [tank]", "Kitchen"])
        #expect(found.map { bracketed($0.snippet(of: { $0.text })) } == [nil, "the [tank] stands there"])
        #expect(found.map { bracketed($0.snippet) } == ["The oil [tank]", "the [tank] stands there"])
    }

    @Test func `a property that is not searched has no passage`() throws {
        let context = try StoreFile(of: Ledger.self).context()
        let customer = Customer(in: context, name: "Gossnitz")
        try context.save()
        let found = try #require(try Customer.searchResults(.allWords("gossnitz"), in: context).first)
        #expect(found.object == customer && bracketed(found.snippet) == "[gossnitz]")
        #expect(try found.snippet(of: \.name) == nil && found.highlighted(\.name) == nil)
    }

    @Test func `passages are as long as they are asked for, with an ellipsis where text is left out`() throws {
        let words = (1...200).map { "w\($0)" }
        Article(in: context, title: "long", text: words.joined(separator: " "))
        try context.save()
        func passage(_ tokens: Int, _ ellipsis: String = "…") throws -> String {
            try #require(try results(.allWords("w100"), SnippetStyle(tokens: tokens, ellipsis: ellipsis)).first).snippet.text
        }
        #expect(try passage(1) == "…w100…")
        #expect(try passage(1, " [more] ") == " [more] w100 [more] ")
        for (tokens, count) in [(16, 16), (64, 64), (65, 64), (.max, 64), (0, 1), (-5, 1), (.min, 1)] {
            #expect(try passage(tokens).split(separator: " ").count == count, "\(tokens)")
        }
    }

    @Test func `a highlight is the whole text as it is in the store now`() throws {
        let words = (1...100).map { $0 == 50 ? "Tree" : "w\($0)" }
        let article = Article(in: context, title: "tree", text: words.joined(separator: " "))
        try context.save()
        let found = try #require(try results(.allWords("tree"), SnippetStyle(tokens: 1)).first)
        let body = try #require(try found.highlighted(\.text))
        #expect(body.text == article.text && body.pieces.filter(\.isMatch).map(\.text) == ["Tree"])
        #expect(try bracketed(found.highlighted { $0.title }) == "[tree]")

        article.text = "nothing"
        #expect(try found.highlighted(\.text) == body, "what is not saved is not seen")
        try context.save()
        #expect(try bracketed(found.highlighted(\.text)) == "nothing")
        article.title = "bush"
        try context.save()
        #expect(try found.highlighted(\.title) == nil, "the search finds it no more")
        try context.delete(article)
        try context.save()
        #expect(try found.highlighted(\.title) == nil)
    }

    @Test func `nothing in a text is taken for a mark, whatever is in it`() throws {
        let texts = [
            "<b>tank</b>", "\u{2}tank\u{2}", "\u{3}0\u{3}tank", "tank\u{301} e\u{301}", "[tank] … tank",
            "'); DROP TABLE article; -- tank", "\u{FFFC}tank👩‍👩‍👧", "TANK &amp; tank",
        ]
        for text in texts { Article(in: context, title: text, text: text) }
        try context.save()
        let found = try results(.prefixes("tank"))
        #expect(found.count == texts.count)
        for result in found {
            let title = result.object.title
            #expect(result.snippet.text == title && result.snippet(of: \.title)?.text == title)
            let whole = try #require(try result.highlighted(\.text))
            #expect(Array(whole.text.utf8) == Array(title.utf8))
            #expect(whole.pieces.contains { $0.isMatch })
            #expect(whole.pieces.allSatisfy { !$0.isMatch || $0.text.lowercased().utf8.starts(with: "tank".utf8) })
            #expect(whole.pieces.allSatisfy { !$0.text.isEmpty })
        }
        Article(in: context, title: "one two three", text: nil)
        try context.save()
        for ellipsis in ["'", "\"", "%s", "?1", "'); DROP TABLE article; --"] {
            let passages = try results(.allWords("two"), SnippetStyle(tokens: 1, ellipsis: ellipsis))
            #expect(passages.map(\.snippet.text) == [ellipsis + "two" + ellipsis])
        }
    }

    @Test func `pieces are escaped one by one, and marks are not`() throws {
        let text = HighlightedText(pieces: [.init(text: "a < b & ", isMatch: false), .init(text: "<c>", isMatch: true)])
        #expect(text.marked("<b>", "</b>") == "a < b & <b><c></b>")
        let escaped = text.marked("<b>", "</b>") { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
        #expect(escaped == "a &lt; b &amp; <b>&lt;c></b>")
    }

    @Test func `parts of words are marked where the tokenizer finds them`() throws {
        Part(in: context, order: "AX-4711-99")
        Recipe(in: context, name: "Soup", steps: "Keep stirring")
        try context.save()
        let parts = try Part.searchResults(.phrase("x-47"), in: context)
        #expect(parts.map { bracketed($0.snippet(of: \.order)) } == ["A[X-47]11-99"])
        #expect(try Recipe.searchResults(.allWords("stir"), in: context).map { bracketed($0.snippet) } == ["Keep [stirring]"])
    }

    @Test func `passages are of the text in the store, and the object is the context's`() throws {
        let article = Article(in: context, title: "first", text: "old words")
        try context.save()
        article.text = "new words"
        let found = try #require(try results(.allWords("words")).first)
        #expect(found.object === article && found.object.text == "new words")
        #expect(bracketed(found.snippet) == "old [words]")
        try context.delete(article)
        #expect(try results(.allWords("words")).isEmpty)
    }

    @Test func `a search among the objects of a fetch keeps its condition, order, limit and offset`() throws {
        for (title, pages) in [("a", 5), ("b", 1), ("c", 3), ("d", 4)] {
            Article(in: context, title: title, text: "tree " + String(repeating: "tree ", count: pages), pages: Int64(pages))
        }
        Article(in: context, title: "e", text: "bush", pages: 9)
        try context.save()
        func titles(_ fetch: Fetch<Article>) throws -> [String] {
            let found = try context.search(fetch, for: .allWords("tree"))
            #expect(try context.searchResults(fetch, for: .allWords("tree")).map(\.object) == found)
            return found.map(\.title)
        }
        let long = Article.where { $0.pages > 1 }
        #expect(try Set(titles(long)) == ["a", "c", "d"])
        let sorted = long.sorted { [$0.pages.descending] }
        #expect(try titles(sorted) == ["a", "d", "c"])
        #expect(try titles(sorted.limit(1).offset(1)) == ["d"])
        #expect(try titles(sorted.limit(.max).offset(2)) == ["c"])
        #expect(try titles(sorted.limit(2).offset(.max)).isEmpty && titles(sorted.limit(-1)).isEmpty)
        #expect(try titles(sorted.offset(-1).limit(1)) == ["a"])

        let all = try context.fetchAll(Article.self)
        try context.delete(try #require(all.first { $0.title == "a" }))
        #expect(try titles(sorted.limit(1).offset(1)) == ["c"], "what is deleted and not saved takes no place")
        try #require(all.first { $0.title == "b" }).pages = 7
        #expect(try titles(sorted) == ["d", "c"], "conditions are about what is saved")
        #expect(throws: ConditionErrors.self) { try titles(Fetch(where: .compare("nothing", .equal, .null))) }
        #expect(throws: StoreError.self) { try titles(Fetch(prefetch: ["nothing"])) }
    }
}
