import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unreadableInclude = FindingCode("TR1120")
    static let badIncludePath = FindingCode("TR1121")
    static let includeCycle = FindingCode("TR1122")
    static let repeatedInclude = FindingCode("TR1123")
    static let repeatedDeclaration = FindingCode("TR1124")
}

/// The parsed files of a model: its own file, then the included ones, each before those that it includes itself.
struct ModelSources {
    private(set) var files: [File] = []
    /// Whether all files were read. If not, unknown names cannot be reported.
    private(set) var isWhole = true

    struct File {
        /// The path as findings show it.
        var path: String
        var keys: KnownKeys
    }

    /// Adds a parsed file.
    mutating func append(_ file: File) { files.append(file) }

    /// Records that a file could not be read.
    mutating func missOne() { isWhole = false }

    /// The entries of all files below a key that each may have. A name in two files is reported.
    func entries(_ key: String, _ what: String, in context: inout ReadingContext) -> [YAMLNode.Entry] {
        guard files.count > 1 else { return context.entries(files.first?.keys[key], what) }
        var first: [String: SourceSpan] = [:]
        var kept = [YAMLNode.Entry]()
        for entry in files.flatMap({ context.entries($0.keys[key], what) }) {
            if let other = first.updateValue(entry.keySpan, forKey: entry.key) {
                context.report(
                    .repeatedDeclaration, "'\(entry.key)' is declared in two files", at: entry.keySpan,
                    notes: [.init("the first is here", at: other)], suggestion: .init("remove one of them"))
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
    private let parse: (String) throws -> YAMLParser.Result
    private var sources: ModelSources
    /// The place that includes each file, by its path; the model's own file has none.
    private var places: [IncludePath: (span: SourceSpan?, parent: IncludePath?)]
    /// The files to read, the next at the end. A list, not recursion: hostile files may form a long chain.
    private var pending: [(node: YAMLNode, parent: IncludePath)] = []

    /// - Parameter parse: returns the tree of a file, by its path in findings; its error states why it cannot.
    static func read(
        including keys: KnownKeys, file: String, parse: (String) throws -> YAMLParser.Result, in context: inout ReadingContext
    ) -> ModelSources {
        withoutActuallyEscaping(parse) { parse in
            var reader = IncludeReader(keys, file: file, parse: parse, in: &context)
            while let (node, parent) = reader.pending.popLast() { reader.read(node, from: parent, in: &context) }
            return reader.sources
        }
    }

    private init(
        _ keys: KnownKeys, file: String, parse: @escaping (String) throws -> YAMLParser.Result, in context: inout ReadingContext
    ) {
        model = IncludePath(model: file)
        self.parse = parse
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
                .badIncludePath, "this path cannot be included", at: node.span,
                suggestion: .init("name a '.yaml' file in the folder of the model or below it, by a relative path"))
            return sources.missOne()
        }
        guard places[path] == nil else { return reportAgain(path, at: node.span, from: parent, in: &context) }
        places[path] = (node.span, parent)

        let shown = path.shown(besideModel: sources.files[0].path)
        do {
            let parsed = try parse(shown)
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

    /// The file is an ancestor of this place, or was included elsewhere.
    private func reportAgain(
        _ path: IncludePath, at span: SourceSpan, from parent: IncludePath, in context: inout ReadingContext
    ) {
        var ancestor: IncludePath? = parent
        while let current = ancestor, current != path { ancestor = places[current]?.parent }
        let notes = [places[path]?.span].compactMap(\.self).map { Finding.Note("it is first included here", at: $0) }
        if ancestor == nil {
            context.report(
                .repeatedInclude, "'\(path.text)' is included twice", at: span, notes: notes,
                suggestion: .init("remove this entry"))
        } else {
            context.report(
                .includeCycle, "'\(path.text)' includes itself", at: span, notes: notes,
                suggestion: .init("remove this entry"))
        }
    }
}

/// The path of a file from the folder of the model. Each file has one such path.
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

    /// The file that `text` names from this one, or nil if it is outside the folder of the model or is not a YAML file. The build
    /// plugin uses exactly the YAML files of that folder as inputs.
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

    /// The path in findings, beside that of the model.
    func shown(besideModel file: String) -> String {
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return folder + text
    }
}
