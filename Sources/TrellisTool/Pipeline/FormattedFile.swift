import Diagnostics
import SchemaModel

extension FindingCode {
    static let notFormatted = FindingCode("TR0001")
}

/// A file of a model with its formatted text.
struct FormattedFile {
    var file: InputFile
    var text: String
    /// The path of the model that it belongs to.
    var model: String

    /// The files of a model, which are known to mean the same together: a mistake of ours must not cost a person a model.
    /// - Throws: ``CouldNotRun`` where they would not.
    static func all(of entry: Run.Entry) throws(CouldNotRun) -> [FormattedFile] {
        let path = entry.file.path
        let files = ([entry.file] + entry.included).map { file in
            FormattedFile(file: file, text: ModelFormatter.format(file.bytes) ?? "", model: path)
        }
        // What is formatted already means what it did.
        guard files.contains(where: { !$0.isFormatted }) else { return files }
        let texts = Dictionary(files.map { ($0.file.path, Array($0.text.utf8)) }, uniquingKeysWith: { first, _ in first })
        let model = ModelReader.read(texts[path] ?? [], file: path) { texts[$0] ?? [] }.model
        guard model?.meaningHash == entry.checked.model.meaningHash else {
            throw CouldNotRun("formatting '\(path)' would change what it means, so it is left: please report this")
        }
        return files
    }

    var isFormatted: Bool { file.bytes.elementsEqual(text.utf8) }

    /// That the file is not formatted, at the first place that would change; nil where it is.
    var finding: Finding? {
        guard !isFormatted else { return nil }
        let place = SourceLocation(ofFirstDifference: file.text, text)
        return Finding(
            .notFormatted, "the file is not formatted", at: SourceSpan(file: file.path, start: place, end: place),
            suggestion: .init("run 'trellis format \(model)'"))
    }
}

extension SourceLocation {
    /// The first place of a text at which another one differs.
    init(ofFirstDifference text: String, _ other: String) {
        self.init(line: 1, column: 1)
        for (scalar, _) in zip(text.unicodeScalars, other.unicodeScalars).prefix(while: { $0 == $1 }) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
    }
}
