import ArgumentParser
import Foundation
import SchemaSyntax

/// A file that was read, by the path that the person gave.
struct InputFile {
    var path: String
    var bytes: [UInt8]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Reads a file.
    /// - Throws: ``CouldNotRun``
    init(reading path: String) throws(CouldNotRun) {
        self.path = path
        do {
            // A file of any size, or one without an end, must not fill the memory before it is refused.
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

    /// The name of the file without its folders.
    var name: String { URL(filePath: path).lastPathComponent }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    private static func reason(_ error: any Error, path: String) -> String {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return "there is no such file" }
        if isDirectory.boolValue { return "it is a folder" }
        return FileManager.default.isReadableFile(atPath: path) ? error.localizedDescription : "permission denied"
    }
}

/// The tool could not do its work: exit code 3.
struct CouldNotRun: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
