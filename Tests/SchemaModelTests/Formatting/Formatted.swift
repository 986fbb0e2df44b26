import SchemaModel
import Testing

/// Expects that a model's file is formatted so; and that formatting the outcome changes nothing, and nothing of the meaning.
func expectFormatted(
    _ source: String, _ expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    let formatted = try #require(ModelFormatter.format(Array(source.utf8)), sourceLocation: sourceLocation)
    #expect(formatted == expected, sourceLocation: sourceLocation)
    #expect(ModelFormatter.format(Array(expected.utf8)) == expected, "a second time", sourceLocation: sourceLocation)
    let models = [source, expected].map { ModelReader.read(Array($0.utf8), file: "Model.yaml").model }
    #expect(models[0] != nil && models[0]?.meaningText == models[1]?.meaningText, sourceLocation: sourceLocation)
}

/// Expects that the attributes of an entity are formatted so.
func expectAttributes(
    _ lines: String, _ expected: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
    func file(_ lines: String) -> String {
        let lines = lines.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "      \($0)" }
        return "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    attributes:\n" + lines.joined(separator: "\n") + "\n"
    }
    try expectFormatted(file(lines), file(expected), sourceLocation: sourceLocation)
}
