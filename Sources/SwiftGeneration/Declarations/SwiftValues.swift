import Foundation
import Predicates
import SchemaModel

extension DefaultValue {
    /// The default as a Swift expression of type `type`. No name in it can be shadowed in the class.
    func swiftExpression(of type: AttributeType) -> String {
        switch self {
        case .literal(let value): value.swiftExpression
        case .newUUID: ".init()"
        case .now: type == .day ? ".today()" : ".now"
        }
    }
}

extension LiteralValue {
    /// The value as a Swift expression where one of its attribute's type is expected.
    var swiftExpression: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .decimal(let value): Self.expression(for: value)
        case .string(let value): SwiftLiteral.string(value)
        case .date(let value): ".init(timeIntervalSinceReferenceDate: \(value))"
        // The model's reader has checked that the day exists, and that the other values can be read.
        case .day(let value): Self.expression(forDay: value)
        case .duration(let value): Self.expression(for: value)
        case .uuid(let value): ".init(uuidString: \(SwiftLiteral.string(value.uuidString))) ?? .init()"
        case .enumeration(let value, _): ".\(SwiftNames.member(value.name))"
        case .empty(.list): "[]"
        case .empty(.map): "[:]"
        case .url(let value): ".init(string: \(SwiftLiteral.string(value))) ?? .init(filePath: \"/\")"
        }
    }

    /// The value as conditions know it, in Swift.
    fileprivate var descriptor: String {
        switch self {
        case .bool(let value): ".bool(\(value))"
        case .integer(let value): ".integer(\(value))"
        case .real(let value): ".real(\(value))"
        case .decimal(let value): ".decimal(\(Self.expression(for: value)))"
        case .string(let value), .url(let value): ".text(\(SwiftLiteral.string(value)))"
        case .date(let value): ".date(\(value))"
        case .day(let value): ".day(\(SwiftLiteral.string(value)))"
        case .duration(let value): ".duration(\(Self.expression(for: value)))"
        case .uuid(let value): ".text(\(SwiftLiteral.string(value.uuidString)))"
        case .enumeration(let value, let isInteger):
            isInteger ? ".integer(\(value.raw))" : ".text(\(SwiftLiteral.string(value.raw)))"
        // JSON has no bounds.
        case .empty: ".null"
        }
    }

    /// A day as a call with three literals.
    private static func expression(forDay text: String) -> String {
        guard let day = CalendarDay.parse(text) else { return ".min" }
        return ".init(\(day.year), \(day.month), \(day.day))"
    }

    /// A duration in the largest unit that needs no fraction.
    static func expression(for duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return ".seconds(\(seconds))" }
        return StoredDuration.microseconds(duration).map { ".microseconds(\($0))" }
            ?? ".init(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
    }

    /// An exact decimal: a literal with a point would be a Double.
    static func expression(for value: Decimal) -> String {
        let text = value.description
        let places = text.split(separator: ".").dropFirst().first?.count ?? 0
        let digits = text.filter { $0 != "." }
        if places == 0, Int64(text) != nil { return text }
        if let integer = Int64(digits) { return "ScaledDecimal.decimal(\(integer), scale: \(places))" }
        return ".init(string: \(SwiftLiteral.string(text))) ?? .nan"
    }
}

extension ValueRules {
    /// The rules as the library's descriptors have them.
    var descriptors: [String] {
        var descriptors = [String]()
        if let min { descriptors.append(".min(\(min.descriptor))") }
        if let max { descriptors.append(".max(\(max.descriptor))") }
        if let minLength { descriptors.append(".minLength(\(minLength))") }
        if let maxLength { descriptors.append(".maxLength(\(maxLength))") }
        if let pattern { descriptors.append(".pattern(\(SwiftLiteral.string(pattern)))") }
        return descriptors
    }
}

extension Derivation {
    /// The derivation as the library's descriptors have it.
    var descriptor: String {
        switch self {
        case .members(let members) where members.isWholeCount: ".count(of: \(SwiftLiteral.string(members.relationship.text)))"
        case .members(let members) where members.filter == nil && members.function == .sum:
            ".sum(of: \(SwiftLiteral.string(members.relationship.text)), property: \(SwiftLiteral.string(members.attribute?.text ?? "")))"
        case .members, .expression, .now: ".computed"
        case .function(let function, let source): ".text(.\(function.rawValue), of: \(SwiftLiteral.string(source.text)))"
        }
    }
}
