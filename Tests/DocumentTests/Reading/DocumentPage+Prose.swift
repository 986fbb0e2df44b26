import Foundation

extension DocumentPage {
    /// The lines outside of blocks of code.
    var prose: [String] {
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
                isCode.toggle()
                return ""
            }
            return isCode ? nil : String(line)
        }
    }

    /// The names under which links reach the headings, as code hosts make them.
    var anchors: Set<String> {
        Set(
            prose.filter { $0.hasPrefix("#") }.map { line in
                let words = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                return words.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(" ", with: "-")
            })
    }

    /// Paragraphs, items of lists, and cells of tables.
    var paragraphs: [String] {
        var found: [String] = [], current: [String] = []
        func end() {
            if !current.isEmpty { found.append(current.joined(separator: " ")) }
            current = []
        }
        for line in prose {
            let text = line.trimmingCharacters(in: .whitespaces)
            let isItem = text.firstMatch(of: #/^([-*]|[0-9]+\.) /#) != nil
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("<!--") || text.hasPrefix("|") || isItem { end() }
            if text.hasPrefix("|") {
                found += text.split(separator: " | ").map(String.init)
            } else if !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("<!--") {
                current.append(text)
            }
        }
        end()
        return found
    }
}
