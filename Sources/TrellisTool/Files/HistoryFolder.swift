import Foundation
import SchemaEvolution

/// The folder `versions` beside a model's file.
enum HistoryFolder {
    private static let name = "versions"
    /// What names of files begin with that are being written.
    private static let draftPrefix = ".trellis-"

    /// The folder, by a path like the model's own.
    static func path(besideModel path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        return (parts + [name]).joined(separator: "/")
    }

    /// The file of a version that a person named by its number; anything else as it is.
    /// - Parameter model: the model whose version is meant; nil for the only one of the configuration.
    /// - Throws: ``CouldNotRun`` where there is no such model.
    static func path(ofVersion version: String, model: String?) throws(CouldNotRun) -> String {
        guard let number = Int(version), String(number) == version, number > 0, !FileManager.default.fileExists(atPath: version)
        else { return version }
        let model = try ModelSelection.onlyModel(model)
        let file = HistoryFile.model(version: number).name
        let names = try visibleNames(besideModel: model)
        guard names.contains(file) else {
            // Versions may be squashed.
            let numbers = names.compactMap { name in
                name.split(separator: ".").first.flatMap { Int($0) }.flatMap { HistoryFile.model(version: $0).name == name ? $0 : nil }
            }
            let first = numbers.min().flatMap { $0 > 1 ? "its first one is \($0), and " : nil } ?? ""
            let versions = numbers.max().map { "\(first)its last one is \($0)" } ?? "none is frozen"
            throw CouldNotRun("'\(model)' has no version \(number): \(versions)")
        }
        return "\(path(besideModel: model))/\(file)"
    }

    /// The hash of a frozen version, which its stores record; nil if the lock has none.
    /// - Parameter model: the model whose version is meant; nil for the only one of the configuration.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func hash(ofVersion number: Int, model: String?) throws(CouldNotRun) -> String? {
        let file = try InputFile(reading: "\(path(besideModel: try ModelSelection.onlyModel(model)))/\(HistoryFile.lock.name)")
        return HistoryLock.read(file.bytes, file: file.path).lock?.versions.first { $0.number == number }?.hash
    }

    /// The history's files, hidden ones aside; none where there is no such folder.
    /// - Parameter extent: the versions whose files are read.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func read(besideModel model: String, _ extent: HistoryExtent = .all) throws(CouldNotRun) -> HistoryFiles {
        let folder = path(besideModel: model)
        var files = HistoryFiles(model: model, folder: folder, contents: [:])
        var names = extent == .none ? [] : try visibleNames(besideModel: model)
        if extent != .all, names.contains(HistoryFile.lock.name) {
            let lock = try InputFile(reading: files.path(.lock))
            // A lock with an error is read with all that belongs to it, to find out what happened.
            let newest = HistoryLock.read(lock.bytes, file: lock.path).lock?.versions.last?.number
            files.first = newest.map { extent.first(newest: $0) } ?? 0
            names.removeAll { HistoryFile(name: $0)?.version.map { $0 < files.first } ?? false }
        }
        for name in names { files.contents[name] = try InputFile(reading: "\(folder)/\(name)").bytes }
        return files
    }

    /// The names of the history's files, hidden ones aside; none if there is no such folder.
    /// - Throws: ``CouldNotRun`` for a folder that cannot be read.
    static func visibleNames(besideModel model: String) throws(CouldNotRun) -> [String] {
        let folder = path(besideModel: model)
        return FileManager.default.fileExists(atPath: folder) ? try names(in: folder).filter { !$0.hasPrefix(".") } : []
    }

    private static func names(in folder: String) throws(CouldNotRun) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw CouldNotRun("cannot read '\(folder)': \(error.localizedDescription)")
        }
    }

    /// The history's files as a revision of git has them; none where it has no such folder.
    /// - Throws: ``CouldNotRun`` where git does not give them.
    static func read(besideModel model: String, revision: String) throws(CouldNotRun) -> HistoryFiles {
        let folder = CanonicalPath.folder(of: model)
        var files = HistoryFiles(model: model, folder: "\(revision):\(path(besideModel: model))", contents: [:])
        let purpose = "read '\(files.folder)'"
        let (names, errors) = try Git.run(["ls-tree", "-z", "--name-only", revision, "\(name)/"], in: folder, to: purpose)
        guard let names else { throw CouldNotRun("cannot \(purpose): \(errors.split(whereSeparator: \.isNewline).first ?? "git failed")") }
        for path in names.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
            let (bytes, _) = try Git.run(["show", "\(revision):./\(path)"], in: folder, to: purpose)
            guard let bytes else { throw CouldNotRun("cannot \(purpose): git has no '\(path)'") }
            files.contents[String(path.dropFirst(name.count + 1))] = bytes
        }
        return files
    }

    /// Writes files of a history, the lock after all others: whatever stops it, what the lock names is whole.
    /// - Parameter removed: the names of files that go.
    /// - Throws: ``CouldNotRun``
    static func write(_ files: [(name: String, bytes: [UInt8])], removing removed: [String] = [], to folder: String) throws(CouldNotRun) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // What a run that was stopped has left.
            for name in try names(in: folder) where name.hasPrefix(draftPrefix) { unlink("\(folder)/\(name)") }
            let lock = HistoryFile.lock.name
            let ordered = files.filter { $0.name != lock } + files.filter { $0.name == lock }
            for file in ordered { try writeDraft(of: file.name, file.bytes, in: folder) }
            for name in removed { unlink("\(folder)/\(name)") }
            for file in ordered {
                guard rename("\(folder)/\(draftPrefix)\(file.name)", "\(folder)/\(file.name)") == 0 else { throw POSIXError.current }
                // The order on the disk too.
                if file.name != lock { sync(folder) }
            }
            sync(folder)
            // A build that was planned before there was a folder of versions looks at the folder of the model: it has to see that
            // something has changed below. Where the folder belongs to another user, it does not.
            utimes(CanonicalPath.folder(of: folder), nil)
        } catch {
            throw CouldNotRun("cannot write '\(folder)': \((error as? CouldNotRun)?.description ?? error.localizedDescription)")
        }
    }

    /// Removes files that the lock does not cover.
    static func remove(_ names: [String], from folder: String) {
        for name in names { unlink("\(folder)/\(name)") }
        sync(folder)
    }

    private static func writeDraft(of name: String, _ bytes: [UInt8], in folder: String) throws {
        let descriptor = open("\(folder)/\(draftPrefix)\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw POSIXError.current }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(bytes))
        try file.synchronize()
        try file.close()
    }

    /// Waits until the disk has the folder's entries.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// The versions whose files a command reads.
enum HistoryExtent: Equatable {
    case none
    /// The newest version, on which the next one is based.
    case newest
    /// A version and all that follow, or the newest one if no such version exists.
    case from(Int)
    case all

    fileprivate func first(newest: Int) -> Int {
        switch self {
        case .none, .newest: newest
        case .from(let number): min(number, newest)
        case .all: 0
        }
    }
}

extension HistoryFiles {
    /// The files by their paths, as they are read.
    var inputs: [InputFile] { contents.sorted { $0.key < $1.key }.map { InputFile(path: "\(folder)/\($0.key)", bytes: $0.value) } }
}
