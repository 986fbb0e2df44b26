import Diagnostics
import ProjectFiles
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

    /// The formatted files of a model, which are proved to have the same meaning together, so that a fault of ours cannot damage
    /// a model.
    ///
    /// - Throws: ``CouldNotRun`` if the meaning would change.
    static func all(of entry: LoadedModels.Entry) throws(CouldNotRun) -> [FormattedFile] {
        let path = entry.file.path
        let files = ([entry.file] + entry.included).map { file in
            FormattedFile(file: file, text: ModelFormatter.format(file.bytes) ?? "", model: path)
        }
        // A formatted file keeps its meaning.
        guard files.contains(where: { !$0.isFormatted }) else { return files }
        let texts = Dictionary(files.map { ($0.file.path, Array($0.text.utf8)) }, uniquingKeysWith: { first, _ in first })
        let model = ModelReader.read(texts[path] ?? [], file: path) { texts[$0] ?? [] }.model
        guard model?.meaningHash == entry.checked.model.meaningHash else {
            throw CouldNotRun("formatting '\(path)' would change its meaning, so it is not changed: please report this")
        }
        return files
    }

    var isFormatted: Bool { file.bytes.elementsEqual(text.utf8) }

    /// The finding of an unformatted file, at the first place that would change; nil for a formatted one.
    var finding: Finding? {
        guard !isFormatted else { return nil }
        let place = SourceLocation(ofFirstDifference: file.text, text)
        return Finding(
            .notFormatted, "the file is not formatted", at: SourceSpan(file: file.path, start: place, end: place),
            suggestion: .init("run 'trellis format \(model)'"))
    }
}

extension SourceLocation {
    /// The first place at which two texts differ.
    init(ofFirstDifference text: String, _ other: String) {
        self.init(line: 1, column: 1)
        for (scalar, _) in zip(text.unicodeScalars, other.unicodeScalars).prefix(while: { $0 == $1 }) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
    }
}
