import TestSupport
import Testing

/// Tests of `trellis check` on a project, with a memory of their own.
protocol CheckSuite {
    var project: ModelProject { get }
}

extension CheckSuite {
    var folder: TemporaryFolder { project.folder }

    func configure(_ keys: String) throws {
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, \(keys) }\n", to: "trellis.yaml")
    }

    /// Checks, with a memory of the test's own.
    @discardableResult
    func check(_ arguments: String..., exitCode: Int32 = 0) throws -> ChildProcess {
        let process = try ChildProcess.run(
            Project.trellis, ["check", "--cache", folder.file("memory")] + arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.output)\(process.errors)")
        return process
    }

    /// What is found, as file and code.
    func found(_ arguments: String...) throws -> [String] {
        let process = try ChildProcess.run(
            Project.trellis, ["check", "--cache", folder.file("memory")] + arguments, in: folder.path)
        return process.errors.matches(of: /(?m)^([A-Za-z0-9.\/]+):[0-9]+:[0-9]+: (?:error|warning)\[(TR[0-9]{4})\]/).map {
            "\($0.output.1) \($0.output.2)"
        }
    }

    func fix(_ command: String) throws {
        let process = try ChildProcess.run(Project.trellis, command.split(separator: " ").map(String.init), in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
    }
}
