/// What stands in the folder `versions` beside a live model, as it was read.
public struct HistoryFiles: Sendable {
    /// The live model's file, by the path that the person gave.
    public var model: String
    /// The folder, as findings show it.
    public var folder: String
    /// The bytes of its files, by their names.
    public var contents: [String: [UInt8]]

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
        guard let match = name.wholeMatch(of: /([1-9][0-9]{0,8})(\.yaml|\.migration\.yaml|\.migration\.json|\.migration\.sql)/),
            let version = Int(match.output.1)
        else { return nil }
        switch match.output.2 {
        case ".yaml": self = .model(version: version)
        case ".migration.yaml": self = .decisions(version: version)
        case ".migration.json": self = .plan(version: version)
        default: self = .script(version: version)
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

    /// The version that it belongs to; nil for the lock.
    public var version: Int? {
        switch self {
        case .lock: nil
        case .model(let version), .decisions(let version), .plan(let version), .script(let version): version
        }
    }
}
