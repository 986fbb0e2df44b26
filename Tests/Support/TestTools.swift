import Foundation

/// What the tests read with and is not ours: Scripts/setup.sh fetches it.
public enum TestTools {
    /// The folder with it; nil where something is not there.
    public static func folder(with name: String) -> String? {
        let script = "\(Project.root)/Scripts/test-tools.sh"
        guard let folder = try? ChildProcess.run(script, ["--print"]).output.trimmingCharacters(in: .newlines),
            FileManager.default.fileExists(atPath: "\(folder)/\(name)")
        else { return nil }
        return folder
    }
}
