import Foundation
import TestSupport

/// A piece of Swift compiled against the modules of this build, as a user's program would be: what must not compile can only be
/// tried this way.
struct SwiftCompilation {
    let succeeded: Bool
    /// The compiler's errors, without places.
    let errors: [String]
    let output: String

    /// Compiles a source file as far as SIL: a type check alone lets pass what crosses isolation.
    init(_ source: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(source, to: "Snippet.swift")
        let run = try ChildProcess.run(
            named: "swiftc",
            [
                "-emit-sil", "-o", folder.file("Snippet.sil"), "-swift-version", "6", "-parse-as-library", file,
                "-I", "\(Project.products)/Modules",
            ] + Self.moduleMaps.flatMap { ["-I", $0] })
        succeeded = run.exitCode == 0
        output = run.output + run.errors
        errors = output.split(separator: "\n").compactMap { line in
            line.firstRange(of: ": error: ").map { String(line[$0.upperBound...]) }
        }
    }

    /// The folders of the C modules that the run-time library and GRDB import.
    private static let moduleMaps: [String] = {
        // The checkouts stand in the build folder, at some height above the products.
        var folder = URL(filePath: Project.products)
        var checkout: URL { folder.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite") }
        while folder.path != "/", !FileManager.default.fileExists(atPath: checkout.path) { folder.deleteLastPathComponent() }
        return ["\(Project.root)/Sources/CSQLite", checkout.path]
    }()
}
