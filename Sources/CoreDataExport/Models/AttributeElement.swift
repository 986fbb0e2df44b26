import Foundation
import Predicates
import SchemaModel

/// One attribute as an element of a model's file.
struct AttributeElement {
    private(set) var element: XMLElement
    private(set) var remarks: [ExportRemark] = []

    private let attribute: Attribute
    private let place: String

    /// - Parameters:
    ///   - place: such as `Album.cover`, for remarks.
    ///   - identifier: what the attribute has for its name in all versions; nil for its name.
    init(_ attribute: Attribute, at place: String, identifier: String?) {
        (self.attribute, self.place) = (attribute, place)
        let derivation = attribute.derivation.map(Self.derivation)
        // The value of a derived attribute is nil until the first save.
        let isOptional = attribute.isOptional || attribute.derivation != nil
        element = XMLElement("attribute", ["name": attribute.name.text, "optional": isOptional ? "YES" : nil])
        if attribute.isTransient { element["transient"] = "YES" }
        writeType()
        if let derivation {
            if let text = derivation {
                element["derived"] = "YES"
                element["derivationExpression"] = text
            } else {
                remark(.derivation, attribute.derivation?.text ?? "")
            }
        }
        writeDefault()
        writeRules()
        writeOptions()
        if let identifier, identifier != attribute.name.text { element["elementID"] = identifier }
        if let doc = attribute.doc { element.children.append(.note(doc)) }
    }

    private mutating func remark(_ kind: ExportRemark.Kind, _ detail: String = "") {
        remarks.append(ExportRemark(kind, place, detail))
    }

    // MARK: Types

    private mutating func writeType() {
        var type: String?
        switch attribute.type {
        case .bool: type = "Boolean"
        case .int16: type = "Integer 16"
        case .int32: type = "Integer 32"
        case .int64: type = "Integer 64"
        case .float: type = "Float"
        case .double: type = "Double"
        case .string: type = "String"
        case .decimal(let scale):
            type = "Decimal"
            if let scale { remark(.scale, "\(scale)") }
        case .date: type = "Date"
        case .day:
            type = "Date"
            remark(.day)
        case .duration:
            type = "Double"
            remark(.duration)
        case .data: type = "Binary"
        case .uuid: type = "UUID"
        case .url: type = "URI"
        case .enumeration(let enumeration):
            type = enumeration.isInteger ? "Integer 64" : "String"
            remark(.enumeration, "\(enumeration.name): " + enumeration.cases.map { $0.name == $0.raw ? $0.name : "\($0.name) = \($0.raw)" }.joined(separator: ", "))
        case .json(let swift):
            // A transient value of any type is the only one that Core Data has without a type.
            guard swift.text != "Any" || !attribute.isTransient else { break }
            type = "Transformable"
            element["customClassName"] = swift.text
            remark(.json, swift.text)
        case .composite(let composite):
            type = "Composite"
            element["composite"] = composite.name
        }
        element["attributeType"] = type
        if let storage = attribute.type.storageChoice { remark(.stored, storage) }
        if let column = attribute.column { remark(.stored, column.text) }
        // A class that Xcode generates can have nil only without a scalar.
        let isNumber = ["Boolean", "Integer 16", "Integer 32", "Integer 64", "Float", "Double"].contains(type)
        if isNumber { element["usesScalarValueType"] = attribute.isOptional ? "NO" : "YES" }
    }

    /// The derivation as Core Data states it; nil if it has no words.
    private static func derivation(_ derivation: Derivation) -> String? {
        switch derivation {
        case .now: return "now()"
        case .function(let function, let source): return "\(function == .fold ? "canonical" : function.rawValue):(\(source.text))"
        case .members(let members):
            guard members.filter == nil else { return nil }
            switch (members.function, members.attribute) {
            case (.count, nil): return "\(members.relationship.text).@count"
            case (.sum, let attribute?): return "\(members.relationship.text).@sum.\(attribute.text)"
            default: return nil
            }
        case .expression(let operand):
            // A value of a related object is copied. Other calculations have no words.
            if case .keyPath(let path) = operand.kind, path.count > 1 { return operand.text }
            return nil
        }
    }

    // MARK: Values

    private mutating func writeDefault() {
        switch attribute.defaultValue {
        case nil: break
        case .literal(let value):
            guard let text = text(of: value) else { return remark(.defaultValue, value.text) }
            element[Self.isMoment(value) ? "defaultDateTimeInterval" : "defaultValueString"] = text
            checkCharacters(text)
        case .now?: remark(.defaultValue, "now()")
        case .newUUID?: remark(.defaultValue, "uuid()")
        }
    }

    private mutating func writeRules() {
        let rules = attribute.rules
        if attribute.type == .string {
            element["minValueString"] = rules.minLength.map { "\($0)" }
            element["maxValueString"] = rules.maxLength.map { "\($0)" }
            element["regularExpressionString"] = rules.pattern
            rules.pattern.map { checkCharacters($0) }
        } else {
            if let length = rules.minLength { remark(.rule, "minLength: \(length)") }
            if let length = rules.maxLength { remark(.rule, "maxLength: \(length)") }
            if let pattern = rules.pattern { remark(.rule, "pattern: \(pattern)") }
        }
        for (bound, value) in [("min", rules.min), ("max", rules.max)] {
            guard let value else { continue }
            guard let text = text(of: value) else {
                remark(.rule, "\(bound): \(value.text)")
                continue
            }
            element[Self.isMoment(value) ? "\(bound)DateTimeInterval" : "\(bound)ValueString"] = text
        }
        if attribute.isChecked { remark(.check) }
    }

    private mutating func writeOptions() {
        if attribute.isLazy {
            if attribute.type == .data { element["allowsExternalBinaryDataStorage"] = "YES" } else { remark(.lazy) }
        }
        if attribute.isPreserved { element["preserveAfterDeletion"] = "YES" }
        if let rounding = attribute.rounding { remark(.rounding, "\(rounding)") }
        if let doc = attribute.doc { checkCharacters(doc) }
    }

    private mutating func checkCharacters(_ text: String) {
        if !XMLText.canContain(text) { remark(.characters) }
    }

    /// Whether Core Data writes a value as seconds since 2001-01-01 UTC.
    private static func isMoment(_ value: LiteralValue) -> Bool {
        switch value {
        case .date, .day: true
        default: false
        }
    }

    /// A value of 32 bits has the digits that such a value needs.
    private func text(of value: LiteralValue) -> String? {
        if case .real(let number) = value, attribute.type == .float { return "\(Float(number))" }
        return Self.text(of: value)
    }

    private static func text(of value: LiteralValue) -> String? {
        switch value {
        case .bool(let value): value ? "YES" : "NO"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .decimal(let value): value.description
        case .string(let text), .url(let text): text
        case .date(let seconds): number(seconds)
        case .day(let day): ISO8601Instant.seconds("\(day)T00:00:00.000Z".utf8).map(number)
        case .duration(let duration):
            "\(Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18)"
        case .uuid(let uuid): uuid.uuidString
        case .enumeration(let value, _): value.raw
        case .empty: nil
        }
    }

    /// Whole seconds without a fraction.
    private static func number(_ seconds: Double) -> String { Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}

extension XMLElement {
    /// What a model says about a part, as an entry of user info.
    static func note(_ doc: String) -> XMLElement { XMLElement("userInfo", [:], [XMLElement("entry", ["key": "doc", "value": doc])]) }
}
