import SearchModel
import Trellis

private func fill(_ context: ManagedObjectContext) throws {
    Article(in: context, title: "Der Öltank", text: "steht im Keller")
    Article(in: context, title: "Küche", text: String(repeating: "Herd und Tisch ", count: 500))
    Recipe(in: context, name: "Soup", steps: "boiling and stirring")
}

enum SearchScenarios {
    static var all: [Scenario] {
        [
            .asking("search", of: Reading.self, fill: fill, with: { _ in () }) { context, _ in
                try Article.search(.allWords("keller"), in: context).map(\.title).joined() + "\(try Recipe.search(.prefixes("boi"), in: context).count)"
            },
            .asking("search with passages", of: Reading.self, fill: fill, with: { _ in () }) { context, _ in
                // If memory fails, the snippet() of SQLite 3.40 may not see the matches, shows another passage, and reports nothing.
                let results = try context.searchResults(Fetch<Article>(), for: .anyWord("oltank tisch"))
                return results.map { "\($0.object.title) \($0.snippet.pieces.isEmpty)" }.joined()
            },
            .saving("save what is searched", of: Reading.self, fill: fill) { context in
                let articles = try context.fetchAll(Article.self)
                articles[0].text = "steht im Hof"
                try context.delete(articles[1])
                for number in 1...20 { Article(in: context, title: "number \(number)", text: "with words") }
            },
        ]
    }
}
