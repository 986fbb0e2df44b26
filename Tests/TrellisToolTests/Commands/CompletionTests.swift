import Foundation
import TestSupport
import Testing

/// What a shell completes.
struct CompletionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Order: { attributes: { paid: bool }, fetches: { unpaid: { where: paid == false }, all: { sort: paid } } }
              Customer: { fetches: { everybody: {} } }
              Plain:
            """, to: "Shop.yaml")
        try folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml } }\n", to: "trellis.yaml")
    }

    private func script(_ shell: String) throws -> String {
        let process = try ChildProcess.run(Project.trellis, ["--generate-completion-script", shell])
        #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)")
        return process.output
    }

    @Test("A script is made for each shell, and the shell takes it where it is there", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) throws {
        let text = try script(shell)
        for word in ["init", "validate", "migrate", "report", "sarif", "watch"] {
            #expect(text.contains(word), "\(shell) has no \(word)")
        }
        try folder.write(text, to: "script")
        guard try ChildProcess.run(named: shell, ["-c", "true"]).exitCode == 0 else { return }
        let process = try ChildProcess.run(named: shell, ["-n", folder.file("script")])
        #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)")
    }

    /// What bash offers for the last word of a line, in a folder with a model.
    private func offered(_ line: String) throws -> [String] {
        try folder.write(try script("bash"), to: "script")
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let program = """
            PATH="\(Project.products):$PATH"
            source ./script
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            COMP_LINE='\(line)'
            COMP_POINT=\(line.count)
            _trellis trellis '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let process = try ChildProcess.run(named: "bash", ["-c", program], in: folder.path)
        return process.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
    }

    @Test(
        "bash offers commands, options, values, files, codes and the names of a model",
        arguments: [
            ("trellis mig", ["migrate"]), ("trellis migrate st", ["status"]), ("trellis validate --conf", ["--config"]),
            ("trellis validate --color a", ["always", "auto"]), ("trellis diff --format j", ["json"]),
            ("trellis validate Sh", ["Shop.yaml"]), ("trellis explain TR180", (1...7).map { "TR180\($0)" }),
            ("trellis fetches --entity ", ["Customer", "Order"]), ("trellis fetches --entity Order --fetch ", ["all", "unpaid"]),
            ("trellis diagram --around ", ["Customer", "Order"]), ("trellis diagram --around Order --steps ", ["1", "2", "3"]),
            ("trellis fetches Shop.yaml --fetch ", ["all", "everybody", "unpaid"]),
        ])
    func offers(line: String, words: [String]) throws {
        #expect(try offered(line) == words)
    }

    @Test("Where no model can be read there is nothing to offer, and nothing is said")
    func unreadable() throws {
        try folder.write("entities: [", to: "Shop.yaml")
        #expect(try offered("trellis fetches --entity ") == [])
        try folder.write("models: [", to: "trellis.yaml")
        #expect(try offered("trellis fetches --fetch ") == [])
    }

    @Test("Every option that names a file or a folder says so to the shell")
    func kinds() throws {
        // Options with free texts and numbers.
        let free = ["model", "today", "to", "from", "before", "version-number", "trellis", "current", "accept-losses", "stores", "query", "canary", "max-failures", "jobs", "lock-timeout"]
        for command in try CommandDump.root().all {
            for argument in command.arguments ?? [] where argument.kind == "option" {
                guard let name = argument.preferredName?.name, !free.contains(name) else { continue }
                #expect(argument.completionKind != nil, "\(command.words) --\(name)")
            }
        }
    }
}
