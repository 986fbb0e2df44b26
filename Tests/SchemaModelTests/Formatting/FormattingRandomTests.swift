import Diagnostics
import Foundation
import SchemaModel
import SchemaSyntax
import TestSupport
import Testing

/// Formatting: every model, however it is written.
struct FormattingRandomTests {
    /// The models of the checkout, without those that are broken.
    static let models: [(name: String, text: String)] = ["Schemas", "Tests/Cases"].flatMap { folder in
        let paths = FileManager.default.enumerator(atPath: "\(Project.root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".yaml") && !$0.contains("broken") }.sorted().compactMap { path in
            (try? String(contentsOfFile: "\(Project.root)/\(folder)/\(path)", encoding: .utf8)).map { ("\(folder)/\(path)", $0) }
        }.filter { ModelReader.read(Array($0.1.utf8), file: "").model != nil }
    }

    @Test("A model that is formatted means the same, has the same docs, and is formatted as it is")
    func asWritten() throws {
        #expect(Self.models.count > 10)
        for (name, text) in Self.models {
            let formatted = try #require(ModelFormatter.format(Array(text.utf8)), "\(name)")
            try check(formatted, against: text, name)
            let comments = text.split(separator: "\n").filter { $0.hasPrefix("#") || $0.contains(" # ") }
            for comment in comments { #expect(formatted.contains(comment[comment.firstIndex(of: "#")!...])) }
        }
    }

    @Test("So is a model whose style is mangled at random; each comment comes back once, at the same thing")
    func mangled() throws {
        var random = SeededGenerator.forTests()
        for round in 0..<TestScale.count(40, long: 300) {
            let (name, text) = Self.models[round % Self.models.count]
            let root = try #require(YAMLParser.parse(Array(text.utf8), file: "").root)
            let mangler = Mangler(root, &random)
            let formatted = ModelFormatter.format(Array(mangler.text.utf8))
            guard let formatted else {
                let findings = YAMLParser.parse(Array(mangler.text.utf8), file: "").findings
                Issue.record("\(name), round \(round), cannot be read: \(findings.map(\.message)), \(findings.map(\.span.start))\n\(mangler.text)")
                return
            }
            try check(formatted, against: text, "\(name), round \(round)")
            let lost = misplaced(mangler.comments, in: formatted, first: mangler.first)
            if !lost.isEmpty {
                Issue.record("\(name), round \(round): \(lost)\n\(mangler.text)\n=== becomes\n\(formatted)")
                return
            }
        }
    }

    private func check(_ formatted: String, against source: String, _ name: String) throws {
        #expect(ModelFormatter.format(Array(formatted.utf8)) == formatted, "\(name), a second time")
        let before = ModelReader.read(Array(source.utf8), file: "")
        let after = ModelReader.read(Array(formatted.utf8), file: "")
        #expect(after.model != nil, "\(name): \(after.findings.map(\.message))\n\(formatted)")
        #expect(before.model?.meaningText == after.model?.meaningText, "\(name)\n\(formatted)")
        #expect(before.model?.docs == after.model?.docs, "\(name)\n\(formatted)")
        #expect(before.model?.names == after.model?.names, "\(name)\n\(formatted)")
    }

    /// The comments that are not where they should be.
    /// - Parameter first: the path of the first key.
    private func misplaced(_ comments: [String: Mangler.Place], in text: String, first: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var places = LinesOfPaths()
        if let root = YAMLParser.parse(Array(text.utf8), file: "").root { places.add(root, path: "") }
        func nextItem(after line: Int) -> Int? {
            (line + 1..<lines.count).first { !lines[$0].allSatisfy { $0 == " " } && !lines[$0].drop { $0 == " " }.hasPrefix("#") }
        }
        return comments.compactMap { comment, place in
            let found = lines.indices.filter { lines[$0].hasSuffix(comment) }
            guard found.count == 1, let line = found.first else { return "\(comment) stands there \(found.count) times" }
            let column = lines[line].prefix { $0 == " " }.count
            let isOwnLine = lines[line].dropFirst(column).hasPrefix("#")
            let isRight =
                switch place {
                case .above(let path):
                    // What a blank line sets off on top of the file stays there.
                    isOwnLine && (nextItem(after: line) == places.line(of: path) || path == first && nextItem(after: line) == nextItem(after: -1))
                case .beside(let path):
                    // Where the value of an element is opened, there is no room behind the dash; and a key has one comment
                    // beside it, others stand above.
                    isOwnLine ? nextItem(after: line) == places.line(of: path) : line == places.line(of: path)
                case .end(let path):
                    isOwnLine && line > places.lastLine[path] ?? .max && column == places.column[path]
                        && (nextItem(after: line).map { next in !places.line.contains { $0.key.hasPrefix(path + "/") && $0.value == next } } ?? true)
                }
            return isRight ? nil : "\(comment) should be \(place)"
        }
    }
}

/// Where the items of a document stand, by their paths.
private struct LinesOfPaths {
    /// The line of an item, from 0.
    var line: [String: Int] = [:]
    /// The last line on which an item of a collection begins, from 0.
    var lastLine: [String: Int] = [:]
    /// The column of a collection's items, from 0.
    var column: [String: Int] = [:]

    /// A list of one element may have become that element.
    func line(of path: String) -> Int? {
        line[path] ?? (path.hasSuffix("/0") ? line(of: String(path.dropLast(2))) : nil)
    }

    mutating func add(_ node: YAMLNode, path: String) {
        for (index, item) in (node.items ?? []).enumerated() {
            add(item, at: item.span.start, path: "\(path)/\(index)", in: path)
            // A block list's dash stands two columns before its element.
            column[path] = item.span.start.column - 3
        }
        for entry in node.entries ?? [] {
            add(entry.value, at: entry.keySpan.start, path: "\(path)/\(entry.key)", in: path)
            column[path] = entry.keySpan.start.column - 1
        }
    }

    private mutating func add(_ value: YAMLNode, at place: Diagnostics.SourceLocation, path: String, in parent: String) {
        line[path] = place.line - 1
        lastLine[parent] = place.line - 1
        add(value, path: path)
    }
}

extension Model {
    /// All docs, each with what it belongs to.
    fileprivate var docs: [String] {
        func line(_ name: String, _ doc: String?) -> String { "\(name): \(doc ?? "-")" }
        var docs = [doc ?? "-"]
        docs += enumerations.map { line($0.name.text, $0.doc) }
        for entity in entities {
            docs.append(line(entity.name.text, entity.doc))
            docs += entity.attributes.map { line($0.name.text, $0.doc) }
            docs += entity.relationships.map { line($0.name.text, $0.doc) }
            docs += entity.fetches.map { line($0.name.text, $0.doc) }
        }
        return docs
    }

    /// The names in the person's order.
    fileprivate var names: [String] {
        enumerations.map(\.name.text)
            + entities.flatMap { [$0.name.text] + $0.attributes.map(\.name.text) + $0.relationships.map(\.name.text) }
    }
}
