import Foundation
import Predicates
import StoreImport

/// One attribute of a Core Data model in Trellis's words.
struct AttributeTranslation {
    private(set) var entries: [(key: String, value: String)] = []
    private(set) var remarks: [Remark] = []
    /// Whether the value has a column that can be compared, so that it can be indexed.
    private(set) var isComparable = true

    private let attribute: CoreDataModel.Attribute
    private let place: String
    private let leavingOut: Set<String>
    /// Where its value comes from, in Trellis's words.
    private let derivation: DerivationTranslation?

    /// - Parameters:
    ///   - place: such as `Album.cover`, for remarks.
    ///   - derivation: where its value comes from, if there are words for it.
    ///   - leavingOut: the keys that the language refuses, such as `default`.
    ///   - isPart: whether it is a part of a composite, whose values load and go with their object.
    ///   - column: the column's name, where it is not the one that Trellis would choose.
    init(
        _ attribute: CoreDataModel.Attribute, at place: String, derivation: DerivationTranslation? = nil, leavingOut: Set<String> = [],
        isPart: Bool = false, column: String? = nil
    ) {
        self.attribute = attribute
        self.place = place
        self.leavingOut = leavingOut
        self.derivation = leavingOut.contains("derived") ? nil : derivation
        readType()
        if attribute.isTransient {
            add("transient", "true")
            isComparable = false
            if attribute.min != nil || attribute.max != nil || attribute.pattern != nil { remark(.transientRule) }
        } else {
            if attribute.isExternal, self.derivation == nil {
                if isPart || !isLazy { remark(.external) } else { add("lazy", "true") }
            }
            if attribute.isPreserved, self.derivation == nil {
                if isPart { remark(.preservedPart) } else { add("preserveOnDeletion", "true") }
            }
            if self.derivation == nil { readRules() }
        }
        if let derivation = self.derivation {
            add("derived", derivation.text)
        } else {
            readDefault()
            if let text = attribute.derivation { remark(.derivation, text) }
        }
        if let column { add("column", column) }
        if let doc = attribute.doc { add("doc", YAMLText.quoted(doc)) }
    }

    /// The short form where it says enough.
    var text: String {
        entries.count == 1 ? entries[0].value : YAMLText.mapping(entries)
    }

    private mutating func add(_ key: String, _ value: String) { entries.append((key, value)) }

    private mutating func remark(_ kind: Remark.Kind, _ detail: String = "") {
        remarks.append(Remark(kind: kind, place: place, detail: detail))
    }

    /// Whether values can load at their first use.
    private var isLazy: Bool { entries.contains { $0.key == "type" && ["string", "data"].contains($0.value.prefix { $0 != "?" }) } }

    // MARK: Types

    /// The words for Core Data's plain types.
    static let keywords = [
        "Integer 16": "int16", "Integer 32": "int32", "Integer 64": "int64", "Decimal": "decimal", "Double": "double",
        "Float": "float", "String": "string", "Boolean": "bool", "Date": "date", "Binary": "data", "UUID": "uuid", "URI": "url",
    ]

    private mutating func readType() {
        var optional = derivation?.isOptional ?? attribute.isOptional ? "?" : ""
        if attribute.isTransient, !attribute.isOptional, attribute.defaultValue == nil {
            optional = "?"
            remark(.transientRequired)
        }
        switch attribute.type {
        case let type? where Self.keywords[type] != nil:
            add("type", "\(Self.keywords[type] ?? "")\(optional)")
        case "Composite" where attribute.composite?.isEmpty == false:
            add("type", "\(attribute.composite ?? "")\(optional)")
            isComparable = false
        case "Transformable":
            isComparable = false
            // Foundation's classes are archived, and are not Codable; what is not stored need not be.
            if let name = className, attribute.isTransient || !(attribute.isArchive || name.hasPrefix("NS")) {
                add("type", "json\(optional)")
                add("swift", YAMLText.quoted(name))
            } else if attribute.isTransient, leavingOut.contains("swift") {
                addAny(optional)
            } else {
                add("type", "data\(optional)")
                remark(.archive, attribute.className ?? "")
            }
        default:
            isComparable = false
            addAny(optional)
        }
    }

    private mutating func addAny(_ optional: String) {
        add("type", "json\(optional)")
        add("swift", "Any")
        remark(.untyped, attribute.className ?? "")
    }

    /// The class of a transformable's values; nil for one that the language cannot name. A dot before it stands for the app's own module.
    private var className: String? {
        guard let name = attribute.className, !leavingOut.contains("swift") else { return nil }
        return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }

    // MARK: Rules

    private mutating func readRules() {
        switch attribute.type {
        case "String":
            for (key, text) in [("minLength", attribute.min), ("maxLength", attribute.max)] {
                guard let text else { continue }
                guard let length = Int(text), length >= 0, !leavingOut.contains(key) else {
                    remark(.badBound, text)
                    continue
                }
                // At least nothing is no rule.
                if key == "maxLength" || length > 0 { add(key, text) }
            }
            guard let pattern = attribute.pattern else { return }
            if leavingOut.contains("pattern") { remark(.badPattern, pattern) } else { add("pattern", YAMLText.quoted(pattern)) }
        default:
            if let pattern = attribute.pattern { remark(.badPattern, pattern) }
            for (key, text) in [("min", attribute.min), ("max", attribute.max)] {
                guard let text else { continue }
                if attribute.type != "Decimal", !leavingOut.contains(key),
                    let value = value(of: text, rounded: key == "min" ? .down : .up).text
                {
                    if isRounded(text) { remark(.rounded, text) }
                    add(key, value)
                } else {
                    remark(.badBound, text)
                }
            }
        }
    }

    private mutating func readDefault() {
        guard let text = attribute.defaultValue else { return }
        let (value, isAsWritten) = value(of: text)
        guard let value, !leavingOut.contains("default") else {
            remark(.badDefault, text)
            return
        }
        if attribute.type == "String", let least = attribute.min.flatMap({ Int($0) }), text.unicodeScalars.count < least {
            remark(.badDefault, text)
            return
        }
        if !isAsWritten { remark(.defaultRead, text) }
        if isRounded(text) { remark(.rounded, text) }
        add("default", value)
    }

    /// The value that a text stands for, in Trellis's words, or nil where it is none of the attribute's type.
    /// - Parameter rule: how a date with a fraction of a second is rounded: a bound refuses nothing that it took before.
    private func value(of text: String, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> (text: String?, isAsWritten: Bool) {
        switch attribute.type {
        case "String":
            return (YAMLText.quoted(text), true)
        case "Boolean":
            // Core Data asks the text as NSString does.
            let isTrue = text.wholeMatch(of: /[\s+-]*0*[1-9YyTt].*/) != nil
            return (isTrue ? "true" : "false", ["YES", "NO", "0", "1"].contains(text))
        case "Integer 16": return Self.integer(text, Int16.self)
        case "Integer 32": return Self.integer(text, Int32.self)
        case "Integer 64": return Self.integer(text, Int64.self)
        case "Double", "Float":
            return (Double(text).map { "\($0)" }, true)
        case "Decimal":
            return (text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) == nil ? nil : text, true)
        case "Date":
            return (Double(text).flatMap { Self.instant($0.rounded(rule)) }, true)
        case "UUID":
            return (UUID(uuidString: text)?.uuidString, true)
        case "URI":
            return (text.isEmpty || URL(string: text)?.absoluteString != text ? nil : YAMLText.quoted(text), true)
        default:
            return (nil, true)
        }
    }

    /// Whether a text is a date between two seconds, which the language does not write.
    private func isRounded(_ text: String) -> Bool { attribute.type == "Date" && Double(text).map { $0 != $0.rounded() } ?? false }

    /// A whole second since 2001 as the language writes it, in the Gregorian calendar for all times; nil outside the years 1 to 9999.
    private static func instant(_ seconds: Double) -> String? {
        guard let text = ISO8601Instant.shortText(seconds), !text.hasPrefix("0000") else { return nil }
        return text
    }

    private static func integer<Number: FixedWidthInteger>(_ text: String, _: Number.Type) -> (String?, Bool) {
        if Number(text) != nil { return (text, true) }
        // As NSString's integerValue: what begins as no number is 0.
        let digits = text.prefixMatch(of: /[+-]?[0-9]+/).map { String($0.output) } ?? "0"
        return (Number(digits).map { "\($0)" }, false)
    }
}
