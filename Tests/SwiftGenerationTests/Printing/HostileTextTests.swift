import Foundation
import TestSupport
import Testing

@testable import SwiftGeneration

/// Texts of a model stand in comments and literals of Swift, and must not get out of them.
struct HostileTextTests {
    static let texts = [
        "*/ code /*", "\"\"\" code", "\"\"\"# code", "\"\"\"##### code", "\\(code)", "\\#(code)", "\\##(code)", "line\ncode",
        "line\r\ncode", "line\rcode",
        "line\u{2028}code", "line\u{85}code", "nul\u{0}code", "esc\u{1B}code", "bidi\u{202E}code", "\\", "\"", "`code`",
        "```", "#\"\"\"#",
        "\\\\#\u{301}(code)", "\u{301}code", "\"\u{301}\"\"\"#\u{301}", "'\u{301}", "{{code}}", "{{{fileName}}}",
        "// MARK: code", "\u{FEFF}x", "\r\n", "\\\r", "\"\"\"#\r\n\\#n", "\u{7F}\u{9B}\u{2029}\t", "\\\u{1B}#",
    ]

    /// A model that holds a text wherever one can stand.
    private func model(_ text: String) -> String {
        let escaped =
            "\""
            + text.unicodeScalars.map { scalar in
                "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
            }.joined() + "\""
        let inCondition = text.unicodeScalars.map { scalar in
            ["\"", "\\"].contains(scalar) ? "\\\(scalar)" : String(scalar)
        }.joined()
        let condition = "name == \"\(inCondition)\"".unicodeScalars.map { scalar in
            "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                + String(scalar.value, radix: 16)
        }.joined()
        return """
            trellis: 1
            model: Things
            doc: \(escaped)
            entities:
              Thing:
                doc: \(escaped)
                attributes:
                  name: { type: string, default: \(escaped), doc: \(escaped) }
                fetches:
                  find: { doc: \(escaped), where: "\(condition)" }

            """
    }

    @Test("The compiler reads what it should: every literal gives the text, and no text is code")
    func compiles() throws {
        let folder = try TemporaryFolder()
        var arguments = ["-frontend", "-parse"]
        for (index, text) in Self.texts.enumerated() {
            for (number, file) in try Generated(model(text)).files().enumerated() {
                try folder.write(file.text, to: "File\(index)_\(number).swift")
                arguments.append("File\(index)_\(number).swift")
            }
        }
        let process = try ChildProcess.run(named: "swiftc", arguments, in: folder.path)
        #expect(process.exitCode == 0 && process.errors == "" && process.output == "", "\(process.errors)")
    }

    @Test("A line of a doc stays a line of a comment", arguments: texts)
    func comments(text: String) throws {
        let plain = try Generated(model("plain")).text().split(whereSeparator: \.isNewline)
        let hostile = try Generated(model(text)).text().split(whereSeparator: \.isNewline)
        // But for the comments and the literals the two are the same code.
        func code(_ lines: [Substring]) -> [Substring] {
            lines.filter {
                !$0.drop { $0 == " " }.hasPrefix("//") && !$0.contains("\"") && !$0.contains("\\") && !$0.contains("'hash'")
            }
        }
        #expect(code(plain) == code(hostile))
        for line in hostile {
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(line)")
        }
    }

    @Test("A literal gives its text back when it is run")
    func literals() throws {
        func check(_ literal: String, gives text: String) -> String {
            "check(\(literal), [\(text.unicodeScalars.map { String($0.value) }.joined(separator: ", "))])\n"
        }
        var program = """
            func check(_ text: String, _ scalars: [UInt32]) {
                if text.unicodeScalars.map(\\.value) != scalars { print("differs: \\(scalars)") }
            }

            """
        for text in Self.texts {
            program += check(SwiftLiteral.string(text), gives: text)
            program += check(SwiftLiteral.multiline(text), gives: text)
            program += check(SwiftLiteral.multiline("CHECK (e IN ('\(text)',\n'\(text)'))"), gives: "CHECK (e IN ('\(text)',\n'\(text)'))")
        }
        let folder = try TemporaryFolder()
        try folder.write(program + "print(\"done\")\n", to: "main.swift")
        let built = try ChildProcess.run(named: "swiftc", ["-Onone", "main.swift", "-o", "main"], in: folder.path)
        try #require(built.exitCode == 0, "\(built.errors)")
        let output = try ChildProcess.run(folder.file("main"), []).output
        #expect(output == "done\n", "\(output)")
    }
}
