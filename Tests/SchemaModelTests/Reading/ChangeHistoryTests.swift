import SchemaModel
import Testing

/// `history: true` of a model and `preserveOnDeletion: true` of its attributes.
struct ChangeHistoryTests {
    private func text(_ history: String, _ attribute: String) -> String {
        "trellis: 1\nmodel: Things\n\(history)entities:\n  Thing:\n    attributes:\n      a: \(attribute)\n"
    }

    @Test func `it is a part of the meaning, and off by default`() throws {
        let model = try readModel(text("history: true\n", "{ type: int, preserveOnDeletion: true }"))
        #expect(model.hasHistory && model.entities[0].attributes[0].isPreserved)
        #expect(
            model.meaningText
                == "trellis: 1\nmodel: Things\nhistory: true\nentities:\n  Thing:\n    attributes:\n"
                + "      a: { type: int64, preserveOnDeletion: true }\n")
        let off = try readModel(text("history: false\n", "{ type: int, preserveOnDeletion: false }"))
        let plain = try readModel(text("", "int"))
        #expect(!off.hasHistory && off.meaningText == plain.meaningText)
    }

    @Test func `no value is preserved without a history`() {
        expectFindings(
            text("", "{ type: int, preserveOnDeletion: true }").replacing("a:", with: "1️⃣a:"),
            .init("TR1460", at: 1, saying: "'a' has 'preserveOnDeletion', but the model has no change history"))
    }

    @Test(
        "A value that is not stored, or computed, is not preserved",
        arguments: ["{ type: int?, transient: true, 1️⃣preserveOnDeletion: true }", "{ type: string, derived: fold(a), 1️⃣preserveOnDeletion: true }"])
    func contradiction(attribute: String) {
        expectFindings(
            text("history: true\n", "string\n      b: \(attribute)"),
            .init("TR1443", at: 1, saying: "'preserveOnDeletion' does not apply"))
    }

    @Test func `flags are flags`() {
        expectFindings(text("history: 1️⃣maybe\n", "int"), .init("TR1106", at: 1))
        expectFindings(text("history: true\n", "{ type: int, preserveOnDeletion: 1️⃣2 }"), .init("TR1106", at: 1))
    }
}
