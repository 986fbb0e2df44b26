import SchemaModel

extension Workspace {
    /// The edit that formats a model's file; none if it is formatted or is no valid file.
    package func formatting(of path: String) -> [TextEdit] {
        guard let document = documents[path]?.text, FileKind(path: path) == .model, document.bytes.starts(with: Array("trellis:".utf8)) || isModel(document),
            let text = ModelFormatter.format(document.bytes), !text.utf8.elementsEqual(document.bytes)
        else { return [] }
        // A fault of ours must not change a model: the formatted text reads like the present one.
        let formatted = TextDocument(text)
        guard FormattedMeaning.isSame(document, formatted) else { return [] }
        return [TextEdit.difference(from: document, to: formatted)]
    }

    private func isModel(_ document: TextDocument) -> Bool { document.text.contains("\ntrellis:") }
}

/// Compares what two texts of one file mean, without the files that they include.
private enum FormattedMeaning {
    static func isSame(_ old: TextDocument, _ new: TextDocument) -> Bool {
        let (old, new) = (read(old), read(new))
        return old.model?.meaningHash == new.model?.meaningHash && old.errors == new.errors
    }

    private static func read(_ document: TextDocument) -> (model: Model?, errors: [String]) {
        let read = ModelReader.read(document.bytes, file: "")
        return (read.model, read.findings.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" }.sorted())
    }
}
