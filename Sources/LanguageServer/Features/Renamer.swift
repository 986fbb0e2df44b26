import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel
import SchemaSyntax

/// Why something cannot be renamed.
package struct RenameRefused: Error, CustomStringConvertible {
    package var description: String
}

extension Workspace {
    /// The name at a position, if it can be renamed.
    package mutating func renamedName(at position: TextPosition, in path: String) throws(RenameRefused) -> (range: TextRange, name: String)? {
        guard let (occurrence, project) = name(at: position, in: path), let document = project.file(at: path)?.document else { return nil }
        try Renamer.check(occurrence.symbol)
        return occurrence.isExact ? (document.range(of: occurrence.offsets), occurrence.symbol.name) : nil
    }

    /// The edits that rename the part of the model whose name is at a position.
    package mutating func rename(at position: TextPosition, in path: String, to name: String) throws(RenameRefused) -> FileEdits {
        guard let (occurrence, project) = self.name(at: position, in: path, .model) else { throw RenameRefused(description: "no name of the model is here") }
        return try edits(renaming: occurrence.symbol, in: project, to: name)
    }

    /// The edits that rename a part of a model, in its files, in the decisions of its next version, and in `trellis.yaml`.
    package mutating func edits(renaming symbol: ModelSymbol, in project: Project, to name: String) throws(RenameRefused) -> FileEdits {
        if symbol.name == name { return FileEdits() }
        let configuration = configuration(around: project.root)?.path
        return try Renamer(project, configuration: configuration, read: { [self] in self.document(at: $0) }).edits(renaming: symbol, to: name)
    }

    /// The parts of a model that a path names, such as `Order.customer`.
    package func symbols(named path: String, in project: Project) -> [ModelSymbol] {
        project.index.occurrences.filter { symbol, places in symbol.path == path && places.contains(where: \.isDeclaration) }.map(\.key)
            .sorted { $0.kind < $1.kind }
    }
}

/// Renames a part of a model everywhere, and proves that each name means the same as before.
struct Renamer {
    let project: Project
    /// The path of `trellis.yaml`; nil if no such file exists.
    let configuration: String?
    let read: (String) -> TextDocument?

    init(_ project: Project, configuration: String?, read: @escaping (String) -> TextDocument?) {
        (self.project, self.configuration, self.read) = (project, configuration, read)
    }

    static func check(_ symbol: ModelSymbol) throws(RenameRefused) {
        if case .enumerationCase(EnumerationType.unknownCase, _) = symbol {
            throw RenameRefused(description: "'unknown' cannot be renamed: the language gives it a meaning")
        }
    }

    func edits(renaming symbol: ModelSymbol, to name: String) throws(RenameRefused) -> FileEdits {
        try Self.check(symbol)
        if case .enumerationCase = symbol, name == EnumerationType.unknownCase {
            throw RenameRefused(description: "a case cannot be renamed to 'unknown': the language gives that name a meaning")
        }
        guard let model = project.checked?.model, project.isCurrent, project.files.allSatisfy({ read($0.path)?.bytes == $0.document.bytes }) else {
            throw RenameRefused(description: "the model has errors: fix them first, so that all uses of '\(symbol.path)' are known")
        }
        var edits = FileEdits()
        var texts: [String: TextDocument] = [:]
        for (path, places) in Dictionary(grouping: project.index.occurrences[symbol] ?? [], by: \.file) {
            guard let file = project.file(at: path) else { continue }
            for place in places { edits.add(try edit(of: place, to: name, in: file), to: path) }
            texts[path] = file.document.applying(edits.edits[path] ?? [])
        }
        guard !edits.isEmpty else { throw RenameRefused(description: "'\(symbol.path)' is not declared in the model") }
        try prove(symbol, to: name, with: texts)
        try decide(symbol, to: name, model, &edits)
        renameSuppressions(symbol, to: name, &edits)
        return edits
    }

    private func edit(of place: Occurrence, to name: String, in file: SourceFile) throws(RenameRefused) -> TextEdit {
        let line = file.document.line(of: place.offsets.lowerBound) + 1
        guard place.isExact else {
            throw RenameRefused(
                description: "line \(line) of '\(FilePath.name(of: place.file))' writes '\(place.symbol.name)' with escapes or through an alias: rename it there first")
        }
        let others = project.index.occurrences(inFile: place.file).filter { $0.offsets == place.offsets && $0.symbol != place.symbol }
        if let other = others.first {
            throw RenameRefused(
                description: "line \(line) of '\(FilePath.name(of: place.file))' also means '\(other.symbol.path)', through an alias")
        }
        return TextEdit(range: file.document.range(of: place.offsets), newText: name)
    }

    // MARK: Proof

    /// Reads the renamed files: the model must be valid, and each name must mean what it meant.
    private func prove(_ symbol: ModelSymbol, to name: String, with texts: [String: TextDocument]) throws(RenameRefused) {
        var files = [SourceFile]()
        for file in project.files {
            guard let document = texts[file.path] ?? Optional(file.document), let renamed = SourceFile(path: file.path, document: document) else {
                throw RenameRefused(description: "'\(name)' cannot be written as a name in '\(FilePath.name(of: file.path))'")
            }
            files.append(renamed)
        }
        let contents = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        func input(_ path: String) throws(RenameRefused) -> InputFile {
            guard let file = contents[path] else { throw RenameRefused(description: "'\(path)' is no file of the model") }
            return InputFile(path: path, bytes: file.document.bytes)
        }
        let (_, findings) = ModelPipeline.check(
            try input(project.root), history: project.checked?.history ?? .empty,
            parse: { contents[$0.path]?.parsed ?? YAMLParser.parse($0.bytes, file: $0.path) }, load: input)
        if let error = findings.first(where: { $0.severity == .error }) {
            throw RenameRefused(description: "'\(symbol.path)' cannot be renamed to '\(name)': \(error.message)")
        }
        let index = NameIndex(files, Outline(files))
        let before = Self.counts(project.index) { $0.afterRenaming(symbol, to: name) }
        guard before == Self.counts(index, { $0 }) else {
            throw RenameRefused(description: "'\(symbol.path)' cannot be renamed to '\(name)': a condition would read the name as something else")
        }
    }

    private static func counts(_ index: NameIndex, _ symbol: (ModelSymbol) -> ModelSymbol) -> [ModelSymbol: Int] {
        Dictionary(index.occurrences.map { (symbol($0.key), $0.value.count) }, uniquingKeysWith: +)
    }

    // MARK: Decisions

    /// Writes the rename into the decisions of the next version, if the frozen version has the name.
    private func decide(_ symbol: ModelSymbol, to name: String, _ model: Model, _ edits: inout FileEdits) throws(RenameRefused) {
        guard let history = project.checked?.history, let newest = history.newest, let frozen = newest.read().version?.model,
            let editor = DecisionEditor(history, besideModel: project.root, read: read)
        else { return }
        var decisions = RenameDecisions(editor, history.nextDecisions, frozen: frozen, live: model)
        if let place = decisions.givenUpPart(ifRenaming: symbol, to: name) {
            throw RenameRefused(
                description: "'drops' in '\(FilePath.name(of: editor.path))' gives up '\(place)': remove that line if its values are to stay, or choose another name")
        }
        guard decisions.rename(symbol, to: name) else {
            throw RenameRefused(
                description: "the rename cannot be inserted into '\(FilePath.name(of: editor.path))': write the file with one line for each entry")
        }
        decisions.editor.add(to: &edits)
    }

    // MARK: Suppressions

    private func renameSuppressions(_ symbol: ModelSymbol, to name: String, _ edits: inout FileEdits) {
        guard let configuration, let document = read(configuration), let editor = MappingEditor(document),
            let entries = editor.entry(at: ["models", project.configuration.name, "suppressions"])?.value.entries
        else { return }
        for entry in entries {
            let parts = entry.key.split(separator: ".", maxSplits: 1).map(String.init)
            var renamed = parts
            switch symbol {
            case .entity(let owner), .enumeration(let owner), .composite(let owner):
                if parts[0] == owner { renamed[0] = name }
            case .property(let member, let owner), .fetch(let member, let owner), .enumerationCase(let member, let owner), .part(let member, let owner):
                if parts.count == 2, parts[0] == owner, parts[1] == member { renamed[1] = name }
            default: break
            }
            guard renamed != parts, !entry.key.contains("/") else { continue }
            edits.add(TextEdit(range: document.range(of: entry.keySpan), newText: renamed.joined(separator: ".")), to: configuration)
        }
    }
}

extension ModelSymbol {
    /// The symbol after a rename of another one, or of itself.
    func afterRenaming(_ symbol: ModelSymbol, to name: String) -> ModelSymbol {
        if self == symbol { return renamed(name) }
        switch (symbol, self) {
        case (.entity(let old), .property(let member, let owner)) where owner == old: return .property(member, of: name)
        case (.entity(let old), .fetch(let member, let owner)) where owner == old: return .fetch(member, of: name)
        case (.entity(let old), .parameter(let member, let fetch, let owner)) where owner == old:
            return .parameter(member, ofFetch: fetch, of: name)
        case (.fetch(let old, let entity), .parameter(let member, let fetch, let owner)) where fetch == old && owner == entity:
            return .parameter(member, ofFetch: name, of: owner)
        case (.enumeration(let old), .enumerationCase(let member, let owner)) where owner == old: return .enumerationCase(member, of: name)
        case (.composite(let old), .part(let member, let owner)) where owner == old: return .part(member, of: name)
        default: return self
        }
    }
}
