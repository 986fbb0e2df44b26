import Foundation
import Predicates
import SQLiteAccess
import StoreImport

/// Functions that turn values of a store of Core Data into those of Trellis, for the SQL that copies rows.
enum ValueFunctions {
    static let decimal = "trellis_coredata_decimal"
    static let external = "trellis_coredata_external"
    static let transform = "trellis_coredata_transform"
    /// Stops with a value that is none of its type.
    static let refuse = "trellis_coredata_refuse"

    /// - Parameters:
    ///   - folder: where values stand in files of their own.
    ///   - transform: makes JSON of an archive.
    /// - Throws: `SQLiteError`
    static func register(on functions: FunctionRegistry, folder: String, transform: StoreTransfer.Transform?) throws {
        try functions.add(decimal, arguments: 1) { call in
            switch try call.argument(0).value {
            case .null: return
            case .integer(let number): call.give(.text("\(number)"))
            case .real(let number): call.give(.text(try text(of: number.description)))
            case .text(let text): call.give(.text(try self.text(of: text)))
            case .blob: throw StoreImportError("a decimal is bytes")
            }
        }
        try functions.add(refuse, arguments: 2) { call in
            throw StoreImportError("\(description(of: try call.argument(0).value)) is no \(try call.argument(1).text)")
        }
        try functions.add(external, arguments: 2) { try giveExternal($0, folder) }
        guard let transform else { return }
        try functions.add(self.transform, arguments: 2) { call in
            let value = call.argument(0)
            if value.isNull { return }
            guard value.isBlob else { throw StoreImportError("an archive is no bytes") }
            let place = try call.argument(1).text.split(separator: ".").map(String.init)
            let bytes = Data(try value.bytes)
            guard let json = try transform(place.first ?? "", place.last ?? "", bytes) else { return }
            call.give(.text(json))
        }
    }

    private static func description(of value: SQLiteValue) -> String {
        switch value {
        case .null: "NULL"
        case .integer(let number): "the number \(number)"
        case .real(let number): "the number \(number)"
        case .text(let text): "the text '\(text.prefix(100))'"
        case .blob(let bytes): "a value of \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes")"
        }
    }

    private static func text(of number: String) throws -> String {
        // Foundation reads '10 EUR' as 10.
        guard number.wholeMatch(of: /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/) != nil,
            let text = Decimal(string: number).flatMap(ExactDecimal.text)
        else { throw StoreImportError("'\(number)' is no decimal") }
        return text
    }

    /// The first byte says whether the value follows, or the name of its file.
    private static func giveExternal(_ call: borrowing FunctionCall, _ folder: String) throws {
        let value = call.argument(0)
        if value.isNull { return }
        guard value.isBlob else { throw StoreImportError("data is no bytes") }
        let bytes = try value.bytes
        switch bytes.first {
        case nil: call.give(.blob([]))
        case 1: call.give(.blob(Array(bytes.dropFirst())))
        case 2:
            let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            guard !name.isEmpty, !name.contains("/"), name != ".." else { throw StoreImportError("'\(name)' names no file of external data") }
            let path = "\(folder)/\(name)"
            // A link could lead to any file of the computer.
            let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            guard kind == nil || kind == .typeRegular else { throw StoreImportError("the external data '\(path)' is no plain file") }
            let content: Data
            do {
                content = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
            } catch {
                throw StoreImportError("the external data '\(path)' cannot be read")
            }
            content.withUnsafeBytes { call.give(bytes: $0) }
        default: throw StoreImportError("external data is kept in a form that is not known")
        }
    }
}
