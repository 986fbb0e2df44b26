import Diagnostics
import ProjectFiles
import SchemaModel
import SchemaSyntax

/// A model while it is typed: its names and the findings of quick checks. After an edit it reads the changed entries, and takes the others
/// from its memory.
struct LiveModel {
    /// The files that were read, the model's own first.
    private(set) var files: [(path: String, tree: PieceTree)] = []
    private(set) var outline = Outline()
    private(set) var findings: [Finding] = []
    /// The paths of the model's own files and of its history.
    private(set) var paths: Set<String> = []
    /// What was read for them.
    var stamps: [String: String] = [:]

    /// The last trees of files that are YAML.
    private var roots: [(path: String, root: YAMLNode)] = []
    private var entities = EntityMemory()
    private var outlines = OutlineMemory()

    /// Reads and checks the present texts.
    /// - Parameters:
    ///   - goesByName: whether the model must have the name of its configuration.
    ///   - parse: returns the tree of a file; its error states why it cannot.
    mutating func check(
        _ configuration: ModelConfiguration, at root: String, _ history: LoadedHistory, goesByName: Bool, parse: (String) throws -> PieceTree
    ) {
        var files: [(path: String, tree: PieceTree)] = []
        let checked = ModelPipeline.findings(ofModelAt: root, remembering: &entities) { path in
            let tree = try parse(path)
            files.append((path, tree))
            return tree.result
        }
        var findings = checked.findings
        if goesByName, let name = checked.model?.name, let finding = LoadedModel.wrongName(name, of: configuration) { findings.append(finding) }
        self.findings = (Self.placed(findings, files) + history.findings).sortedByPlace()
        paths = Set([root] + files.map(\.path) + history.files.inputs.map(\.path))
        self.files = files
        updateOutline()
    }

    /// A file that is no YAML now keeps its last names, and a root that is none the files that it included.
    private mutating func updateOutline() {
        var roots = files.compactMap { file in
            (file.tree.root ?? self.roots.first { $0.path == file.path }?.root).map { (path: file.path, root: $0) }
        }
        if files.first?.tree.root == nil { roots += self.roots.filter { former in !roots.contains { $0.path == former.path } } }
        self.roots = roots
        outline = Outline(roots.map(\.root), remembering: &outlines)
    }

    /// The findings with the places of files.
    private static func placed(_ findings: [Finding], _ files: [(path: String, tree: PieceTree)]) -> [Finding] {
        func placed(_ span: SourceSpan) -> SourceSpan {
            files.lazy.map { $0.tree.placed(span) }.first { $0.file != span.file } ?? span
        }
        return findings.map { $0.mapSpans(placed) }
    }
}

extension Finding {
    /// The finding with other places.
    fileprivate func mapSpans(_ change: (SourceSpan) -> SourceSpan) -> Finding {
        var finding = self
        finding.span = change(span)
        finding.notes = notes.map { Note($0.message, at: $0.span.map(change)) }
        if let replacement = suggestion?.replacement { finding.suggestion?.replacement?.span = change(replacement.span) }
        return finding
    }
}
