import Foundation

/// A piece of Swift compiled against the modules of this build, as a user's program would be: what must not compile can only be
/// tried this way.
public struct SwiftCompilation {
    public let succeeded: Bool
    /// The compiler's errors, without places.
    public let errors: [String]
    public let output: String

    /// Compiles a source file as far as SIL: a type check alone lets pass what crosses isolation.
    public init(_ source: String) throws {
        try self.init(files: ["Snippet.swift": source])
    }

    /// Compiles source files, by their names, as one module.
    public init(files: [String: String], options: [String] = []) throws {
        let folder = try TemporaryFolder()
        let paths = try files.sorted { $0.key < $1.key }.map { try folder.write($0.value, to: $0.key) }
        let run = try ChildProcess.run(
            named: "swiftc",
            [
                "-emit-sil", "-wmo", "-o", folder.file("Snippet.sil"), "-module-name", "Snippet", "-swift-version", "6",
                "-parse-as-library", "-I", "\(Project.products)/Modules",
            ] + Self.moduleMaps.flatMap { ["-I", $0] } + options + paths)
        succeeded = run.exitCode == 0
        output = run.output + run.errors
        errors = output.split(separator: "\n").compactMap { line in
            line.firstRange(of: ": error: ").map { String(line[$0.upperBound...]) }
        }
    }

    /// The folders of the C modules that the run-time library and GRDB import.
    public static let moduleMaps: [String] = {
        // The checkouts stand in the build folder, at some height above the products.
        var folder = URL(filePath: Project.products)
        var checkout: URL { folder.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite") }
        while folder.path != "/", !FileManager.default.fileExists(atPath: checkout.path) { folder.deleteLastPathComponent() }
        return ["\(Project.root)/Sources/CSQLite", checkout.path]
    }()
}
