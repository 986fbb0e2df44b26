import Diagnostics
import Mustache

/// The look of a generated file around what the printers made: a text with tags for a few facts.
public enum Shell: String, Sendable, CaseIterable {
    /// A file of Swift declarations.
    case swiftFile = "swift-file.mustache"
    /// A schema as SQL.
    case sqlSchema = "sql-schema.mustache"

    var text: String {
        switch self {
        case .swiftFile: String(decoding: PackageResources.swift_file_mustache, as: UTF8.self)
        case .sqlSchema: String(decoding: PackageResources.sql_schema_mustache, as: UTF8.self)
        }
    }
}

/// What the shell of a Swift file is told.
public struct SwiftFileFacts: Sendable {
    /// The name of the file that is made.
    public var fileName: String
    /// The name of the model's file.
    public var source: String
    /// The modules to import, in order.
    public var imports: [String]
    /// The printed declarations, without a newline at the end.
    public var declarations: String

    public init(fileName: String, source: String, imports: [String], declarations: String) {
        self.fileName = fileName
        self.source = source
        self.imports = imports
        self.declarations = declarations
    }
}

/// What the shell of a schema is told.
public struct SQLSchemaFacts: Sendable {
    /// The name of the file that is made.
    public var fileName: String
    /// The name of the model's file.
    public var source: String
    /// The statements with their comments, without a newline at the end.
    public var statements: String

    public init(fileName: String, source: String, statements: String) {
        self.fileName = fileName
        self.source = source
        self.statements = statements
    }
}
