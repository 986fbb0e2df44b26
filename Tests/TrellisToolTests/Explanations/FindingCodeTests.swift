import Foundation
import TestSupport
import Testing

/// A code is for ever: it belongs to one rule, and some test shows what the rule reports.
struct FindingCodeTests {
    /// Every declaration of a code in the sources, with its file.
    static let declared: [(code: String, file: String)] = files(under: ["Sources", "Templates"]) { $0.hasSuffix(".swift") }
        .flatMap { file, text in
            text.matches(of: /FindingCode\("(TR[0-9]{4})"/).map { (String($0.output.1), file) }
        }

    private static func files(under folders: [String], _ isWanted: (String) -> Bool) -> [(file: String, text: String)] {
        folders.flatMap { folder in
            let paths =
                FileManager.default.enumerator(atPath: "\(Project.root)/\(folder)")?.compactMap { $0 as? String } ?? []
            return paths.filter(isWanted).sorted().map { path in
                (
                    "\(folder)/\(path)",
                    (try? String(contentsOfFile: "\(Project.root)/\(folder)/\(path)", encoding: .utf8)) ?? ""
                )
            }
        }
    }

    @Test("No two rules share a code")
    func unique() {
        #expect(Self.declared.count > 30)
        for (code, declarations) in Dictionary(grouping: Self.declared, by: \.code) where declarations.count > 1 {
            Issue.record("\(code) is declared in \(declarations.map(\.file).joined(separator: " and "))")
        }
    }

    @Test("An explanation is as severe as the code that it explains")
    func severities() throws {
        let declarations = Self.files(under: ["Sources", "Templates"]) { $0.hasSuffix(".swift") }.flatMap { _, text in
            text.matches(of: /FindingCode\("(TR[0-9]{4})"(, \.([a-z]+))?\)/).map { (String($0.output.1), String($0.output.3 ?? "error")) }
        }
        #expect(declarations.count == Self.declared.count)
        for (code, severity) in declarations {
            let text = try ChildProcess.run(Project.trellis, ["explain", code]).output
            #expect(text.contains("\nThis is a ") == (severity != "error"), "\(code) is declared as \(severity)")
            #expect(severity == "error" || text.contains("\nThis is a \(severity): "), "\(code) is declared as \(severity)")
        }
    }

    @Test("trellis.yaml may name every code, and gives another severity to those that are not errors")
    func listed() throws {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: Shop\nentities: { Customer: }\n", to: "Shop.yaml")
        let codes = Self.declared.map(\.code).sorted()
        let severities = codes.map { "  \($0): note\n" }.joined()
        try folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml } }\nseverity:\n\(severities)", to: "trellis.yaml")
        let errors = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path).errors
        let refused = errors.matches(of: /error\[(TR\d{4})\]: (TR\d{4})? ?/).map { "\($0.output.1) \($0.output.2 ?? "")" }
        let explained = try codes.filter { try !ChildProcess.run(Project.trellis, ["explain", $0]).output.contains("\nThis is a ") }
        #expect(explained.count > 100 && refused == explained.map { "TR0105 \($0)" }, "\(errors)")
    }

    @Test("Every code is shown by a test or by what a case expects on the error stream")
    func tested() {
        let tests = Self.files(under: ["Tests"]) { $0.hasSuffix("Tests.swift") || $0.hasSuffix("stderr.txt") }.map(\.text)
        for (code, file) in Self.declared {
            #expect(tests.contains { $0.contains(code) }, "\(code), declared in \(file)")
        }
    }
}
