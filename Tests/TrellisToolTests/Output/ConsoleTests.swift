import Foundation
import TestSupport
import Testing

/// Colour, and how much is said.
struct ConsoleTests {
    let folder: TemporaryFolder
    private let plain = "Broken.yaml:4:10: error[TR1102]: "
    private let coloured = "\u{1B}[1mBroken.yaml:4:10:\u{1B}[0m \u{1B}[1;31merror[TR1102]:\u{1B}[0m "

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: Things\nentities:\n  Thing:\n", to: "Things.yaml")
        try folder.write("trellis: 1\nmodel: Broken\nentities:\n  Thing: []\n", to: "Broken.yaml")
    }

    private func trellis(_ arguments: String..., environment: [String] = []) throws -> ChildProcess {
        try ChildProcess.run(
            named: "-u", ["NO_COLOR", "-u", "CLICOLOR", "-u", "CLICOLOR_FORCE"] + environment + [Project.trellis] + arguments, in: folder.path)
    }

    @Test("Only a terminal gets colours, unless an option asks for them")
    func colour() throws {
        func isColoured(_ arguments: String..., environment: [String] = []) throws -> Bool {
            let process = try ChildProcess.run(
                named: "-u",
                ["NO_COLOR", "-u", "CLICOLOR", "-u", "CLICOLOR_FORCE"] + environment + [Project.trellis, "validate", "Broken.yaml"] + arguments,
                in: folder.path)
            #expect(process.errors.hasPrefix(plain) || process.errors.hasPrefix(coloured), "\(process.errors)")
            return process.errors.hasPrefix(coloured)
        }
        #expect(try !isColoured())
        #expect(try isColoured("--color", "always"))
        #expect(try isColoured("--color", "always", environment: ["NO_COLOR=1"]))
        #expect(try !isColoured("--color", "never", environment: ["CLICOLOR_FORCE=1"]))
        #expect(try isColoured(environment: ["CLICOLOR_FORCE=1"]))
        #expect(try !isColoured(environment: ["CLICOLOR_FORCE=0"]))
        #expect(try !isColoured(environment: ["CLICOLOR_FORCE=1", "NO_COLOR=1"]))
        #expect(try isColoured(environment: ["CLICOLOR_FORCE=1", "NO_COLOR="]))
    }

    @Test("A terminal gets colours, unless NO_COLOR, CLICOLOR or TERM say otherwise")
    func terminal() throws {
        // `script` gives a program a terminal; some systems have none, or another one.
        func shown(_ environment: String) throws -> String? {
            let command = "env -u NO_COLOR -u CLICOLOR -u CLICOLOR_FORCE TERM=xterm \(environment) '\(Project.trellis)' validate Broken.yaml"
            let process = try ChildProcess.run(named: "script", ["-qec", command, "/dev/null"], in: folder.path)
            return process.exitCode == 1 ? process.output : nil
        }
        guard let text = try shown("") else { return }
        #expect(text.hasPrefix(coloured), "\(text)")
        for environment in ["NO_COLOR=1", "CLICOLOR=0", "TERM=dumb"] { #expect(try shown(environment)?.hasPrefix(plain) == true) }
    }

    @Test("How far it is shows on a terminal alone, and not for who wants it quiet")
    func progress() throws {
        let progress = "Things: checking its format"
        #expect(try trellis("check", "Things.yaml", "--no-cache").errors == "")
        func shown(_ options: String) throws -> String? {
            let command = "'\(Project.trellis)' check Things.yaml --no-cache \(options)"
            let process = try ChildProcess.run(named: "script", ["-qec", command, "/dev/null"], in: folder.path)
            return process.exitCode == 0 ? process.output : nil
        }
        guard let text = try shown("") else { return }
        #expect(text.contains(progress) && text.contains("Things: no errors"), "\(text)")
        #expect(try shown("--quiet") == "")
    }

    @Test("A report is never coloured")
    func report() throws {
        let process = try trellis("validate", "Broken.yaml", "--color", "always", "--report", "text")
        #expect(process.output.hasPrefix(plain))
    }

    @Test("--quiet leaves findings and what was asked for, --verbose tells what is read and written")
    func amount() throws {
        #expect(try trellis("validate", "Things.yaml", "--quiet").output == "")
        #expect(try trellis("validate", "Broken.yaml", "-q").errors.hasPrefix(plain))
        #expect(try trellis("generate", "Things.yaml", "--swift", "out", "--quiet").output == "")
        #expect(try trellis("migrate", "create", "Things.yaml", "--dry-run", "--quiet").output.contains("version 1"))
        let process = try trellis("generate", "Things.yaml", "--sql", "out/things.sql", "--verbose")
        #expect(process.errors == "Things.yaml: read with 0 included files and 0 of its history\nwritten: out/things.sql\n")
        #expect(process.output == "1 file written, 0 unchanged\n")
    }
}
