import Foundation
import TestSupport
import Testing

/// Pages lead to files and headings that exist, and are short enough to read.
struct LinkTests {
    private static let pages = DocumentPage.paths.compactMap { try? DocumentPage(path: $0) }

    /// Pages that the tool prints.
    private static let long = ["findings.md", "command-line.md"].map { "Documentation/\($0)" }

    @Test("Each link of a page leads to a file, and to a heading in it", arguments: pages)
    func links(page: DocumentPage) throws {
        let folder = URL(filePath: "\(Project.root)/\(page.path)").deletingLastPathComponent()
        for link in page.prose.joined(separator: "\n").matches(of: /\]\(([^()\s]+)\)/).map({ String($0.output.1) }) {
            if link.contains("://") { continue }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let path = parts[0].isEmpty ? "\(Project.root)/\(page.path)" : folder.appending(path: parts[0]).standardized.path
            #expect(FileManager.default.fileExists(atPath: path), "\(page): there is no '\(link)'")
            guard parts.count == 2, path.hasSuffix(".md") else { continue }
            let target = DocumentPage(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
            #expect(target.anchors.contains(parts[1]), "\(page): there is no heading '\(link)'")
        }
    }

    @Test("Every page in the folder Documentation is in the index")
    func index() throws {
        let index = try DocumentPage(path: "Documentation/README.md").text
        let records = try DocumentPage(path: "Documentation/decisions/README.md").text
        for path in DocumentPage.paths where path.hasPrefix("Documentation/") && !path.hasSuffix("/README.md") {
            let name = path.dropFirst("Documentation/".count)
            let isRecord = name.hasPrefix("decisions/")
            let isListed = isRecord ? records.contains("(\(name.dropFirst("decisions/".count)))") : index.contains("(\(name))")
            #expect(isListed, "\(path) is in no index")
        }
    }

    @Test("No paragraph has more than 80 words", arguments: pages.filter { !long.contains($0.path) })
    func paragraphs(page: DocumentPage) {
        for paragraph in page.paragraphs {
            let words = paragraph.replacing(/\]\([^)]*\)/, with: "]").replacing(/`[^`]*`/, with: "code").split(separator: " ").count
            #expect(words <= 80, "\(page): \(words) words: \(paragraph.prefix(80))…")
        }
    }

    @Test("Each folder and file that recipes and internals name exists")
    func paths() throws {
        let pages = Self.pages.filter { $0.path == "CONTRIBUTING.md" || $0.path.hasPrefix("Documentation/internals/") }
        var found = 0
        for page in pages {
            for match in page.prose.joined(separator: "\n").matches(of: /`((?:Sources|Tests|Scripts|Schemas|Examples)\/[^`\s]*)/) {
                let path = String(match.output.1)
                if path.contains("*") || path.contains("<") { continue }
                found += 1
                #expect(FileManager.default.fileExists(atPath: "\(Project.root)/\(path)"), "\(page): there is no '\(path)'")
            }
        }
        #expect(found > 40)
    }

    @Test("The architecture has a row for each folder of the sources")
    func folders() throws {
        let page = try DocumentPage(path: "Documentation/internals/architecture.md").text
        let sources = URL(filePath: "\(Project.root)/Sources")
        let manager = FileManager.default
        for target in try manager.contentsOfDirectory(atPath: sources.path) {
            #expect(page.contains("| `\(target)`"), "\(target)")
            let names = try manager.contentsOfDirectory(atPath: sources.appending(path: target).path)
            for name in names where !name.contains(".") || name.hasSuffix(".docc") {
                #expect(page.contains("`\(target)/\(name)`") || page.contains(", `\(name)`"), "\(target)/\(name)")
            }
        }
    }
}
