/// A file to be written: a name without folders, and its text.
public struct OutputFile: Sendable, Hashable {
    public var name: String
    public var text: String
}

/// How the classes of a model are distributed over files.
public enum OutputMode: Sendable {
    /// A file for each entity, which users read, compare and commit.
    case committed
    /// A fixed number of files, because a build plugin must declare them before the model is read.
    case plugin
}

/// The names of generated files. `.trellis` in them distinguishes them from the user's `Customer.swift` in the same module.
public enum FileNames {
    /// The number of files for entities in plugin mode, which compile in parallel.
    public static let pluginParts = 8

    public static func model(_ model: String) -> String { "\(model).trellis.swift" }

    /// The file of the plans from older versions to a model.
    public static func migrations(_ model: String) -> String { "\(model).migrations.trellis.swift" }

    /// The file of an entity's class or of an enum.
    public static func type(_ name: String) -> String { "\(name).trellis.swift" }

    /// The extension file of an entity.
    public static func `extension`(_ entity: String) -> String { "\(entity).swift" }

    /// The ending of the names of generated Swift files.
    public static let generatedSuffix = ".trellis.swift"

    public static func part(_ number: Int, of model: String) -> String { "\(model).entities\(number).trellis.swift" }

    /// The part with a type: by a hash of its name alone, so that a type stays in its file when others are added or removed.
    static func part(ofType name: String) -> Int {
        Int(StableHash.of(name) % UInt64(pluginParts))
    }
}
