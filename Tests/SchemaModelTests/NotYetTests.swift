import TestSupport
import Testing

/// What the language will have and this build has not is refused by name: nobody should think it was understood.
@Suite("What cannot be said yet")
struct NotYetTests {
    @Test(
        "Keys of an entity",
        arguments: ["fetchedProperties"])
    func entity(key: String) {
        expectFindings(
            "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    1️⃣\(key): x\n",
            .init("TR1901", at: 1, saying: "'\(key)' of an entity"))
    }
}
