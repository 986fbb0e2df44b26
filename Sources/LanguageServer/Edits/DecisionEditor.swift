import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaSyntax

/// Edits of the decisions of the next version.
struct DecisionEditor {
    /// The file of the decisions.
    let path: String
    /// Its text; nil if it does not exist.
    private(set) var document: TextDocument?
    private(set) var isChanged = false
    private let original: TextDocument?

    /// nil if the model has no frozen version: nothing depends on its names.
    init?(_ history: ModelHistory, besideModel root: String, read: (String) -> TextDocument?) {
        guard history.newest != nil else { return nil }
        path = FilePath.joined(HistoryFolder.path(besideModel: root), HistoryFile.decisions(version: history.nextNumber).name)
        document = read(path)
        original = document
    }

    /// Sets an entry of a section.
    /// - Returns: false if the file is not written so that it can be edited.
    mutating func set(_ key: String, to value: String, in section: String) -> Bool {
        edit { text in
            guard let text else { return TextDocument("trellis: 1\n\(section):\n  \(ScalarPrinter.inFlow(key)): \(value)\n") }
            guard let editor = MappingEditor(text) else { return nil }
            guard let edit = editor.setting(key, to: value, at: [section]) else { return nil }
            return text.applying([edit])
        } isDone: { root in
            root.entries?.first { $0.key == section }?.value.entries?.contains { $0.key == key } == true
        }
    }

    /// Removes an entry of a section, with its line.
    mutating func remove(_ key: String, in section: String) -> Bool {
        edit { text in
            guard let text, let editor = MappingEditor(text), let entry = editor.entry(at: [section, key]),
                let siblings = editor.entry(at: [section])?.value.entries
            else { return nil }
            let whole = siblings.count == 1 ? editor.entry(at: [section]) ?? entry : entry
            let first = text.line(of: text.offset(of: whole.keySpan.start))
            let last = text.line(of: max(text.offset(of: whole.keySpan.start), text.offset(of: entry.value.span.end) - 1))
            // An entry within brackets shares its line with others.
            guard siblings.count == 1 || siblings.allSatisfy({ $0.key == key || $0.keySpan.start.line != entry.keySpan.start.line }) else { return nil }
            let start = text.offsets(ofLine: first).lowerBound
            let end = last + 1 < text.lineCount ? text.offsets(ofLine: last + 1).lowerBound : text.bytes.count
            return text.replacing(text.range(of: start..<end), with: "")
        } isDone: { root in
            root.entries?.first { $0.key == section }?.value.entries?.contains { $0.key == key } != true
        }
    }

    /// Gives an entry another key, in a section.
    mutating func rename(_ key: String, to other: String, in section: String) -> Bool {
        edit { text in
            guard let text, let editor = MappingEditor(text), let entry = editor.entry(at: [section, key]) else { return nil }
            return text.replacing(text.range(of: entry.keySpan), with: ScalarPrinter.inFlow(other))
        } isDone: { root in
            root.entries?.first { $0.key == section }?.value.entries?.contains { $0.key == other } == true
        }
    }

    /// Replaces a part of the text.
    mutating func replace(_ span: SourceSpan, with text: String) {
        guard let current = document else { return }
        document = current.replacing(current.range(of: span), with: text)
        isChanged = true
    }

    private mutating func edit(_ change: (TextDocument?) -> TextDocument?, isDone: (YAMLNode) -> Bool) -> Bool {
        // What was written is read again: an edit that means something else is refused.
        guard let changed = change(document), let root = YAMLParser.parse(changed.bytes, file: path).root, isDone(root) else { return false }
        document = changed
        isChanged = true
        return true
    }

    /// The tree of the present text.
    var root: YAMLNode? { document.flatMap { YAMLParser.parse($0.bytes, file: path).root } }

    /// Adds the changes to edits of other files.
    func add(to edits: inout FileEdits) {
        guard isChanged, let document else { return }
        if let original {
            edits.add(TextEdit.difference(from: original, to: document), to: path)
        } else {
            edits.created[path] = document.text
        }
    }
}

extension TextEdit {
    /// One edit that makes a text another: what differs between their common beginning and end, in whole lines.
    static func difference(from old: TextDocument, to new: TextDocument) -> TextEdit {
        func lines(_ document: TextDocument) -> [ArraySlice<UInt8>] {
            (0..<document.lineCount).map { line in
                let start = document.offsets(ofLine: line).lowerBound
                let end = line + 1 < document.lineCount ? document.offsets(ofLine: line + 1).lowerBound : document.bytes.count
                return document.bytes[start..<end]
            }
        }
        let (left, right) = (lines(old), lines(new))
        let prefix = zip(left, right).prefix { $0 == $1 }.count
        let suffix = zip(left.dropFirst(prefix).reversed(), right.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
        let start = prefix < left.count ? left[prefix].startIndex : old.bytes.count
        let end = left.count - suffix > prefix ? left[left.count - suffix - 1].endIndex : start
        let text = right[prefix..<(right.count - suffix)].flatMap { $0 }
        return TextEdit(range: old.range(of: start..<end), newText: String(decoding: text, as: UTF8.self))
    }
}
