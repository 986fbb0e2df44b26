import CoreDataHistory
import CoreDataImport
import Foundation
import ProjectFiles

/// The versions in an `.xcdatamodeld` folder, or the only one in an `.xcdatamodel` folder. Compiled ones are a `.momd` folder of `.mom`
/// files.
struct CoreDataBundle {
    /// The oldest first, up to the current one.
    let versions: [CoreDataVersion]
    /// Versions after the current one, which are left out.
    let later: [String]
    /// Whether the order is that of the names alone.
    let isOrderedByName: Bool

    private static let suffix = ".xcdatamodel"
    private static let compiledSuffix = ".mom"

    /// - Parameters:
    ///   - order: a file with the names of versions, the oldest first, one a line; nil for the order of the names.
    ///   - current: the current version; nil for the one that the bundle says, or the newest.
    /// - Throws: ``CouldNotRun``
    init(path: String, order: String?, current named: String?) throws(CouldNotRun) {
        let path = Self.plainPath(path)
        if path.hasSuffix(Self.suffix) {
            let name = Self.version(of: URL(filePath: path).lastPathComponent)
            (versions, later, isOrderedByName) = ([try Self.read(name, "\(path)/contents")], [], false)
            return
        }
        if path.hasSuffix(Self.compiledSuffix) {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            (versions, later, isOrderedByName) = ([try Self.read(name, path)], [], false)
            return
        }
        let isCompiled = path.hasSuffix(".momd")
        guard isCompiled || path.hasSuffix(".xcdatamodeld") else {
            throw CouldNotRun("'\(path)' is no .xcdatamodeld, .xcdatamodel or .momd folder, and no .mom file")
        }
        let suffix = isCompiled ? Self.compiledSuffix : Self.suffix
        let names = try HistoryFolder.names(in: path).filter { $0.hasSuffix(suffix) }.map(Self.version)
        if names.isEmpty { throw CouldNotRun("'\(path)' has no \(isCompiled ? ".mom files" : ".xcdatamodel folders")") }
        let ordered = try order.map { file throws(CouldNotRun) in try Self.ordered(names, by: file) } ?? VersionOrder.sorted(names)
        if let named, !ordered.contains(named) { throw CouldNotRun("'\(path)' has no version '\(named)': it has \(ordered.map { "'\($0)'" }.joined(separator: ", "))") }
        let current = if let named { named } else { try Self.current(in: path) }
        if let current, !ordered.contains(current) {
            throw CouldNotRun("'\(path)' names '\(current)' as its current version, and has no such version: name one with --current")
        }
        let last = current.flatMap { ordered.firstIndex(of: $0) } ?? ordered.count - 1
        later = Array(ordered[(last + 1)...])
        var versions = [CoreDataVersion]()
        for name in ordered[...last] { versions.append(try Self.read(name, "\(path)/\(name)\(suffix)" + (isCompiled ? "" : "/contents"))) }
        self.versions = versions
        isOrderedByName = order == nil && ordered.count > 1
    }

    /// A path without empty parts and `.` behind its first part. A shell's completion ends folders with a slash.
    static func plainPath(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let plain = (parts.prefix(1) + parts.dropFirst().filter { !$0.isEmpty && $0 != "." }).joined(separator: "/")
        return plain.isEmpty ? path : plain
    }

    /// The name of a version. Some bundles say the suffix twice.
    private static func version(of folder: String) -> String {
        for suffix in [suffix, compiledSuffix] where folder.hasSuffix(suffix) { return version(of: String(folder.dropLast(suffix.count))) }
        return folder
    }

    private static func read(_ name: String, _ file: String) throws(CouldNotRun) -> CoreDataVersion {
        CoreDataVersion(name: name, file: file, contents: Data(try InputFile(reading: file).bytes))
    }

    /// The versions in the order of a file, which has to name each once.
    private static func ordered(_ names: [String], by file: String) throws(CouldNotRun) -> [String] {
        let lines = try InputFile(reading: file).text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let ordered = lines.filter { !$0.isEmpty }.map { version(of: $0) }
        if let strange = ordered.first(where: { !names.contains($0) }) { throw CouldNotRun("'\(file)' names '\(strange)', which is no version of the bundle") }
        if let missing = names.first(where: { !ordered.contains($0) }) { throw CouldNotRun("'\(file)' does not name the version '\(missing)'") }
        if Set(ordered).count < ordered.count { throw CouldNotRun("'\(file)' names a version twice") }
        return ordered
    }

    private struct CurrentVersion: Decodable {
        var name: String?
        var compiledName: String?

        enum CodingKeys: String, CodingKey {
            case name = "_XCCurrentVersionName"
            case compiledName = "NSManagedObjectModel_CurrentVersionName"
        }
    }

    /// The version that the bundle says is the current one; nil where it says none.
    private static func current(in path: String) throws(CouldNotRun) -> String? {
        let file = path.hasSuffix(".momd") ? "\(path)/VersionInfo.plist" : "\(path)/.xccurrentversion"
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        let bytes = try InputFile(reading: file).bytes
        do {
            let current = try PropertyListDecoder().decode(CurrentVersion.self, from: Data(bytes))
            return (current.name ?? current.compiledName).map { version(of: $0) }
        } catch {
            throw CouldNotRun("'\(file)' is no property list with a current version")
        }
    }
}
