import Diagnostics
import SchemaSyntax

/// A part of a document, with its own parts.
package struct DocumentSymbol: Codable, Hashable, Sendable {
    package var name: String
    package var detail: String?
    /// A number of the protocol: 5 class, 7 property, 8 field, 10 enum, 12 function, 22 case, 23 struct.
    package var kind: Int
    package var range: TextRange
    package var selectionRange: TextRange
    package var children: [DocumentSymbol]?
}

/// A part of a model of the workspace.
package struct WorkspaceSymbol: Codable, Hashable, Sendable {
    package var name: String
    package var kind: Int
    package var location: Location
    package var containerName: String?
}

extension Workspace {
    /// The parts of a model's file, as they are nested there.
    package mutating func symbols(in path: String) -> [DocumentSymbol] {
        guard let (file, project) = currentFile(at: path) else { return [] }
        return SymbolReader(file, project.outline).symbols
    }

    /// The parts of the models of all open documents whose names contain a text, letter case aside.
    package mutating func workspaceSymbols(matching query: String) -> [WorkspaceSymbol] {
        var seen = Set<String>()
        var found = [WorkspaceSymbol]()
        let query = query.lowercased()
        for path in documents.keys.sorted() {
            guard let project = project(of: path, .names), seen.insert(project.root).inserted else { continue }
            for (symbol, occurrences) in project.index.occurrences {
                if case .parameter = symbol { continue }
                guard query.isEmpty || symbol.path.lowercased().contains(query), let declaration = occurrences.first(where: \.isDeclaration),
                    let location = location(of: declaration, in: project)
                else { continue }
                let owner = symbol.path == symbol.name ? project.outline.modelName : String(symbol.path.dropLast(symbol.name.count + 1))
                found.append(WorkspaceSymbol(name: symbol.path, kind: symbol.symbolKind, location: location, containerName: owner))
            }
        }
        // The shortest match is the likeliest.
        return found.sorted { ($0.name.count, $0.name, $0.location.uri) < ($1.name.count, $1.name, $1.location.uri) }
    }
}

extension ModelSymbol {
    var symbolKind: Int {
        switch self {
        case .entity: 5
        case .property: 7
        case .fetch: 12
        case .parameter: 13
        case .enumeration: 10
        case .enumerationCase: 22
        case .composite: 23
        case .part: 8
        }
    }
}

private struct SymbolReader {
    let file: SourceFile
    let outline: Outline

    init(_ file: SourceFile, _ outline: Outline) { (self.file, self.outline) = (file, outline) }

    var symbols: [DocumentSymbol] {
        (file.root.entries ?? []).flatMap { section -> [DocumentSymbol] in
            let entries = section.value.entries ?? []
            switch section.key {
            case "entities": return entries.map { symbol($0, .entity($0.key), detail: outline.entity(named: $0.key)?.parent, members(of: $0)) }
            case "composites":
                return entries.map { entry in
                    symbol(entry, .composite(entry.key), Outline.parts(ofComposite: entry).map { symbol($0, .part($0.key, of: entry.key)) })
                }
            case "enums": return entries.map { entry in symbol(entry, .enumeration(entry.key), cases(of: entry)) }
            default: return []
            }
        }
    }

    private func cases(of entry: YAMLNode.Entry) -> [DocumentSymbol] {
        let list = entry.value.items != nil ? entry.value : entry.value.entries?.first { $0.key == "cases" }?.value
        let items = (list?.items ?? []).compactMap { item in
            item.text.map { name in
                let range = file.document.range(of: item.span)
                return DocumentSymbol(name: name, kind: 22, range: range, selectionRange: range)
            }
        }
        return items + (list?.entries ?? []).map { symbol($0, .enumerationCase($0.key, of: entry.key)) }
    }

    private func members(of entity: YAMLNode.Entry) -> [DocumentSymbol] {
        (entity.value.entries ?? []).flatMap { section -> [DocumentSymbol] in
            let entries = section.value.entries ?? []
            switch section.key {
            case "attributes", "relationships", "fetchedProperties":
                return entries.map { entry in
                    symbol(entry, .property(entry.key, of: entity.key), detail: outline.entity(named: entity.key)?.property(named: entry.key)?.detail)
                }
            case "fetches": return entries.map { symbol($0, .fetch($0.key, of: entity.key)) }
            default: return []
            }
        }
    }

    private func symbol(
        _ entry: YAMLNode.Entry, _ symbol: ModelSymbol, detail: String? = nil, _ children: [DocumentSymbol] = []
    ) -> DocumentSymbol {
        let name = file.document.offsets(of: entry.keySpan)
        let end = FoldingRanges.contentEnd(of: entry, in: file.document)
        return DocumentSymbol(
            name: entry.key, detail: detail, kind: symbol.symbolKind, range: file.document.range(of: name.lowerBound..<max(end, name.upperBound)),
            selectionRange: file.document.range(of: name), children: children.isEmpty ? nil : children)
    }
}
