// Definitions as data: what most columns do not have is left out.

extension SQLiteValue: Codable {
    private enum Kind: String, CodingKey { case real, blob }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if container.decodeNil() {
                self = .null
                return
            }
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
            if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
                return
            }
        }
        let container = try decoder.container(keyedBy: Kind.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .real), let number = Double(text) {
            self = .real(number)
            return
        }
        let digits = Array(try container.decode(String.self, forKey: .blob))
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        guard bytes.count * 2 == digits.count else {
            throw DecodingError.dataCorruptedError(forKey: .blob, in: container, debugDescription: "no bytes in hexadecimal digits")
        }
        self = .blob(bytes)
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .integer(let integer):
            var container = encoder.singleValueContainer()
            try container.encode(integer)
        // As a text, because not every reader of JSON keeps the last bit of a number.
        case .real(let number):
            var container = encoder.container(keyedBy: Kind.self)
            try container.encode("\(number)", forKey: .real)
        case .blob(let bytes):
            var container = encoder.container(keyedBy: Kind.self)
            try container.encode(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), forKey: .blob)
        }
    }
}

extension ColumnDefinition: Codable {
    private enum Field: String, CodingKey { case name, type, key, isNullable, defaultValue, checks, reference }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Field.self)
        self.init(
            try container.decode(String.self, forKey: .name), try container.decode(String.self, forKey: .type),
            key: try container.decodeIfPresent(Key.self, forKey: .key),
            isNullable: try container.decodeIfPresent(Bool.self, forKey: .isNullable) ?? true,
            defaultValue: try container.decodeIfPresent(SQLiteValue.self, forKey: .defaultValue),
            checks: try container.decodeIfPresent([String].self, forKey: .checks) ?? [],
            reference: try container.decodeIfPresent(Reference.self, forKey: .reference))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Field.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(key, forKey: .key)
        if !isNullable { try container.encode(false, forKey: .isNullable) }
        try container.encodeIfPresent(defaultValue, forKey: .defaultValue)
        if !checks.isEmpty { try container.encode(checks, forKey: .checks) }
        try container.encodeIfPresent(reference, forKey: .reference)
    }
}
