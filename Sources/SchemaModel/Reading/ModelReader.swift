import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badName = FindingCode("TR1301")
    static let propertyClash = FindingCode("TR1302")
    static let modelNameClash = FindingCode("TR1303")
}

/// Reads a model: from bytes to a resolved ``Model``, with all findings.
public enum ModelReader {
    /// The result: a model if there was no error, and all findings.
    public struct Result: Sendable {
        public var model: Model?
        public var findings: [Finding]
    }

    static let keys = ["trellis", "model", "doc", "layout", "history", "include", "enums", "composites", "entities"]

    /// Reads a model that includes no other files.
    public static func read(_ bytes: [UInt8], file: String) -> Result {
        read(bytes, file: file) { throw NoFiles(path: $0) }
    }

    /// Reads the model in `bytes`, which came from `file` (its path as the user wrote it).
    ///
    /// - Parameter load: returns the bytes of an included file, by its path beside `file`; its error states why it cannot. The
    /// reader itself does not access the disk.
    public static func read(
        _ bytes: [UInt8], file: String, load: (_ path: String) throws -> [UInt8]
    ) -> Result {
        read(file: file) { path in YAMLParser.parse(path == file ? bytes : try load(path), file: path) }
    }

    /// Reads a model whose files are parsed elsewhere.
    ///
    /// - Parameters:
    ///   - file: the path of the model's own file.
    ///   - parse: returns the tree of that file and of included ones, by their paths; its error states why it cannot.
    package static func read(file: String, parse: (_ path: String) throws -> YAMLParser.Result) -> Result {
        var memory = EntityMemory()
        var result = read(file: file, remembering: &memory, parse: parse)
        result.findings = result.findings.sortedByPlace()
        return result
    }

    /// Reads a model again and again, and of its entities only those that changed.
    ///
    /// - Parameter memory: what was read of it last.
    /// - Returns: the findings in the order of the rules.
    package static func read(
        file: String, remembering memory: inout EntityMemory, parse: (_ path: String) throws -> YAMLParser.Result
    ) -> Result {
        let parsed: YAMLParser.Result
        do {
            parsed = try parse(file)
        } catch {
            return Result(model: nil, findings: [Finding(.unreadableInclude, "\(error)", at: SourceSpan(startOf: file))])
        }
        guard let root = parsed.root else { return Result(model: nil, findings: parsed.findings) }

        var context = ReadingContext(findings: parsed.findings)
        let declared = declaration(root, file: file, &memory, parse: parse, in: &context)
        let model = declared.flatMap { ModelChecks.resolve($0, in: &context) }
        return Result(
            model: context.findings.containsError ? nil : model, findings: context.findings)
    }

    /// The contents of the model's files, or nil if one could not be read. Otherwise many names would be reported as unknown.
    private static func declaration(
        _ root: YAMLNode, file: String, _ memory: inout EntityMemory, parse: (String) throws -> YAMLParser.Result,
        in context: inout ReadingContext
    ) -> ModelDeclaration? {
        guard let keys = KnownKeys(root, of: "a model", known: keys, in: &context) else { return nil }
        context.checkFormat(keys, file: file)
        let sources = IncludeReader.read(including: keys, file: file, parse: parse, in: &context)

        var name: Name?
        if let node = keys["model"] {
            name = context.text(node, "a model's name").map { Name($0, at: node.span) }
            if let name { checkName(name, of: "model", in: &context) }
        } else {
            context.report(
                .missingKey, "a model needs a name", at: SourceSpan(startOf: file),
                suggestion: .init("add a line, for example 'model: Orders'"))
        }

        // Enums come first, because attributes use them as types.
        var types = DeclaredTypes(isWhole: sources.isWhole)
        var enumerations = [Enumeration]()
        let enumerationEntries = sources.entries("enums", "the list of enums", in: &context)
        for entry in enumerationEntries {
            if let enumeration = EnumerationReader.read(entry, in: &context) {
                types.enumerations[entry.key] = enumeration.type
                enumerations.append(enumeration)
            } else {
                types.broken.insert(entry.key)
            }
        }
        let compositeEntries = sources.entries("composites", "the list of composites", in: &context)
        let composites = CompositeReader.read(compositeEntries, &types, in: &context)
        var entities = [EntityDeclaration]()
        if sources.isWhole, sources.files.allSatisfy({ $0.keys["entities"] == nil }) {
            context.report(
                .missingKey, "a model needs entities", at: SourceSpan(startOf: file),
                suggestion: .init("add the key 'entities' with a mapping from their names"))
        }
        let isExisting = keys["layout"].map { LayoutReader.isExisting($0, in: &context) } ?? false
        memory.begin(withTypes: enumerationEntries + compositeEntries, areWhole: sources.isWhole, takingAnyStoredName: isExisting)
        for entry in sources.entries("entities", "the list of entities", in: &context) {
            entities.append(memory.read(entry, types, in: &context))
        }
        guard sources.isWhole else { return nil }
        return ModelDeclaration(
            name: name ?? Name("Model", at: SourceSpan(startOf: file)),
            doc: keys["doc"].flatMap { context.text($0, "a doc") }, enumerations: enumerations,
            composites: composites, types: types, entities: entities,
            hasHistory: keys["history"].flatMap { context.flag($0, "'history'") } ?? false, isExisting: isExisting)
    }

    /// Reports a name that is invalid in Swift, SQL or a file's name.
    static func checkName(_ name: Name, of what: String, in context: inout ReadingContext) {
        let bytes = Array(name.text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
        func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
        func isUnderscore(_ byte: UInt8) -> Bool { byte == 0x5f }

        let isWellFormed =
            bytes.first.map(isLetter) == true && bytes.last.map(isWord) == true && bytes.count <= 64
            && bytes.allSatisfy { isWord($0) || isUnderscore($0) }
            && !zip(bytes, bytes.dropFirst()).contains { isUnderscore($0) && isUnderscore($1) }
        guard !isWellFormed else { return }
        context.report(
            .badName, "'\(name.text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())' cannot name \(what.withArticle)",
            at: name.span,
            suggestion: .init(
                "a name begins with an ASCII letter, followed by at most 63 letters, digits and single underscores"))
    }
}

extension String {
    fileprivate var withArticle: String {
        (["a", "e", "i", "o", "u"].contains(prefix(1)) ? "an " : "a ") + self
    }
}

/// The error of a model that is read from memory and includes files.
private struct NoFiles: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot read '\(path)': the files that the model includes are missing" }
}

// MARK: - What was read, before names are resolved

/// A model as it is in the file. Its names may be unresolved.
struct ModelDeclaration {
    var name: Name
    var doc: String?
    var enumerations: [Enumeration]
    var composites: [Composite]
    var types: DeclaredTypes
    var entities: [EntityDeclaration]
    /// Whether stores record every change.
    var hasHistory: Bool
    /// Whether its tables are those of another program's file.
    var isExisting: Bool

    /// The places of the entities by their names.
    let places: [String: Int]

    init(
        name: Name, doc: String?, enumerations: [Enumeration], composites: [Composite], types: DeclaredTypes,
        entities: [EntityDeclaration], hasHistory: Bool, isExisting: Bool
    ) {
        self.name = name
        self.doc = doc
        self.enumerations = enumerations
        self.composites = composites
        self.types = types
        self.entities = entities
        self.hasHistory = hasHistory
        self.isExisting = isExisting
        places = Dictionary(
            entities.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func entity(named name: String) -> EntityDeclaration? {
        places[name].map { entities[$0] }
    }
}

struct EntityDeclaration {
    var name: Name
    var doc: String?
    var isAbstract = false
    /// Its parent; valid after parents are resolved.
    var parent: Name?
    /// Whether an ancestor could not be read or found. Then unknown inherited names are not reported.
    var inheritsUnknown = false
    var table: Name?
    /// The column of the key, in another program's table.
    var key: Name?
    /// The name of its class in Swift, if it differs from the entity's.
    var swiftClass: Name?
    var attributes: [Attribute]
    /// Its attributes as conditions see them.
    var fetchAttributes = FetchAttributes([], column: { $0 })
    /// What few attributes have, so that checks of it pass by the others.
    var traits = AttributeTraits([])
    /// The names of attributes that could not be read. They are not reported as unknown.
    var brokenAttributes: Set<String>
    var relationships: [RelationshipDeclaration]
    var uniqueness: [[Name]] = []
    var indexes: [IndexDeclaration] = []
    var search: TextSearch?
    var isSmall = false
    var fetches: [FetchDeclaration]
    var fetchedProperties: [FetchedPropertyDeclaration] = []
}

/// What some attribute of an entity or a composite has.
struct AttributeTraits {
    let hasJSON: Bool
    let hasPreserved: Bool
    let hasDerived: Bool

    init(_ attributes: [Attribute]) {
        hasJSON = attributes.contains { $0.type.jsonType != nil }
        hasPreserved = attributes.contains(where: \.isPreserved)
        hasDerived = attributes.contains { $0.derivation != nil }
    }
}

extension EntityDeclaration {
    /// Whether anything in it names properties.
    var namesProperties: Bool {
        traits.hasDerived || !uniqueness.isEmpty || !indexes.isEmpty || search != nil || !fetches.isEmpty || !fetchedProperties.isEmpty
    }
}

struct IndexDeclaration {
    var keys: [EntityIndex.Key]
    var condition: YAMLNode?
    var span: SourceSpan
}

struct RelationshipDeclaration {
    var name: Name
    var doc: String?
    var destination: Name?
    var isToMany: Bool
    var isOptional: Bool
    var inverse: Name?
    /// Whether the file has an inverse, even an unreadable one.
    var hasInverse: Bool
    var isOrdered = false
    var minCount: Int?
    var maxCount: Int?
    /// The place where the file declares that this side of a one-to-one relationship holds the key.
    var keySpan: SourceSpan?
    var column: Name?
    var pairs: PairsTable?
    var deleteRule: DeleteRule
    var deleteRuleSpan: SourceSpan
}

/// A fetch of the objects of another entity.
struct FetchedPropertyDeclaration {
    var destination: Name
    var fetch: FetchDeclaration
}

struct FetchDeclaration {
    var name: Name
    var doc: String?
    var parameters: [(name: Name, type: TypeExpression, isList: Bool)]
    var condition: YAMLNode?
    var sort: [YAMLNode]
    var limit: Int?
    var isLive: Bool
}
