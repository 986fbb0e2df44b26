import Foundation
public import Trellis

/// A store in a folder of text files, which spreadsheets, `sqlite3` and Python's `csv` read and write: a file for each entity, one for
/// each relationship with pairs, and `store.json`.
///
/// ```swift
/// let store = DelimitedTextStore(folder: "league")
/// let container = try PersistentContainer(for: League.self, at: .atomicStore(store))
/// ```
///
/// Files follow RFC 4180: commas, double quotes, a header line, UTF-8. An empty field is a missing value. In an optional text, `""` is the
/// empty text.
public struct DelimitedTextStore: AtomicStore {
    /// The folder. It is created with the first save; the folder around it must exist.
    public let folder: String
    private let files: FolderFiles

    public init(folder: String) {
        self.init(folder: folder, disk: SystemDisk())
    }

    /// - Parameter disk: the operations that write. Tests make them fail.
    package init(folder: String, disk: any DiskOperations) {
        self.folder = folder
        files = FolderFiles(folder, disk)
    }

    public var path: String { folder }

    public func header() throws -> AtomicStoreHeader? {
        guard let data = try files.readHeader() else {
            guard try files.textFiles().isEmpty else { throw DelimitedTextError(FolderFiles.header, "it is missing, and there are text files") }
            return nil
        }
        do {
            return try JSONDecoder().decode(AtomicStoreHeader.self, from: data)
        } catch {
            throw DelimitedTextError(FolderFiles.header, "it is not the header of a store")
        }
    }

    public func load() throws -> AtomicStoreContents {
        // A process that holds the lock is saving: it completes its own save.
        try files.lock(waitingFor: 0) { files.tryToComplete() }
        guard let header = try header() else { throw DelimitedTextError(FolderFiles.header, "it is missing") }
        var rows: [String: [StoredRow]] = [:]
        for table in header.tables {
            let name = Self.fileName(of: table)
            guard let data = try files.read(name) else { throw DelimitedTextError(name, "it is missing") }
            rows[table.name] = try TableText(table, file: name).rows(of: data)
        }
        return AtomicStoreContents(header: header, rows: rows)
    }

    public func save(_ contents: AtomicStoreContents) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let texts = contents.header.tables.map { table in
            (Self.fileName(of: table), TableText(table, file: Self.fileName(of: table)).text(of: contents.rows[table.name] ?? []))
        }
        try files.replace(with: texts, header: encoder.encode(contents.header) + Data("\n".utf8))
    }

    /// Runs `body` while no other process saves the store. It waits up to five seconds for one that does.
    public func withLock(_ body: () throws -> Void) throws {
        try files.createFolder()
        guard try files.lock(waitingFor: 5, body) else { throw DelimitedTextError(folder, "another program saves it at this moment") }
    }

    public func stamp() throws -> String? { try files.stamp() }

    public func place(ofLine line: Int, in table: StoredTable) -> String { "\(Self.fileName(of: table)):\(line)" }

    static func fileName(of table: StoredTable) -> String { "\(table.name).csv" }
}

/// Why files cannot be read or written.
public struct DelimitedTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name within the folder.
    public var file: String
    /// The line, from 1; nil if the error is not about one.
    public var line: Int?
    public var reason: String

    init(_ file: String, line: Int? = nil, _ reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// The file, the line and the reason: `Player.csv:12: 'x' is not an integer`.
    public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
