/// A file to be written: a name without folders, and its text.
public struct OutputFile: Sendable, Hashable {
    public var name: String
    public var text: String
}

/// How the classes of a model are spread over files.
public enum OutputMode: Sendable {
    /// A file for each entity, to be read, compared and committed.
    case committed
    /// A number of files that is known before the model is read: a build plugin has to declare them.
    case plugin
}

/// The names of generated files. `.trellis` in them keeps them apart from a person's own `Customer.swift` in the same module.
public enum FileNames {
    /// Over how many files the entities are spread in plugin mode, so that they are compiled in parallel.
    public static let pluginParts = 8

    public static func model(_ model: String) -> String { "\(model).trellis.swift" }

    /// The file of the plans that lead to a model from its older versions.
    public static func migrations(_ model: String) -> String { "\(model).migrations.trellis.swift" }

    /// The file of an entity's class or of an enum.
    public static func type(_ name: String) -> String { "\(name).trellis.swift" }

    /// The file in which a person goes on with an entity's class.
    public static func `extension`(_ entity: String) -> String { "\(entity).swift" }

    /// What the names of generated Swift files end in.
    public static let generatedSuffix = ".trellis.swift"

    public static func part(_ number: Int, of model: String) -> String { "\(model).entities\(number).trellis.swift" }

    /// The part that holds a type: by a hash of its name alone, so that a type stays in its file when others come and go.
    static func part(ofType name: String) -> Int {
        Int(StableHash.of(name) % UInt64(pluginParts))
    }
}
