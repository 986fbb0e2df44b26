import Foundation
import LanguageServer
import Predicates
import ProjectFiles
import TestSupport
import Testing

/// Random edits of real models, and questions between them.
struct RandomEditTests {
    private static let models = ["Schemas/Contacts/Contacts.yaml", "Schemas/Orders/Orders.yaml", "Schemas/League/League.yaml", "Tests/Cases/predicates/schema.yaml", "Tests/Cases/inheritance/schema.yaml"]

    /// What someone types, pastes and forgets.
    private static let pieces = [
        "a", "x: ", "\n", "\n      ", "{", "}", "[", "]", "\"", "'", ":", " ", "- ", "#", "&a ", "*a", "|\n", ">-\n  ", "\t", "😀", "é", "\r\n", "\u{2028}",
        "to: ", "where: ", "$", "customer.", "@count", "\\u0041", "entities:\n", "model: M\n", "trellis: 1\n", ",", "?", "---\n", "%", "~",
    ]

    /// The same edit by another idea: on UTF-16 units of lines.
    private static func edited(_ text: String, _ range: TextRange, _ piece: String) -> String {
        let units = Array(text.utf16)
        func offset(_ position: TextPosition) -> Int {
            var (line, index) = (0, 0)
            while line < position.line, index < units.count {
                if units[index] == 0x0a || units[index] == 0x0d && (index + 1 == units.count || units[index + 1] != 0x0a) { line += 1 }
                index += 1
            }
            return index + position.character
        }
        return String(decoding: Array(units[..<offset(range.start)]) + Array(piece.utf16) + Array(units[offset(range.end)...]), as: UTF16.self)
    }

    private static func randomPosition(_ document: TextDocument, _ random: inout SeededGenerator) -> TextPosition {
        var offset = Int.random(in: 0...document.bytes.count, using: &random)
        // Not within a character, nor within a line's end.
        while offset > 0, offset < document.bytes.count, document.bytes[offset] & 0xc0 == 0x80 || document.bytes[offset] == 0x0a && document.bytes[offset - 1] == 0x0d {
            offset -= 1
        }
        return document.position(of: offset)
    }

    @Test("No edit and no question crashes, and no range is outside of its document")
    func edits() throws {
        var random = SeededGenerator.forTests()
        var counts = (edits: 0, ranges: 0)
        let tries = TestScale.count(400, long: 100_000)
        while counts.edits < tries {
            let path = Self.models.randomElement(using: &random)!
            let original = try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
            var workspace = Workspace(GivenFiles(files: ["/project/M.yaml": original]), today: { CalendarDay("2026-01-01")! })
            workspace.open("/project/M.yaml", original)
            for _ in 0..<40 {
                let document = try #require(workspace.document(at: "/project/M.yaml"))
                var places = [Self.randomPosition(document, &random), Self.randomPosition(document, &random)].sorted()
                // Most edits are small.
                if Int.random(in: 0..<20, using: &random) > 0 { places[1] = places[0] }
                else if document.offset(of: places[1]) - document.offset(of: places[0]) > 60 { places[1] = places[0] }
                let range = TextRange(start: places[0], end: places[1])
                let piece = Self.pieces.randomElement(using: &random)!
                workspace.change("/project/M.yaml", range, to: piece)
                let changed = try #require(workspace.document(at: "/project/M.yaml"))
                #expect(changed.text == Self.edited(document.text, range, piece))
                counts.edits += 1
                counts.ranges += try Self.ask(&workspace, changed, document.offset(of: range.start) + piece.utf8.count, &random)
            }
        }
        #expect(counts.ranges > counts.edits)
    }

    /// Asks at a place, and counts the ranges of the answers, which must be within the document.
    private static func ask(_ workspace: inout Workspace, _ document: TextDocument, _ offset: Int, _ random: inout SeededGenerator) throws -> Int {
        let path = "/project/M.yaml"
        var ranges = [TextRange]()
        let position = Bool.random(using: &random) ? document.position(of: offset) : randomPosition(document, &random)
        // A place depends on the lines of its entry alone.
        let place = document.offset(of: position)
        #expect(CursorReader.place(at: place, in: document) == CursorReader.place(at: place, in: document, readsAll: true), "\(document.text)")
        let outline = workspace.outline(of: path)
        ranges += Completer.items(at: position, in: document, of: .model, outline).compactMap(\.textEdit?.range)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: ranges += workspace.diagnostics(for: path, isComplete: false)[path]?.map(\.range) ?? []
        case 1: ranges += workspace.hover(at: position, in: path).map { [$0.range] } ?? []
        case 2: ranges += workspace.definition(at: position, in: path).map { [$0.range] } ?? []
        case 3: ranges += workspace.highlights(at: position, in: path).map(\.range)
        case 4: ranges += FoldingRanges.ranges(in: document).map { TextRange(start: .init(line: $0.startLine, character: 0), end: .init(line: $0.endLine, character: 0)) }
        case 5: ranges += workspace.formatting(of: path).map(\.range)
        case 6:
            let tokens = workspace.tokens(in: path)
            // Tokens belong to the last text that is YAML.
            if workspace.project(of: path, .model)?.file(at: path)?.document.bytes == document.bytes { ranges += tokens.map { document.range(of: $0.offsets) } }
        case 7:
            var pending = workspace.project(of: path, .model)?.file(at: path)?.document.bytes == document.bytes ? workspace.symbols(in: path) : []
            while let symbol = pending.popLast() {
                ranges += [symbol.range, symbol.selectionRange]
                pending += symbol.children ?? []
            }
        case 8:
            if let edits = try? workspace.rename(at: position, in: path, to: "renamedName") { ranges += edits.edits[path]?.map(\.range) ?? [] }
        case 9:
            for fix in workspace.fixes(for: TextRange(at: position), in: path) { ranges += fix.edits.edits[path]?.map(\.range) ?? [] }
        default: break
        }
        for range in ranges {
            #expect(range.start <= range.end && document.range(of: document.offsets(of: range)) == range, "\(range) is outside of \(document.lineCount) lines")
        }
        return ranges.count
    }

    /// A list below an entry that has a value already.
    @Test func `a place in a list that stands where a key should is read from the whole file`() {
        let document = TextDocument("""
            trellis: 1
            model: Contacts
            doc: People one knows.

            entities:
              Person:
                doc: Someon{e one knows.
                attributes:
                  firstName: { type': string, minLength: 1 }
                  l>-
              astName: { type: string, minLength: 1 }
                  age: { type: "int16?", doc: The age in years. }
               -  indexes: [[trellis: 1
            age, firstName]entitiestrellis: 1
            :
            ]
                fetches:
                  byAge:
                    doc: By age, then first name; people of unknown age come first.
                    sort: [age, firstName]
                  adults: { where: age >= 18, sort: [age, firstName] }

            """)
        for place in 0...document.bytes.count {
            #expect(CursorReader.place(at: place, in: document) == CursorReader.place(at: place, in: document, readsAll: true))
        }
    }
}
