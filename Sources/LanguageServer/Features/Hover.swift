import Diagnostics
import SQLiteStorage
import SchemaModel
import SwiftGeneration

/// What an editor shows of the name or the key at a position.
package struct Hover: Codable, Hashable, Sendable {
    package struct Contents: Codable, Hashable, Sendable {
        package var kind = "markdown"
        package var value: String
    }

    package var contents: Contents
    package var range: TextRange
}

extension Workspace {
    package mutating func hover(at position: TextPosition, in path: String) -> Hover? {
        guard let document = document(at: path), let kind = FileKind(path: path) else { return nil }
        if let (occurrence, project) = name(at: position, in: path) {
            let text = NameWords(project).words(for: occurrence.symbol)
            return Hover(contents: .init(value: text), range: document.range(of: occurrence.offsets))
        }
        return keyHover(at: document.offset(of: position), in: document, kind)
    }

    /// The meaning of a key, or of the value of one.
    private func keyHover(at offset: Int, in document: TextDocument, _ kind: FileKind) -> Hover? {
        let isWord: (UInt8) -> Bool = { Unicode.Scalar($0).isOfName || $0 == UInt8(ascii: "-") }
        var (start, end) = (offset, offset)
        while start > 0, isWord(document.bytes[start - 1]) { start -= 1 }
        while end < document.bytes.count, isWord(document.bytes[end]) { end += 1 }
        guard start < end else { return nil }
        let place = CursorReader.place(at: end, in: document)
        guard place.slot == .key, place.start == start else { return nil }
        let shape = ShapePlace(place.path + [.key(document.text(in: start..<end))], in: kind.shape)
        guard let (_, key) = shape.key, key.name == document.text(in: start..<end) else { return nil }
        return Hover(contents: .init(value: "**\(key.name)**\n\n\(key.hover)"), range: document.range(of: start..<end))
    }
}

/// A part of a model in words: kind, Swift type, column, documentation and uses, in Markdown.
struct NameWords {
    private let project: Project

    init(_ project: Project) { self.project = project }

    func words(for symbol: ModelSymbol) -> String {
        var paragraphs = [heading(of: symbol)]
        if let doc = doc(of: symbol), !doc.isEmpty { paragraphs.append(doc) }
        let facts = facts(of: symbol)
        if !facts.isEmpty { paragraphs.append(facts.map { "- \($0)" }.joined(separator: "\n")) }
        paragraphs.append(uses(of: symbol))
        return paragraphs.joined(separator: "\n\n")
    }

    private func heading(of symbol: ModelSymbol) -> String {
        "**\(kind(of: symbol)) `\(symbol.path)`**"
    }

    private func kind(of symbol: ModelSymbol) -> String {
        guard case .property(let name, let owner) = symbol, let property = project.outline.entity(named: owner)?.property(named: name) else {
            return symbol.kind
        }
        switch property.kind {
        case .attribute: return "attribute"
        case .relationship: return "relationship"
        case .fetched: return "fetched property"
        }
    }

    private func doc(of symbol: ModelSymbol) -> String? {
        let outline = project.outline
        switch symbol {
        case .entity(let name): return outline.entity(named: name)?.doc
        case .property(let name, let owner): return outline.entity(named: owner)?.property(named: name)?.doc
        case .fetch(let name, let owner): return outline.entity(named: owner)?.fetches.first { $0.name == name }?.doc
        case .enumeration(let name): return outline.enumeration(named: name)?.doc
        case .composite(let name): return outline.composite(named: name)?.doc
        case .part(let name, let owner): return outline.composite(named: owner)?.members.first { $0.name == name }?.doc
        case .parameter, .enumerationCase: return nil
        }
    }

    private func facts(of symbol: ModelSymbol) -> [String] {
        let model = project.checked?.model
        switch symbol {
        case .entity(let name):
            guard let entity = model?.entity(named: name) else { return [] }
            var facts = ["class `\(entity.swiftClass?.text ?? name)`"]
            if let table = project.checked?.schema.table(forEntity: name) { facts.append("table `\(table.name)`") }
            if let parent = entity.parent { facts.append("child of `\(parent.text)`") }
            if entity.isAbstract { facts.append("abstract") }
            return facts
        case .property(let name, let owner): return propertyFacts(name, of: owner)
        case .fetch(let name, let owner):
            guard let fetch = model?.entity(named: owner)?.fetches.first(where: { $0.name.text == name }) else { return [] }
            var facts = [String]()
            if let condition = fetch.condition { facts.append("where `\(condition.text)`") }
            if let limit = fetch.limit { facts.append("at most \(limit)") }
            return facts
        case .parameter(let name, let fetch, let owner):
            let parameter = project.outline.entity(named: owner)?.fetches.first { $0.name == fetch }?.parameters.first { $0.name == name }
            return parameter.map { ["type `\($0.type)`"] } ?? []
        case .enumeration(let name):
            return project.outline.enumeration(named: name).map { ["cases \($0.members.map { "`\($0.name)`" }.joined(separator: ", "))"] } ?? []
        case .enumerationCase(let name, let owner):
            let found = model?.enumerations.first { $0.name.text == owner }?.type.cases.first { $0.name == name }
            return found.map { ["raw value `\($0.raw)`"] } ?? []
        case .composite(let name):
            return project.outline.composite(named: name)?.members.map { "`\($0.name)`: `\($0.detail)`" } ?? []
        case .part(let name, let owner):
            let part = model?.composites.first { $0.name.text == owner }?.type.attributes.first { $0.name.text == name }
            return part.map { ["Swift type `\($0.type.swiftType + ($0.isOptional ? "?" : ""))`"] } ?? []
        }
    }

    private func propertyFacts(_ name: String, of owner: String) -> [String] {
        guard let property = project.outline.entity(named: owner)?.property(named: name) else { return [] }
        var facts = [String]()
        let entity = project.checked?.model.entity(named: owner)
        if let attribute = entity?.attributes.first(where: { $0.name.text == name }) {
            facts.append("type `\(property.detail)`, in Swift `\(attribute.type.swiftType + (attribute.isOptional ? "?" : ""))`")
            if let derivation = attribute.derivation { facts.append("derived from `\(derivation.text)`") }
        } else if let relationship = entity?.relationships.first(where: { $0.name.text == name }) {
            let list = relationship.isOrdered ? "OrderedToMany" : "ToMany"
            let type = relationship.isToMany ? "\(list)<\(relationship.destination.text)>" : relationship.destination.text + "?"
            facts.append("to `\(property.detail)`, in Swift `\(type)`")
            if let inverse = relationship.inverse { facts.append("inverse `\(relationship.destination.text).\(inverse.text)`") }
            facts.append("delete rule `\(relationship.deleteRule.rawValue)`")
        } else {
            facts.append("type `\(property.detail)`")
        }
        let columns = project.checked?.schema.table(forEntity: owner)?.columns.filter {
            $0.entity == owner && ($0.property == name || $0.property.hasPrefix("\(name)."))
        } ?? []
        if !columns.isEmpty { facts.append("\(columns.count == 1 ? "column" : "columns") \(columns.map { "`\($0.name)` \($0.type.rawValue)" }.joined(separator: ", "))") }
        return facts
    }

    private func uses(of symbol: ModelSymbol) -> String {
        let uses = project.index.uses(of: symbol)
        guard !uses.isEmpty else { return "Not used in the model." }
        let lines = uses.prefix(8).compactMap { use -> String? in
            guard let document = project.file(at: use.file)?.document else { return nil }
            let position = document.position(of: use.offsets.lowerBound)
            let line = document.text(in: document.offsets(ofLine: position.line)).trimmingCharacters { $0 == " " }
            return "- line \(position.line + 1)\(use.file == project.root ? "" : " of \(FilePath.name(of: use.file))"): `\(line.prefix(80).replacing("`", with: "'"))`"
        }
        let rest = uses.count > 8 ? "\n- and \(uses.count - 8) more" : ""
        return "Used \(uses.count == 1 ? "once" : "\(uses.count) times"):\n\n" + lines.joined(separator: "\n") + rest
    }
}
