import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let emptyComposite = FindingCode("TR1450")
    static let compositeCycle = FindingCode("TR1451")
    static let tooManyColumns = FindingCode("TR1452")
}

/// Reads the composites of a model, nested ones first:
///
///     Address: { street: string, city: string, zip: string? }
///     Place: { doc: Where something is., attributes: { address: Address, latitude: double? } }
struct CompositeReader {
    static let keys = ["doc", "attributes"]
    /// The greatest depth of nested composites. A hostile model must not exhaust the stack.
    static let depthLimit = 16
    /// The greatest number of columns of a composite.
    static let columnLimit = 500
    /// The greatest number of columns of an entity: SQLite's default limit.
    static let entityColumnLimit = 2_000

    private let entries: [YAMLNode.Entry]
    private let places: [String: Int]
    private var states: [State]
    private var composites: [Int: Composite] = [:]

    private enum State {
        case unread
        /// Its parts are being read.
        case open
        case read
    }

    /// The composites that could be read, in their order; all are added to `types`.
    static func read(
        _ entries: [YAMLNode.Entry], _ types: inout DeclaredTypes, in context: inout ReadingContext
    ) -> [Composite] {
        var reader = CompositeReader(entries: entries)
        for index in reader.entries.indices where reader.states[index] == .unread {
            reader.read(index, depth: 1, &types, in: &context)
        }
        return reader.entries.indices.compactMap { reader.composites[$0] }
    }

    private init(entries: [YAMLNode.Entry]) {
        self.entries = entries
        places = Dictionary(entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        states = Array(repeating: .unread, count: entries.count)
    }

    private mutating func read(_ index: Int, depth: Int, _ types: inout DeclaredTypes, in context: inout ReadingContext) {
        let entry = entries[index]
        let name = Name(entry.key, at: entry.keySpan)
        states[index] = .open
        defer { states[index] = .read }
        ModelReader.checkName(name, of: "composite", in: &context)

        let (doc, parts) = contents(of: entry, in: &context)
        for part in parts { readFirst(part, depth: depth, &types, in: &context) }
        let attributes = parts.compactMap { AttributeReader.read($0, types, isPart: true, in: &context) }
        if parts.isEmpty {
            context.report(.emptyComposite, "a composite needs at least one part", at: name.span)
        }
        let type = CompositeType(name: name.text, attributes: attributes)
        guard !parts.isEmpty, attributes.count == parts.count, fits(type, at: name.span, in: &context) else {
            types.broken.insert(name.text)
            return
        }
        types.composites[name.text] = type
        composites[index] = Composite(name: name, doc: doc, type: type)
    }

    /// A mapping of parts, or a mapping with a doc and a mapping of parts called `attributes`.
    private func contents(
        of entry: YAMLNode.Entry, in context: inout ReadingContext
    ) -> (doc: String?, parts: [YAMLNode.Entry]) {
        let entries = entry.value.entries ?? []
        guard entries.allSatisfy({ Self.keys.contains($0.key) }),
            entries.contains(where: { $0.key == "attributes" && $0.value.entries != nil }),
            let keys = KnownKeys(entry.value, of: "a composite", known: Self.keys, in: &context)
        else { return (nil, context.entries(entry.value, "a composite")) }
        let doc = keys["doc"].flatMap { context.text($0, "a doc") }
        return (doc, context.entries(keys["attributes"], "the list of a composite's parts"))
    }

    /// Reads the composite of a part, if it has one that is not read yet.
    private mutating func readFirst(
        _ part: YAMLNode.Entry, depth: Int, _ types: inout DeclaredTypes, in context: inout ReadingContext
    ) {
        let node = part.value.entries?.first { $0.key == "type" }?.value ?? part.value
        guard let text = node.text else { return }
        let name = TypeExpression.split(text, of: node).name
        guard let index = places[name.text], states[index] != .read else { return }
        if states[index] == .open {
            let note = Finding.Note("it is declared here", at: entries[index].keySpan)
            context.report(
                .compositeCycle, "the composite '\(name.text)' contains itself", at: name.span, notes: [note])
            types.broken.insert(name.text)
        } else if depth == Self.depthLimit {
            reportDepth(at: name.span, in: &context)
            types.broken.insert(name.text)
        } else {
            read(index, depth: depth + 1, &types, in: &context)
        }
    }

    private func fits(_ type: CompositeType, at span: SourceSpan, in context: inout ReadingContext) -> Bool {
        if type.depth > Self.depthLimit {
            reportDepth(at: span, in: &context)
            return false
        }
        if type.columnCount <= Self.columnLimit { return true }
        context.report(
            .tooManyColumns, "the composite has \(type.columnCount) columns, nested composites included, and the limit is \(Self.columnLimit)",
            at: span)
        return false
    }

    private func reportDepth(at span: SourceSpan, in context: inout ReadingContext) {
        context.report(.tooManyColumns, "composites are nested more than \(Self.depthLimit) deep", at: span)
    }
}
