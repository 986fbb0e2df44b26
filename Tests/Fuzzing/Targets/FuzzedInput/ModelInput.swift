import Diagnostics
import SchemaModel

/// What must hold of any bytes that are read as a model.
public enum ModelInput {
    /// Why the bytes show a mistake of the reader; nil where all is well.
    public static func mistake(_ bytes: [UInt8]) -> String? {
        let result = ModelReader.read(bytes, file: "Model.yaml")
        guard let model = result.model else {
            return result.findings.isEmpty ? "there is neither a model nor a finding" : nil
        }
        // Its canonical text is the same model.
        let text = model.meaningText
        let again = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        guard let copy = again.model else { return "the canonical text is not read:\n\(text)" }
        if copy.meaningHash != model.meaningHash { return "the canonical text is another model:\n\(text)" }
        return nil
    }
}
