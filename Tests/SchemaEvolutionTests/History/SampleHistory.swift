import Diagnostics
import SchemaEvolution
import SchemaModel
import Testing

/// A history in memory, frozen version by version as the tool does it.
struct SampleHistory {
    private(set) var files = HistoryFiles(model: "Shop.yaml", folder: "versions", contents: [:])

    /// The text of a model of one entity.
    static func model(_ attributes: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    { attributes: { \(attributes) } }\n"
    }

    /// Three versions: an attribute comes, then it gets another name.
    static func ofThree() throws -> SampleHistory {
        var history = SampleHistory()
        try history.freeze("name: string")
        try history.freeze("name: string, info: string?")
        try history.freeze("name: string, note: string?", decisions: "trellis: 1\nrenames: { Customer.info: note }\n")
        return history
    }

    mutating func freeze(_ attributes: String, decisions: String? = nil) throws {
        try freeze(model: Self.model(attributes), decisions: decisions)
    }

    mutating func freeze(model text: String, decisions: String? = nil) throws {
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model)
        let decided = try decisions.map {
            (decisions: try #require(DecisionReader.read(Array($0.utf8), file: "d.yaml").decisions), text: $0)
        }
        let (next, findings) = NextVersion.freeze(model, after: try #require(read().history), decided)
        #expect(findings.map(\.message) == [])
        for (file, text) in try #require(next).files { files.contents[file.name] = Array(text.utf8) }
    }

    func read() -> (history: ModelHistory?, findings: [Finding]) { HistoryReader.read(files) }

    subscript(name: String) -> String? {
        get { files.contents[name].map { String(decoding: $0, as: UTF8.self) } }
        set { files.contents[name] = newValue.map { Array($0.utf8) } }
    }

    /// The findings as the beginnings of lines: code and place.
    func found() -> [String] {
        read().findings.map { "\($0.code) \($0.span.file):\($0.span.start.line):\($0.span.start.column)" }
    }
}
