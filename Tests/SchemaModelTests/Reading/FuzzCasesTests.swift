import Foundation
import FuzzedInput
import TestSupport
import Testing

/// What fuzzing found.
struct FuzzCasesTests {
    @Test func `inputs that once showed a mistake of the predicate parser show none`() throws {
        for (name, bytes) in try cases("predicates") { #expect(PredicateInput.mistake(bytes) == nil, "\(name)") }
    }

    @Test func `inputs that once showed a mistake of the model reader show none`() throws {
        for (name, bytes) in try cases("models") { #expect(ModelInput.mistake(bytes) == nil, "\(name)") }
    }

    /// Whatever a person has in a `where` today must hold as well.
    @Test(arguments: [
        "a == 1", "NOT (a.b BETWEEN {1, $x})", "ANY rows.@count > -(1)", "a == CAST(\"1\", \"NSDecimalNumber\")", "%@ == %K",
    ])
    func `what is in the language holds to what is asked of any text`(text: String) {
        for arguments in UInt8(0)..<60 { #expect(PredicateInput.mistake([arguments] + Array(text.utf8)) == nil) }
    }

    private func cases(_ kind: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = "\(Project.root)/Tests/Fuzzing/Cases/\(kind)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (name, Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
        }
    }
}
