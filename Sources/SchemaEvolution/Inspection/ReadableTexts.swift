import SQLiteAccess
import SchemaModel

/// Whether texts are values of types whose form no SQL describes, as functions of a connection.
enum ReadableTexts {
    private static let types: [AttributeType] = [.decimal(scale: nil), .url, .json(.named([]))]

    /// - Throws: `SQLiteError`
    static func register(on functions: FunctionRegistry) throws {
        for type in types {
            guard let isReadable = UnreadableValues.textReader(of: type), let name = function(of: type) else { continue }
            try functions.add(name, arguments: 1) { call in
                let argument = call.argument(0)
                // The type of the column judges other classes.
                let isFine = try !argument.isText || isReadable(argument.text)
                call.give(.integer(isFine ? 1 : 0))
            }
        }
    }

    /// SQL that is true if a column has a value of the type, or none; nil if other SQL describes the type.
    static func condition(on column: String, of type: AttributeType) -> String? { function(of: type).map { "\($0)(\(column))" } }

    private static func function(of type: AttributeType) -> String? {
        UnreadableValues.textReader(of: type) == nil ? nil : "trellis_reads_\(type.keyword)"
    }
}
