import Diagnostics
import SchemaModel
import TestSupport
import Testing

/// Models in several files.
struct IncludeTests {
    private struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    /// Reads a model from texts by their paths.
    private func read(_ files: [String: String], _ file: String = "Model.yaml") -> ModelReader.Result {
        ModelReader.read(Array((files[file] ?? "").utf8), file: file) { path in
            guard let text = files[path] else { throw Missing(description: "there is no '\(path)'") }
            return Array(text.utf8)
        }
    }

    /// The places and codes of the findings.
    private func findings(_ files: [String: String], _ file: String = "Model.yaml") -> [String] {
        read(files, file).findings.map { "\($0.span.file):\($0.span.start.line):\($0.span.start.column) \($0.code)" }
    }

    private func model(_ include: String, _ rest: String = "") -> String {
        "trellis: 1\nmodel: Things\ninclude: \(include)\n\(rest)"
    }

    private func part(_ entity: String, include: String? = nil) -> String {
        "trellis: 1\n" + (include.map { "include: \($0)\n" } ?? "") + "entities:\n  \(entity):\n"
    }

    @Test("The files together are one model, in their order, and mean what one file would")
    func whole() throws {
        let split = read([
            "Model.yaml": model("[b.yaml, sub/c.yaml]", "enums: { E: [x] }\nentities: { A: { attributes: { p: P } } }\n"),
            "b.yaml": "trellis: 1\ninclude: d.yaml\ncomposites: { P: { e: E, f: F } }\nentities: { B: }\n",
            "sub/c.yaml": "trellis: 1\ninclude: [../e.yaml, f.yaml]\n", "d.yaml": part("D"), "e.yaml": part("E2"),
            "sub/f.yaml": "trellis: 1\nenums: { F: [y] }\n",
        ])
        #expect(split.findings == [])
        let model = try #require(split.model)
        #expect(model.entities.map(\.name.text) == ["A", "B", "D", "E2"])
        #expect(model.enumerations.map(\.name.text) == ["E", "F"])
        #expect(model.entities.map(\.name.span.file) == ["Model.yaml", "b.yaml", "d.yaml", "e.yaml"])
        let one = read([
            "Model.yaml": """
            trellis: 1
            model: Things
            enums: { E: [x], F: [y] }
            composites: { P: { e: E, f: F } }
            entities: { A: { attributes: { p: P } }, B: , D: , E2: }
            """
        ])
        #expect(one.model?.meaningText == model.meaningText)
        #expect(!model.meaningText.contains("include"))
    }

    @Test("Paths are shown beside that of the model")
    func paths() {
        let files = ["Schemas/T/T.yaml": model("[sub/./x/../a.yaml]"), "Schemas/T/sub/a.yaml": part("1A")]
        #expect(findings(files, "Schemas/T/T.yaml") == ["Schemas/T/sub/a.yaml:3:3 TR1301"])
        let absolute = ["/models/T.yaml": model("a.yaml"), "/models/a.yaml": part("1A")]
        #expect(findings(absolute, "/models/T.yaml") == ["/models/a.yaml:3:3 TR1301"])
    }

    @Test("A finding about two files points into both")
    func twoFiles() {
        let files = [
            "Model.yaml": model("[b.yaml]", "entities:\n  A:\n    relationships:\n      b: { to: B, inverse: a }\n"),
            "b.yaml": part("B") + "    relationships:\n      a: { to: [A], inverse: c }\n",
        ]
        let result = read(files)
        #expect(findings(files) == ["b.yaml:5:30 TR1203"])
        #expect(result.findings.first?.notes.map(\.span?.file) == ["Model.yaml"])
    }

    @Test("A name stands in one file, whatever it names")
    func repeated() {
        #expect(
            findings([
                "Model.yaml": model("[b.yaml, c.yaml]", "enums: { K: [x] }\nentities: { A: }\n"),
                "b.yaml": "trellis: 1\nenums: { K: [y] }\nentities: { A: , B: }\n",
                "c.yaml": "trellis: 1\ncomposites: { B: { x: int } }\nentities: { A: }\n",
            ]) == ["b.yaml:2:10 TR1124", "b.yaml:3:13 TR1124", "c.yaml:2:15 TR1303", "c.yaml:3:13 TR1124"])
        let note = read(["Model.yaml": model("b.yaml", "entities: { A: }\n"), "b.yaml": part("A")]).findings[0].notes[0]
        #expect(note.span?.file == "Model.yaml" && note.span?.start.line == 4)
    }

    @Test("A file is included once, and never by itself")
    func again() {
        let a = part("A", include: "[./sub/../a.yaml, b.yaml, Model.yaml]")
        let result = ["Model.yaml": model("[a.yaml, b.yaml, a.yaml]"), "a.yaml": a, "b.yaml": part("B", include: "a.yaml")]
        #expect(
            findings(result) == [
                "Model.yaml:3:19 TR1123", "Model.yaml:3:27 TR1123", "a.yaml:2:11 TR1122", "a.yaml:2:36 TR1122", "b.yaml:2:10 TR1122",
            ])
        #expect(read(result).findings[0].notes.map(\.span?.file) == ["a.yaml"])
    }

    @Test(
        "Paths lead to YAML files in the model's folder or below",
        arguments: [
            "''", "'.'", "/a.yaml", "../a.yaml", "sub/../../a.yaml", "sub//a.yaml", "a.yml", "a", "sub/", "'a.yaml/'", "\"a\\0.yaml\"", "..",
            "'~/../../a.yaml'", "http://example.org/a.yaml",
        ])
    func badPaths(path: String) {
        #expect(findings(["Model.yaml": model(path), "a.yaml": part("A")]) == ["Model.yaml:3:10 TR1121"])
    }

    @Test("What `include` names is a path, or a list of some")
    func shapes() {
        #expect(findings(["Model.yaml": model("{ a: b }")]) == ["Model.yaml:3:10 TR1102"])
        #expect(findings(["Model.yaml": model("[[a.yaml]]")]) == ["Model.yaml:3:11 TR1102"])
        #expect(findings(["Model.yaml": model("", "entities:\n  A:\n")]) == [])
        #expect(findings(["Model.yaml": model("[]", "entities:\n  A:\n")]) == [])
        // There have to be entities somewhere.
        #expect(findings(["Model.yaml": model("a.yaml"), "a.yaml": "trellis: 1\n"]) == ["Model.yaml:1:1 TR1103"])
    }

    @Test("A missing or broken file is reported, and names that it may declare are not")
    func incomplete() {
        let rest = """
            entities:
              A:
                attributes:
                  kind: Kind
                  place: { type: Place?, 1bad: 1 }
                relationships:
                  b: { to: B, inverse: a }
                fetches:
                  f: { where: b.name == 1 }
            """
        let told = ["Model.yaml:3:10 TR1120", "Model.yaml:8:30 TR1101"]
        #expect(findings(["Model.yaml": model("b.yaml", rest)]) == told)
        #expect(read(["Model.yaml": model("b.yaml", rest)]).findings[0].message == "there is no 'b.yaml'")
        #expect(findings(["Model.yaml": model("b.yaml", rest), "b.yaml": "entities: ["]) == ["Model.yaml:8:30 TR1101", "b.yaml:2:1 TR1002"])
        #expect(findings(["Model.yaml": model("b.yaml", rest), "b.yaml": ""]).contains("b.yaml:1:1 TR1003"))
        #expect(findings(["Model.yaml": model("b.yaml", rest), "b.yaml": "[]"]) == ["Model.yaml:8:30 TR1101", "b.yaml:1:1 TR1102"])
    }

    @Test("An included file says its format, and has no name of its own")
    func keys() {
        let text = "model: Other\ndoc: Mine.\nentities: { A: }\n"
        #expect(
            findings(["Model.yaml": model("a.yaml"), "a.yaml": text]) == ["a.yaml:1:1 TR1101", "a.yaml:1:1 TR1103", "a.yaml:2:1 TR1101"])
        #expect(findings(["Model.yaml": model("a.yaml"), "a.yaml": "trellis: 2\nentities: { A: }\n"]) == ["a.yaml:1:10 TR1105"])
    }

    @Test("A model that is read from memory alone includes nothing")
    func memory() {
        let result = ModelReader.read(Array(model("a.yaml").utf8), file: "Model.yaml")
        #expect(result.findings.map(\.code.name) == ["TR1120"])
        #expect(result.findings[0].message.contains("'a.yaml'"))
    }

    @Test("A long chain of files is read")
    func chain() {
        var files = ["Model.yaml": model("f0.yaml")]
        for number in 0..<2_000 { files["f\(number).yaml"] = part("E\(number)", include: "f\(number + 1).yaml") }
        files["f2000.yaml"] = part("Last", include: "f0.yaml")
        #expect(findings(files) == ["f2000.yaml:2:10 TR1122"])
    }
}
