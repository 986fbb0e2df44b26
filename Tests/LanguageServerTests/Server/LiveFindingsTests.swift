import Diagnostics
import Foundation
import LanguageServer
import Predicates
import ProjectFiles
import TestSupport
import Testing

/// Findings while a model is typed, which are computed from what changed.
struct LiveFindingsTests {
    /// Models with their included files, the model first.
    private static let projects = [
        ["Schemas/Orders/Orders.yaml"], ["Schemas/League/League.yaml"], ["Schemas/KitchenSink/KitchenSink.yaml", "Schemas/KitchenSink/people.yaml"],
        ["Tests/Cases/predicates/schema.yaml"], ["Tests/Cases/inheritance/schema.yaml"],
    ]

    private static func workspace(_ files: [String: String]) -> Workspace {
        var workspace = Workspace(GivenFiles(files: files), today: { CalendarDay("2026-01-01")! })
        for (path, text) in files.sorted(by: { $0.key < $1.key }) { workspace.open(path, text) }
        return workspace
    }

    /// A finding as the stages report it for a whole model.
    private struct Expected: Hashable {
        var file: String
        var code: String
        var range: TextRange
    }

    private static func expected(_ files: [String: String], _ root: String) -> [Expected] {
        let loaded = LoadedModel(
            ModelConfiguration(name: "M", path: root), file: InputFile(path: root, bytes: Array(files[root, default: ""].utf8)),
            history: LoadedHistory(.init(model: root, folder: "/project/versions", contents: [:])), goesByName: false, provesSchema: false,
            read: { path throws(CouldNotRun) in
                guard let text = files[path] else { throw CouldNotRun("cannot read '\(path)': there is no such file") }
                return InputFile(path: path, bytes: Array(text.utf8))
            })
        // Names in SQL are compared after a pause.
        let later: Set = ["TR1311", "TR1312", "TR1314", "TR1608"]
        return loaded.findings.filter { files[$0.span.file] != nil && !later.contains($0.code.name) }.map { finding in
            Expected(file: finding.span.file, code: finding.code.name, range: TextDocument(files[finding.span.file, default: ""]).range(of: finding.span))
        }
    }

    /// The names and other words of a text.
    private static func words(_ text: String) -> [Range<String.Index>] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "?" }.map { $0.startIndex..<$0.endIndex }
    }

    /// What someone types: mostly texts that stay YAML.
    private static func edited(_ text: String, _ random: inout SeededGenerator) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let line = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[line], at: line)
        case 2: lines.insert(["", "      # A remark.", "      extra: string?", "  Extra:", "  Extra: { parent: Order }"].randomElement(using: &random)!, at: line)
        case 3: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
        case 4:
            let place = text.indices.randomElement(using: &random) ?? text.startIndex
            return text[..<place] + ["{", "\"", "x", ": ", "&a "].randomElement(using: &random)! + text[place...]
        default:
            // A word becomes another one.
            let words = words(text)
            guard let old = words.randomElement(using: &random), let new = words.randomElement(using: &random) else { return text }
            let other = Int.random(in: 0..<4, using: &random) == 0 ? "wrong" : String(text[new])
            return text[..<old.lowerBound] + other + text[old.upperBound...]
        }
        return lines.joined(separator: "\n")
    }

    @Test("After each of many random edits they are those of a fresh server, and those of the checks of a whole model")
    func random() throws {
        var random = SeededGenerator.forTests()
        var found = 0
        for _ in 0..<TestScale.count(6, long: 3_000) {
            let paths = Self.projects.randomElement(using: &random)!
            let root = "/project/" + paths[0].split(separator: "/").last!
            var files: [String: String] = [:]
            for path in paths { files["/project/" + path.split(separator: "/").last!] = try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8) }
            var typed = Self.workspace(files)
            var kept = files
            for number in 0..<20 {
                // A text with many mistakes would hide what another edit changes.
                if number % 4 == 0 { (files, kept) = (kept, files) }
                if number % 4 == 3 { files = kept }
                let path = files.keys.sorted().randomElement(using: &random)!
                files[path] = Self.edited(files[path]!, &random)
                for (path, text) in files where typed.document(at: path)?.text != text { typed.change(path, nil, to: text) }
                var fresh = Self.workspace(files)
                // A file without both of its first keys is a model for a server alone that knew it before.
                if fresh.root(of: root) == nil { continue }
                let known = fresh.diagnostics(for: root, isComplete: false)
                // A file that the model includes no more is judged alone, and only the server that showed it with the model clears it.
                let own = typed.diagnostics(for: root, isComplete: false).filter { known[$0.key] != nil }
                #expect(own == known, "\(files)")
                let expected = Self.expected(files, root)
                let shown = own.sorted { $0.key < $1.key }.flatMap { file, all in all.map { Expected(file: file, code: $0.code, range: $0.range) } }
                #expect(shown.filter { own[$0.file] != nil } == expected.filter { own[$0.file] != nil }, "\(files)")
                found += own.values.reduce(0) { $0 + $1.count }
            }
        }
        #expect(found > 50)
    }

    @Test("A model whose name is misspelled is a model for a fresh server, and its part is none")
    func misspelled() {
        let part = "trellis: 1\nenums:\n  State: [open, opn]\n"
        var workspace = Self.workspace(["/project/Shop.yaml": "trellis: 1\nmodl: Shop\ninclude: parts/states.yaml\n", "/project/parts/states.yaml": part])
        let found = workspace.diagnostics(for: "/project/Shop.yaml", isComplete: false)
        #expect(found["/project/Shop.yaml"]?.map(\.code) == ["TR1103", "TR1103", "TR1101"])
        #expect(workspace.root(of: "/project/parts/states.yaml") == "/project/Shop.yaml")
        // Another model may be about to include it.
        workspace = Self.workspace(["/project/Shop.yaml": "trellis: 1\nmodel: Shop\n", "/project/parts/states.yaml": part])
        #expect(workspace.root(of: "/project/parts/states.yaml") == nil)
    }

    @Test("Names of the text are known while it has errors, and findings that moved are at their new places")
    func moved() {
        var editor = Editor("""
            trellis: 1
            model: Shop
            entities:
              A:
                attributes:
                  name: string
              B:
                attributes:
                  name: strng
            """ + "\n")
        #expect(editor.diagnostics(isComplete: false).map(\.range.start.line) == [8])
        editor.workspace.change(editor.path, TextRange(at: .init(line: 6, character: 0)), to: "      more: string\n\n")
        #expect(editor.diagnostics(isComplete: false).map(\.range.start.line) == [10])
        #expect(editor.workspace.outline(of: editor.path).entity(named: "A")?.property(named: "more") != nil)
    }
}
