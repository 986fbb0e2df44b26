import SchemaModel
import TestSupport
import Testing

/// Full-text searches.
struct SearchFindingsTests {
    private func source(_ search: String) -> String {
        """
        trellis: 1
        model: Notes
        entities:
          Note:
            attributes:
              title: string
              text: string?
              pages: int
              draft: { type: string?, transient: true }
            search: \(search)
        """
    }

    @Test("A list of attributes, or one, is the short form of a search of whole words")
    func shortForm() throws {
        for (text, properties) in [("[title, text]", ["title", "text"]), ("title", ["title"]), ("{ on: title }", ["title"])] {
            let search = try #require(try readModel(source(text)).entities[0].search)
            #expect(search.properties.map(\.text) == properties)
            #expect(search.tokenizer == .unicode61 && search.prefixes.isEmpty)
        }
    }

    @Test("The long form names a tokenizer and the prefixes that get an index, each once")
    func longForm() throws {
        let search = try #require(
            try readModel(source("{ on: [title], tokenizer: porter, prefixes: [3, 2, 3] }")).entities[0].search)
        #expect(search.tokenizer == .porter && search.prefixes == [2, 3])
    }

    @Test("A search is on strings of the entity, each once")
    func onNothing() {
        expectFindings(
            source("[1️⃣titel, 2️⃣pages, title, 3️⃣title]"),
            .init("TR1609", at: 1, saying: "'Note' has no attribute 'titel'", fixed: "search: [title, pages, title, title]"),
            .init("TR1609", at: 2, saying: "'Note.pages' is not a string"), .init("TR1603", at: 3))
    }

    @Test("A tokenizer that does not exist is reported with the nearest one")
    func unknownTokenizer() {
        expectFindings(
            source("{ on: title, tokenizer: 1️⃣trigrams }"),
            .init("TR1607", at: 1, saying: "no tokenizer 'trigrams'", fixed: "search: { on: title, tokenizer: trigram }"))
    }

    @Test("What is not stored cannot be searched, and is not proposed")
    func transient() {
        expectFindings(
            source("[title, 1️⃣draft, 2️⃣draf]"),
            .init("TR1609", at: 1, saying: "'Note.draft' is transient and not stored, so it cannot be searched"),
            .init("TR1609", at: 2, saying: "'Note' has no attribute 'draf'"))
    }

    @Test("What is no search at all is reported where it stands", arguments: ["[]", "{ tokenizer: porter }"])
    func shapes(text: String) {
        let code = text == "[]" ? "TR1102" : "TR1103"
        expectFindings(source("1️⃣" + text), .init(code, at: 1))
    }

    @Test("Lengths of prefixes are whole numbers from 1 to 999")
    func prefixes() {
        expectFindings(
            source("{ on: title, prefixes: [1️⃣0, 2, 2️⃣1000] }"), .init("TR1107", at: 1), .init("TR1107", at: 2))
    }

    @Test("A search is part of what a model means, and 'small' is not")
    func meaning() throws {
        let plain = try readModel(source("title"))
        #expect(try readModel(source("{ on: [title] }")).meaningHash == plain.meaningHash)
        #expect(try readModel(source("title\n    small: true")).meaningHash == plain.meaningHash)
        for other in ["[title, text]", "[text, title]", "{ on: title, tokenizer: ascii }", "{ on: title, prefixes: 2 }"] {
            let model = try readModel(source(other))
            #expect(model.meaningHash != plain.meaningHash)
            #expect(try readModel(model.meaningText).meaningHash == model.meaningHash)
        }
    }
}
