import Foundation
import TestSupport

/// A page of the documentation with its blocks of code.
struct DocumentPage: Sendable, CustomStringConvertible {
    /// The path from the checkout's root.
    var path: String
    var blocks: [CodeBlock]

    var description: String { path }
    var text: String
    /// The name of the files with the page's Swift: `CoreDataCode` for `core-data.md`.
    var code: String {
        let words = URL(filePath: path).deletingPathExtension().lastPathComponent.lowercased().split(separator: "-")
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Code"
    }

    /// Every page, from the root of the checkout.
    static let paths: [String] = {
        let folder = "\(Project.root)/Documentation"
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Sources/Trellis/Trellis.docc/Trellis.md"]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    }()

    /// Every page but findings.md: the tool prints that, and a test runs its examples.
    static let all = paths.filter { $0 != "Documentation/findings.md" }.compactMap { try? DocumentPage(path: $0) }

    init(path: String) throws {
        self.init(path: path, text: try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8))
    }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        blocks = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var index = 0
        while index < lines.count {
            defer { index += 1 }
            let opening = lines[index].trimmingCharacters(in: .whitespaces)
            guard opening.hasPrefix("```") else { continue }
            let start = index
            index += 1
            var body = [String]()
            while index < lines.count, lines[index].trimmingCharacters(in: .whitespaces) != "```" {
                body.append(lines[index])
                index += 1
            }
            let words = opening.dropFirst(3).split(separator: " ").map(String.init)
            let mark = start > 0 ? Mark(lines[start - 1]) : nil
            blocks.append(CodeBlock(page: path, line: start + 1, language: words.first ?? "", lines: body, mark: mark))
        }
    }
}

/// A block of code in a page.
struct CodeBlock: Sendable, CustomStringConvertible {
    var page: String
    /// The line of its fence.
    var line: Int
    /// The word behind the fence; empty for a block of plain text.
    var language: String
    var lines: [String]
    /// The comment above the fence.
    var mark: Mark?

    var description: String { "\(page):\(line)" }
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// The lines of a shell that call the tool, without comments.
    var toolLines: [[String]] {
        lines.compactMap { line in
            let command = line.hasPrefix("- run: ") ? line.dropFirst(7) : line[...]
            let words = command.split(separator: #/ {2}| #/#, maxSplits: 1).first ?? ""
            guard words.hasPrefix("trellis ") else { return nil }
            return words.split(separator: " ").dropFirst().prefix { $0 != ">" }.map(String.init)
        }
    }
}

/// The HTML comment above a block, which readers of the page do not see.
enum Mark: Sendable, Equatable {
    /// `<!-- A part of FILE: why it is shown alone. -->`, where the file is tried as a whole.
    case part(file: String, reason: String)
    /// `<!-- Tried by FILE. -->`, where a test of its own does something with it.
    case elsewhere(file: String)
    /// `<!-- Not tried: why. -->`
    case untried(reason: String)

    init?(_ line: String) {
        if let match = line.wholeMatch(of: /<!-- A part of ([^: ]+): (.+\.) -->/) {
            self = .part(file: String(match.output.1), reason: String(match.output.2))
        } else if let match = line.wholeMatch(of: /<!-- Tried by ([^ ]+)\. -->/) {
            self = .elsewhere(file: String(match.output.1))
        } else if let match = line.wholeMatch(of: /<!-- Not tried: (.+\.) -->/) {
            self = .untried(reason: String(match.output.1))
        } else {
            return nil
        }
    }
}
