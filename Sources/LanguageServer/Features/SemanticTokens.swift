import Diagnostics
import Predicates
import SchemaSyntax

/// The colours of a model's file: declared and used names, and the words of conditions.
package enum SemanticTokens {
    /// The token types, in the order of their numbers.
    package static let types = [
        "class", "property", "function", "parameter", "enum", "enumMember", "struct", "keyword", "operator", "number", "string",
    ]
    /// The modifiers, in the order of their bits.
    package static let modifiers = ["declaration"]

    package struct Token: Hashable, Sendable {
        package var offsets: Range<Int>
        package var type: String
        package var isDeclaration = false
    }
}

extension Workspace {
    package mutating func tokens(in path: String) -> [SemanticTokens.Token] {
        guard let (file, project) = currentFile(at: path) else { return [] }
        var tokens = project.index.occurrences(inFile: path).filter(\.isExact).map {
            SemanticTokens.Token(offsets: $0.offsets, type: $0.symbol.tokenType, isDeclaration: $0.isDeclaration)
        }
        let named = Set(tokens.map(\.offsets.lowerBound))
        for condition in Self.conditions(in: file.root) {
            guard let text = condition.text else { continue }
            for word in ConditionWord.all(in: text) {
                guard let type = word.tokenType, let offsets = file.offsets(of: word.range, in: condition), !named.contains(offsets.lowerBound) else { continue }
                tokens.append(SemanticTokens.Token(offsets: offsets, type: type))
            }
        }
        // Clients take no token within another one, and none over two lines.
        var (kept, end) = ([SemanticTokens.Token](), 0)
        for token in tokens.sorted(by: { $0.offsets.lowerBound < $1.offsets.lowerBound }) where token.offsets.lowerBound >= end {
            guard !token.offsets.isEmpty, file.document.line(of: token.offsets.lowerBound) == file.document.line(of: token.offsets.upperBound) else { continue }
            kept.append(token)
            end = token.offsets.upperBound
        }
        return kept
    }

    /// The tokens as the protocol encodes them: five numbers each, relative to the one before.
    package mutating func encodedTokens(in path: String) -> [Int] {
        let tokens = tokens(in: path)
        guard let document = document(at: path) else { return [] }
        var (data, last) = ([Int](), TextPosition(line: 0, character: 0))
        for token in tokens {
            let range = document.range(of: token.offsets)
            let isSameLine = range.start.line == last.line
            data += [
                range.start.line - last.line, isSameLine ? range.start.character - last.character : range.start.character,
                range.end.character - range.start.character, SemanticTokens.types.firstIndex(of: token.type) ?? 0, token.isDeclaration ? 1 : 0,
            ]
            last = range.start
        }
        return data
    }

    /// The conditions, sort keys and derivations of a file.
    private static func conditions(in root: YAMLNode) -> [YAMLNode] {
        (root.entries?.first { $0.key == "entities" }?.value.entries ?? []).flatMap { entity in
            (entity.value.entries ?? []).flatMap { section -> [YAMLNode] in
                let members = section.value.entries ?? []
                switch section.key {
                case "fetches", "fetchedProperties":
                    return members.flatMap { member in
                        (member.value.entries ?? []).flatMap { key -> [YAMLNode] in
                            key.key == "where" ? [key.value] : key.key == "sort" ? key.value.items ?? [key.value] : []
                        }
                    }
                case "attributes": return members.flatMap { ($0.value.entries ?? []).filter { $0.key == "derived" }.map(\.value) }
                case "indexes": return (section.value.items ?? []).flatMap { ($0.entries ?? []).filter { $0.key == "where" }.map(\.value) }
                default: return []
                }
            }
        }
    }
}

extension ModelSymbol {
    fileprivate var tokenType: String {
        switch self {
        case .entity: "class"
        case .property, .part: "property"
        case .fetch: "function"
        case .parameter: "parameter"
        case .enumeration: "enum"
        case .enumerationCase: "enumMember"
        case .composite: "struct"
        }
    }
}

extension ConditionWord {
    fileprivate var tokenType: String? {
        switch kind {
        case .name(let isWord): isWord ? "keyword" : nil
        case .parameter: "parameter"
        case .number: "number"
        case .string: "string"
        case .memberFunction: "function"
        case .sign: "operator"
        case .dot, .comma, .open, .close, .openList, .closeList, .other: nil
        }
    }
}
