import Foundation
import TestSupport
import Testing

/// `trellis explain`, and its examples, run as a person would run them.
struct ExplainTests {
    static let codes = FindingCodeTests.declared.map(\.code).sorted()

    /// Codes that no short file can show.
    static let withoutExample: Set = [
        "TR0111", "TR0112", "TR0116", "TR0117", "TR0118", "TR0119", "TR0122",
        "TR1001", "TR1009", "TR1506", "TR1707", "TR1807", "TR2001", "TR2002", "TR2003", "TR2004", "TR2005",
        "TR2107", "TR2112", "TR2120", "TR2121", "TR2204", "TR2208", "TR2209", "TR2211", "TR2212", "TR2213", "TR2214", "TR2215", "TR2216",
        "TR2301", "TR2302", "TR2303", "TR2304", "TR2305", "TR2306", "TR2307", "TR2308", "TR2309", "TR2310",
        "TR2501", "TR2502", "TR2504",
    ]

    private func explain(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["explain"] + arguments)
    }

    @Test("Every code of the sources has an explanation, in Sources/TrellisTool/Explanations")
    func complete() throws {
        let listed = try explain("--list").output.matches(of: /TR[0-9]{4}/).map { String($0.output) }
        #expect(listed == listed.sorted())
        for (code, file) in FindingCodeTests.declared where !listed.contains(code) {
            Issue.record("\(code), declared in \(file), has no explanation")
        }
        for code in listed where !Self.codes.contains(code) { Issue.record("\(code) is explained and not declared") }
        #expect(Set(listed).count == listed.count)
    }

    @Test("An explanation has a title, words and an example, in lines that fit a terminal", arguments: codes)
    func readable(code: String) throws {
        let process = try explain(code)
        #expect(process.exitCode == 0 && process.errors == "")
        let lines = process.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("\(code): ") && !lines[0].hasSuffix("."))
        #expect(lines.count > 2 && lines[1] == "" && lines[2] != "")
        for line in lines { #expect(line.count <= 90, "\(line)") }
        let example = PrintedExample(process.output)
        #expect(example.wrong.isEmpty == Self.withoutExample.contains(code))
        #expect(example.wrong.isEmpty == example.fixed.isEmpty)
    }

    @Test("The wrong example gives the code and no other, the fixed one gives nothing", arguments: codes)
    func example(code: String) throws {
        let example = PrintedExample(try explain(code).output)
        guard !example.wrong.isEmpty else { return }
        let folder = try TemporaryFolder()
        func validate(_ files: [String: String]) throws -> ChildProcess {
            for (path, text) in files { try folder.write(text, to: path) }
            var arguments = code == "TR0001" ? ["format", "--check"] : ["validate"]
            if code.hasPrefix("TR17") || ["TR0114", "TR0115"].contains(code) { arguments = ["generate"] }
            if code == "TR0121" { arguments = ["check", "--no-cache"] }
            if code.hasPrefix("TR21") { arguments = ["migrate", "plan", "--decisions", "2.migration.yaml", "Old.yaml"] }
            if example.wrong["trellis.yaml"] == nil { arguments.append("Model.yaml") }
            return try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        }
        let wrong = try validate(example.wrong)
        let found = wrong.errors.matches(of: /(error|warning)\[(TR[0-9]{4})\]/).map { String($0.output.2) }
        #expect(Set(found) == [code], "\(wrong.errors)")
        let fixed = try validate(example.fixed)
        #expect(fixed.exitCode == 0 && fixed.errors == "", "\(fixed.errors)")
    }

    @Test("A code may be written in lower case")
    func smallLetters() throws {
        #expect(try explain("tr1203").output == explain("TR1203").output)
    }

    @Test("Without a code all are listed")
    func list() throws {
        let process = try explain()
        #expect(process.exitCode == 0)
        #expect(try process.output == explain("--list").output)
        #expect(process.output.contains("\nRelationships:\n  TR1201  An unknown destination\n"))
    }

    @Test("A code that does not exist is wrong use, with the nearest one")
    func unknown() throws {
        let near = try explain("TR12O3")
        #expect(near.exitCode == 2)
        #expect(near.output == "")
        #expect(near.errors.contains("There is no finding 'TR12O3': did you mean 'TR1203'?"))
        let far = try explain("inverse")
        #expect(far.exitCode == 2)
        #expect(far.errors.contains("There is no finding 'inverse': 'trellis explain' lists all codes"))
        #expect(try explain("TR1203", "--list").exitCode == 2)
    }
}

/// The files that an explanation shows, by their paths: each in four spaces below a line that names it.
private struct PrintedExample {
    var wrong: [String: String] = [:]
    var fixed: [String: String] = [:]

    init(_ text: String) {
        var place: (isWrong: Bool, path: String)?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let heading = line.wholeMatch(of: /(Wrong|Fixed), in (.+):/) {
                place = (heading.output.1 == "Wrong", String(heading.output.2))
            } else if let place, line.hasPrefix("    ") {
                let path = place.path
                if place.isWrong {
                    wrong[path, default: ""] += line.dropFirst(4) + "\n"
                } else {
                    fixed[path, default: ""] += line.dropFirst(4) + "\n"
                }
            }
        }
    }
}
