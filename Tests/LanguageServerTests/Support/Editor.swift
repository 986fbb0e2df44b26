import Foundation
import LanguageServer
import Predicates
import ProjectFiles
import TestSupport
import Testing

/// Files that a test gives, by path.
struct GivenFiles: FileSource {
    var files: [String: String]

    func read(_ path: String) throws(CouldNotRun) -> InputFile {
        guard let text = files[path] else { throw CouldNotRun("cannot read '\(path)': there is no such file") }
        return InputFile(path: path, bytes: Array(text.utf8))
    }

    func names(inFolder path: String) -> [String] {
        let prefix = path.hasSuffix("/") ? path : path + "/"
        return Set(files.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) }).sorted()
    }

    func stamp(of path: String) -> String? { files[path].map { "\($0.utf8.count) \($0.hashValue)" } }
}

/// An editor with files of a project. A `¦` in a text marks the cursor.
struct Editor {
    static let root = "/project/Shop.yaml"

    var workspace: Workspace
    private(set) var path = Editor.root
    private(set) var cursor = TextPosition(line: 0, character: 0)
    private let files: GivenFiles

    /// - Parameter files: texts by names in the folder of the project.
    init(_ files: [String: String]) {
        var texts: [String: String] = [:]
        for (name, text) in files {
            let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
            let path = "/project/\(name)"
            texts[path] = parts.joined()
            if parts.count == 2 {
                self.path = path
                let document = TextDocument(parts.joined())
                cursor = document.position(of: parts[0].utf8.count)
            }
        }
        self.files = GivenFiles(files: texts)
        workspace = Workspace(self.files, today: { CalendarDay("2026-01-01")! })
        workspace.open(path, texts[path] ?? "")
    }

    /// A project of one model.
    init(_ model: String) { self.init(["Shop.yaml": model]) }

    /// Replaces the text at the cursor's document, with a new cursor.
    mutating func type(_ text: String) {
        let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
        let document = TextDocument(parts.joined())
        if parts.count == 2 { cursor = document.position(of: parts[0].utf8.count) }
        workspace.change(path, nil, to: parts.joined())
    }

    func text(_ path: String) -> String? { workspace.documents[path]?.text.text ?? files.files[path] }

    // MARK: Questions

    mutating func completions() -> [String] { items().map(\.label) }

    mutating func items() -> [CompletionItem] {
        let outline = workspace.outline(of: path)
        guard let document = workspace.document(at: path), let kind = FileKind(path: path) else { return [] }
        return Completer.items(at: cursor, in: document, of: kind, outline)
    }

    mutating func diagnostics(isComplete: Bool = true) -> [Diagnostic] {
        workspace.diagnostics(for: path, isComplete: isComplete)[path] ?? []
    }

    /// The text that a diagnostic underlines.
    func underlined(_ diagnostic: Diagnostic) -> String {
        guard let document = workspace.document(at: path) else { return "" }
        return document.text(in: document.offsets(of: diagnostic.range))
    }

    mutating func fixes() -> [Fix] { workspace.fixes(for: TextRange(at: cursor), in: path) }

    /// The texts after a fix, by names in the project.
    mutating func texts(afterFix title: String) throws -> [String: String] {
        let fixes = fixes()
        let fix = try #require(fixes.first { $0.title == title }, "only \(fixes.map(\.title))")
        return texts(after: fix.edits)
    }

    /// The texts that edits make, by names in the project.
    func texts(after edits: FileEdits) -> [String: String] {
        var texts: [String: String] = [:]
        for (path, edits) in edits.edits {
            guard let text = text(path), let changed = TextDocument(text).applying(edits) else { continue }
            texts[String(path.dropFirst("/project/".count))] = changed.text
        }
        for (path, text) in edits.created { texts[String(path.dropFirst("/project/".count))] = text }
        return texts
    }

    /// The texts after a rename at the cursor.
    mutating func texts(afterRenamingTo name: String) throws -> [String: String] {
        texts(after: try workspace.rename(at: cursor, in: path, to: name))
    }
}
