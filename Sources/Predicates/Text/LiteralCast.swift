import Foundation

/// The types whose literal is a cast of a text: `CAST("2020-01-31", "Day")`.
///
/// As a bare text such a value would have no type of its own: beside another text it would compare as one.
enum LiteralCast: String, CaseIterable {
    case day = "Day"
    /// In the form of ISO 8601: `PT1H30M`.
    case duration = "Duration"
    case uuid = "NSUUID"
    /// In Base64.
    case data = "NSData"
    /// As an identity is written: `Customer/12`, or with its store `trellis://…/Customer/12`.
    case object = "NSManagedObjectID"

    /// The value of a text; nil for a text that is in another form.
    func value(of text: String) -> ConditionValue? {
        switch self {
        case .day: CalendarDay.isValid(text) ? .day(text) : nil
        case .duration: ISO8601Duration.duration(text).map { .duration($0) }
        case .uuid: UUID(uuidString: text).map { .uuid($0) }
        case .data: Data(base64Encoded: text).map { .data(Array($0)) }
        case .object: ObjectReference(text).map { .object($0) }
        }
    }

    /// What a text must be.
    var form: String {
        switch self {
        case .day: "a day as \"2020-01-31\""
        case .duration: "a duration as \"PT1H30M\""
        case .uuid: "a UUID in hexadecimal digits"
        case .data: "bytes in Base64"
        case .object: "an identity as \"Customer/12\""
        }
    }

    /// The type and the text of a value; nil for a value with another literal.
    static func parts(of value: ConditionValue) -> (type: LiteralCast, text: String)? {
        switch value {
        case .day(let day): (.day, day)
        case .duration(let duration): (.duration, ISO8601Duration.text(duration))
        case .uuid(let uuid): (.uuid, uuid.uuidString)
        case .data(let bytes): (.data, Data(bytes).base64EncodedString())
        case .object(let reference): (.object, reference.text)
        case .null, .bool, .integer, .real, .decimal, .text, .date, .list: nil
        }
    }
}

extension ObjectReference {
    /// `Customer/12`, or with a store `trellis://9c0d…/Customer/12`. The key of an unsaved object is `new3`.
    var text: String {
        let path = "\(entity)/\(key < 0 ? "new\(key.magnitude)" : "\(key)")"
        return store.map { "\(Self.scheme)://\($0)/\(path)" } ?? path
    }

    /// The object of a text as ``text`` writes it. An entity that inherits may be named after the one whose table has its rows.
    init?(_ text: String) {
        var names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        var store: String?
        if names.count >= 5 || names.count == 4 && names[1].isEmpty, names[0] == Self.scheme + ":", names[1].isEmpty {
            store = names[2].isEmpty ? nil : names[2]
            names.removeFirst(3)
            guard names.count <= 3 else { return nil }
        } else if names.count != 2 {
            return nil
        }
        names = names.map { $0.removingPercentEncoding ?? $0 }
        guard names.count >= 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(":") }), let written = names.popLast(), let entity = names.last
        else { return nil }
        let digits = written.hasPrefix("new") ? "-" + written.dropFirst(3) : written
        guard let key = Int64(digits), digits == "\(key)" else { return nil }
        self.init(entity: entity, key: key, store: store)
    }

    private static let scheme = "trellis"
}
