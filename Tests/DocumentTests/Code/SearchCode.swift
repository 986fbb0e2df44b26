import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/search.md.
struct SearchCode {
    @Test func `searches`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        Note(in: context, title: "Keller", text: "Der Öltank ist leer.")
        try context.save()

        let notes = try Note.search(.allWords("öltank keller"), limit: 20, in: context)

        #expect(notes.count == 1)
    }

    @Test func `shows passages`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        Note(in: context, title: "Keller", text: "Der Öltank <ist> leer.")
        try context.save()
        let typed = "öltank"
        var shown = [String]()
        func show(_ title: String, _ passage: HighlightedText, _ rank: Double) {
            shown.append("\(title): \(passage.pieces.map { $0.isMatch ? "*\($0.text)*" : $0.text }.joined()) \(rank < 0)")
        }

        for result in try Note.searchResults(.prefixes(typed), snippets: SnippetStyle(tokens: 12), limit: 20, in: context) {
            show(result.object.title, result.snippet, result.rank)
        }

        #expect(shown == ["Keller: Der *Öltank* <ist> leer. true"])

        func escapedForHTML(_ text: String) -> String { text.replacing("<", with: "&lt;") }
        for result in try Note.searchResults(.prefixes(typed), in: context) {
            let text = result.snippet.pieces.map { $0.isMatch ? "*\($0.text)*" : $0.text }.joined()
            let html = result.snippet.marked("<b>", "</b>") { escapedForHTML($0) }

            #expect(text == "Der *Öltank* <ist> leer.")
            #expect(html == "Der <b>Öltank</b> &lt;ist> leer.")
        }
    }

    @Test func `searches among the objects of a fetch`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        for title in ["", "Keller"] { Note(in: context, title: title, text: "Der Öltank ist leer.") }
        try context.save()

        let long = try context.search(Note.where { $0.title != "" }.limit(20), for: .allWords("öltank"))

        #expect(long.map(\.title) == ["Keller"])
    }
}
