import Foundation

/// A folder on a disk that can lose its power: what is synced stays, and of the rest any part.
///
/// - A file that was not synced since a write may hold it, lose it, or hold some of its sectors. What survives does not depend on the
///   order of the writes.
/// - Names are created and deleted in an order, of which a first part survives. Syncing a new file keeps its name, as SQLite does by
///   syncing the folder of journals and logs, and as file systems do.
public struct SimulatedDisk {
    private struct File {
        var synced: [UInt8] = []
        var pending: [Change] = []

        enum Change {
            case write(offset: Int, [UInt8])
            case truncate(Int)
        }
    }

    /// What each file holds, by a number of its own: a name may come to be another file's.
    private var files: [File] = []
    private var syncedNames: [String: Int] = [:]
    private var pendingNames: [(name: String, file: Int?)] = []
    private var names: [String: Int] = [:]

    /// The files that are on the disk when the work begins.
    public init(_ folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasSuffix("-shm") {
            syncedNames[name] = files.count
            files.append(File(synced: Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))))
        }
        names = syncedNames
    }

    public mutating func apply(_ event: FileTrace.Event) {
        switch event {
        case .create(let name): _ = create(name)
        case .write(let name, let offset, let bytes): files[number(name)].pending.append(.write(offset: offset, bytes))
        case .truncate(let name, let size): files[number(name)].pending.append(.truncate(size))
        case .sync(let name): sync(number(name))
        case .delete(let name, let syncsFolder):
            names[name] = nil
            pendingNames.append((name, nil))
            if syncsFolder { keepNames(pendingNames.count) }
        case .acknowledge: break
        }
    }

    private mutating func number(_ name: String) -> Int { names[name] ?? create(name) }

    private mutating func create(_ name: String) -> Int {
        files.append(File())
        names[name] = files.count - 1
        pendingNames.append((name, files.count - 1))
        return files.count - 1
    }

    private mutating func sync(_ number: Int) {
        for change in files[number].pending { Self.apply(change, to: &files[number].synced) }
        files[number].pending = []
        if let place = pendingNames.firstIndex(where: { $0.file == number }) { keepNames(place + 1) }
    }

    private mutating func keepNames(_ count: Int) {
        for (name, file) in pendingNames.prefix(count) { syncedNames[name] = file }
        pendingNames.removeFirst(count)
    }

    private static func apply(_ change: File.Change, to bytes: inout [UInt8]) {
        switch change {
        case .write(let offset, let new):
            if bytes.count < offset + new.count { bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count) }
            bytes.replaceSubrange(offset..<offset + new.count, with: new)
        case .truncate(let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) } else { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
        }
    }
}

extension SimulatedDisk {
    /// What a cut of the power leaves now, by the files' names.
    public func afterPowerCut(using random: inout SeededGenerator) -> [String: [UInt8]] {
        var names = syncedNames
        for (name, file) in pendingNames.prefix(.random(in: 0...pendingNames.count, using: &random)) { names[name] = file }
        // Between a disk that had written almost nothing and one that had written almost all.
        let survival: Double = [0, 0.1, 0.5, 0.9, 1][Int.random(in: 0..<5, using: &random)]
        return names.sorted { $0.key < $1.key }.reduce(into: [:]) { found, entry in
            found[entry.key] = content(of: files[entry.value], survival, &random)
        }
    }

    private func content(of file: File, _ survival: Double, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = file.synced
        for change in file.pending {
            let (isKept, isTorn) = (Double.random(in: 0..<1, using: &random) < survival, Int.random(in: 0..<4, using: &random) == 0)
            switch change {
            case .truncate: if isKept { Self.apply(change, to: &bytes) }
            case .write(let offset, let new):
                if isTorn {
                    tear(new, at: offset, in: &bytes, &random)
                } else if isKept {
                    Self.apply(change, to: &bytes)
                }
            }
        }
        return bytes
    }

    private static let sector = 512

    /// Writes some sectors of what was to be written. A file that has grown for the rest holds anything there.
    private func tear(_ new: [UInt8], at offset: Int, in bytes: inout [UInt8], _ random: inout SeededGenerator) {
        let old = bytes.count
        let growsWhole = Bool.random(using: &random)
        if growsWhole, old < offset + new.count {
            bytes += (old..<offset + new.count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var start = offset
        while start < offset + new.count {
            let end = min((start / Self.sector + 1) * Self.sector, offset + new.count)
            if Bool.random(using: &random) {
                Self.apply(.write(offset: start, Array(new[start - offset..<end - offset])), to: &bytes)
            }
            start = end
        }
    }
}
