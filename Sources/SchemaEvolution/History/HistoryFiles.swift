/// What stands in the folder `versions` beside a live model, as it was read.
public struct HistoryFiles: Sendable {
    /// The live model's file, by the path that the person gave.
    public var model: String
    /// The folder, as findings show it.
    public var folder: String
    /// The bytes of its files, by their names.
    public var contents: [String: [UInt8]]
    /// The first version whose files were read; 0 if all were.
    public var first = 0

    public init(model: String, folder: String, contents: [String: [UInt8]]) {
        self.model = model
        self.folder = folder
        self.contents = contents
    }

    public func path(_ file: HistoryFile) -> String { "\(folder)/\(file.name)" }

    /// The bytes of a file; nil if it does not exist.
    public subscript(file: HistoryFile) -> [UInt8]? {
        get { contents[file.name] }
        set { contents[file.name] = newValue }
    }
}

/// A file of the folder `versions`.
public enum HistoryFile: Sendable, Hashable {
    /// One line a version.
    case lock
    /// A frozen version.
    case model(version: Int)
    /// The decisions for the migration to a version.
    case decisions(version: Int)
    /// The plan that leads to a version.
    case plan(version: Int)
    /// The SQL of the plan, to be read.
    case script(version: Int)

    /// - Parameter name: the file's name, without folders; nil for a name that the folder has no use for.
    public init?(name: String) {
        if name == "lock" {
            self = .lock
            return
        }
        // Without a regular expression, which takes longer to compile than a file of a long history takes to check.
        guard let dot = name.firstIndex(of: "."), let version = Self.number(name[..<dot]) else { return nil }
        switch name[dot...] {
        case ".yaml": self = .model(version: version)
        case ".migration.yaml": self = .decisions(version: version)
        case ".migration.json": self = .plan(version: version)
        case ".migration.sql": self = .script(version: version)
        default: return nil
        }
    }

    public var name: String {
        switch self {
        case .lock: "lock"
        case .model(let version): "\(version).yaml"
        case .decisions(let version): "\(version).migration.yaml"
        case .plan(let version): "\(version).migration.json"
        case .script(let version): "\(version).migration.sql"
        }
    }

    /// The number of a version as it is written: from 1, without zeros before it, and with nine digits at most.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// The version that it belongs to; nil for the lock.
    public var version: Int? {
        switch self {
        case .lock: nil
        case .model(let version), .decisions(let version), .plan(let version), .script(let version): version
        }
    }
}
