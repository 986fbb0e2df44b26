import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unreadableInclude = FindingCode("TR1120")
    static let badIncludePath = FindingCode("TR1121")
    static let includeCycle = FindingCode("TR1122")
    static let repeatedInclude = FindingCode("TR1123")
    static let repeatedDeclaration = FindingCode("TR1124")
}

/// The files of a model, read but not yet understood: the model's own, then those that it includes, each before what it
/// includes itself.
struct ModelSources {
    private(set) var files: [File] = []
    /// Whether nothing is missing: where something is, nobody can say what the model does not have.
    private(set) var isWhole = true

    struct File {
        /// The path as findings show it.
        var path: String
        var keys: KnownKeys
    }

    /// Adds a file that was read.
    mutating func append(_ file: File) { files.append(file) }

    /// Notes that a file could not be read.
    mutating func missOne() { isWhole = false }

    /// The entries of all files below one of the keys that may stand in each; a name that stands in two files is reported.
    func entries(_ key: String, _ what: String, in context: inout ReadingContext) -> [YAMLNode.Entry] {
        guard files.count > 1 else { return context.entries(files.first?.keys[key], what) }
        var first: [String: SourceSpan] = [:]
        var kept = [YAMLNode.Entry]()
        for entry in files.flatMap({ context.entries($0.keys[key], what) }) {
            if let other = first.updateValue(entry.keySpan, forKey: entry.key) {
                context.report(
                    .repeatedDeclaration, "'\(entry.key)' stands in another file too", at: entry.keySpan,
                    notes: [.init("it stands here first", at: other)], suggestion: .init("leave one of them out"))
                first[entry.key] = other
            } else {
                kept.append(entry)
            }
        }
        return kept
    }
}

/// Reads the files that a model includes: paths relative to the file that names them, within the folder of the model.
struct IncludeReader {
    static let keys = ["trellis", "include", "enums", "composites", "entities"]

    private let model: IncludePath
    private let load: (String) throws -> [UInt8]
    private var sources: ModelSources
    /// Where each file was asked for, by its path; the model's own was not.
    private var places: [IncludePath: (span: SourceSpan?, parent: IncludePath?)]
    /// What is still to be read, the next at the end. A list and not recursion: hostile files include each other a long way.
    private var pending: [(node: YAMLNode, parent: IncludePath)] = []

    /// - Parameter load: gives the bytes of a file, by its path as findings show it; its error says why it cannot.
    static func read(
        including keys: KnownKeys, file: String, load: (String) throws -> [UInt8], in context: inout ReadingContext
    ) -> ModelSources {
        withoutActuallyEscaping(load) { load in
            var reader = IncludeReader(keys, file: file, load: load, in: &context)
            while let (node, parent) = reader.pending.popLast() { reader.read(node, from: parent, in: &context) }
            return reader.sources
        }
    }

    private init(
        _ keys: KnownKeys, file: String, load: @escaping (String) throws -> [UInt8], in context: inout ReadingContext
    ) {
        model = IncludePath(model: file)
        self.load = load
        places = [model: (nil, nil)]
        sources = ModelSources()
        add(.init(path: file, keys: keys), at: model, in: &context)
    }

    private mutating func add(_ file: ModelSources.File, at path: IncludePath, in context: inout ReadingContext) {
        sources.append(file)
        guard let node = file.keys["include"], !node.isNull else { return }
        pending += (node.items ?? [node]).reversed().map { ($0, path) }
    }

    private mutating func read(_ node: YAMLNode, from parent: IncludePath, in context: inout ReadingContext) {
        guard let text = context.text(node, "the path of a file") else { return sources.missOne() }
        guard let path = parent.file(at: text) else {
            context.report(
                .badIncludePath, "this leads to no file that a model can include", at: node.span,
                suggestion: .init("name a '.yaml' file in the folder of the model or below it, by a relative path"))
            return sources.missOne()
        }
        guard places[path] == nil else { return reportAgain(path, at: node.span, from: parent, in: &context) }
        places[path] = (node.span, parent)

        let shown = path.shown(besideModel: sources.files[0].path)
        do {
            let parsed = YAMLParser.parse(try load(shown), file: shown)
            context.findings += parsed.findings
            guard let root = parsed.root,
                let keys = KnownKeys(root, of: "an included file", known: Self.keys, in: &context)
            else { return sources.missOne() }
            context.checkFormat(keys, file: shown)
            add(.init(path: shown, keys: keys), at: path, in: &context)
        } catch {
            context.report(.unreadableInclude, "\(error)", at: node.span)
            sources.missOne()
        }
    }

    /// A file that is there already stands on the way to this place, or was included elsewhere.
    private func reportAgain(
        _ path: IncludePath, at span: SourceSpan, from parent: IncludePath, in context: inout ReadingContext
    ) {
        var ancestor: IncludePath? = parent
        while let current = ancestor, current != path { ancestor = places[current]?.parent }
        let notes = [places[path]?.span].compactMap(\.self).map { Finding.Note("it is included here first", at: $0) }
        if ancestor == nil {
            context.report(
                .repeatedInclude, "'\(path.text)' is included already", at: span, notes: notes,
                suggestion: .init("leave this one out"))
        } else {
            context.report(
                .includeCycle, "'\(path.text)' would include itself", at: span, notes: notes,
                suggestion: .init("leave this one out"))
        }
    }
}

/// The path of a file of a model, from the folder of the model on; no two paths lead to one file.
struct IncludePath: Hashable {
    private let components: [String]

    private init(_ components: [String]) {
        self.components = components
    }

    /// The path of the model's own file.
    init(model file: String) {
        components = file.split(separator: "/").suffix(1).map(String.init)
    }

    /// The path in words.
    var text: String { components.joined(separator: "/") }

    /// The file that `text` names from this one on, or nil where that is not in the folder of the model, or no YAML file. The
    /// build plugin takes all YAML files of that folder for inputs, and no others.
    func file(at text: String) -> IncludePath? {
        guard text.hasSuffix(".yaml"), !text.unicodeScalars.contains("\0") else { return nil }
        var components = components.dropLast()
        for component in text.split(separator: "/", omittingEmptySubsequences: false) {
            switch component {
            case "": return nil
            case ".": break
            case "..":
                if components.popLast() == nil { return nil }
            default: components.append(String(component))
            }
        }
        return IncludePath(Array(components))
    }

    /// The path as findings show it, beside that of the model.
    func shown(besideModel file: String) -> String {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return folder + text
    }
}
