import Diagnostics
import Foundation
import SchemaSyntax

/// A file that was read, with the path that the user wrote.
package struct InputFile {
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Reads a file.
    /// - Throws: ``CouldNotRun``
    package init(reading path: String) throws(CouldNotRun) {
        self.path = path
        if Self.isNamedPipe(path) { throw CouldNotRun("cannot read '\(path)': it is a pipe") }
        do {
            // A file of any size, even one without an end, is refused before it fills the memory.
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? handle.close() }
            var content = [UInt8]()
            while content.count <= YAMLParser.sizeLimit, let more = try handle.read(upToCount: 1 << 20), !more.isEmpty {
                content += more
            }
            bytes = content
        } catch {
            throw CouldNotRun("cannot read '\(path)': \(Self.reason(error, path: path))")
        }
    }

    /// Whether a reader would wait there for another program. The pipes of a shell have a writer already.
    private static func isNamedPipe(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
        // They have no path of their own, whatever link leads to them.
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        return !["/dev/fd/", "/proc/"].contains { String(cString: resolved).hasPrefix($0) }
    }

    /// The name of the file without its folders.
    package var name: String { URL(filePath: path).lastPathComponent }

    /// Whether it was read to its end. Larger files than any model are not.
    package var isWhole: Bool { bytes.count <= YAMLParser.sizeLimit }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The likely file for a missing one: a file beside it with a similar name, or the model with that name.
    private static func nearest(to path: String) -> String? {
        let url = URL(filePath: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
        let siblings = names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".\(url.pathExtension)") }.sorted()
        if let name = Spelling.nearest(to: url.lastPathComponent, in: siblings) {
            return String(path.dropLast(url.lastPathComponent.count)) + name
        }
        let configuration = FileManager.default.contents(atPath: ConfigurationReader.fileName).map {
            ConfigurationReader.read(InputFile(path: ConfigurationReader.fileName, bytes: Array($0))).configuration
        }
        let models = configuration??.models ?? []
        let wanted = url.deletingPathExtension().lastPathComponent
        return Spelling.nearest(to: wanted, in: models.map(\.name)).flatMap { name in models.first { $0.name == name && $0.path != path }?.path }
    }

    private static func reason(_ error: any Error, path: String) -> String {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return "there is no such file" + (nearest(to: path).map { "; did you mean '\($0)'?" } ?? "")
        }
        if isDirectory.boolValue { return "it is a folder" }
        return FileManager.default.isReadableFile(atPath: path) ? error.localizedDescription : "permission denied"
    }
}

/// A program could not do its work: exit code 3.
package struct CouldNotRun: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
