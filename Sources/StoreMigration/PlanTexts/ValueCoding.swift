// Values as data: an object with one key, which is the name of the case. The keys are part of the plan's form, and may not change
// with the names in the code.

extension RowValue: Codable {
    private enum Form: String, CodingKey {
        case null, literal, column, converted, caseMap, coalesce, whenPresent, ofEntities, guarded, folded, uppercased, lowercased, generated, keyQuery, user
        // Within these.
        case to, anyOf, value, otherwise, fits, refusedBy, sql, isDeterministic
    }

    private struct Unknown: Error {}

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Form.self)
        guard let form = values.allKeys.first else { throw Unknown() }
        func fields() throws -> KeyedDecodingContainer<Form> { try values.nestedContainer(keyedBy: Form.self, forKey: form) }
        switch form {
        case .null: self = .null
        case .literal: self = .literal(try values.decode(forKey: form))
        case .column: self = .column(try values.decode(forKey: form))
        case .caseMap: self = .caseMap(try values.decode(forKey: form))
        case .folded: self = .text(.fold, try values.decode(forKey: form))
        case .uppercased: self = .text(.uppercase, try values.decode(forKey: form))
        case .lowercased: self = .text(.lowercase, try values.decode(forKey: form))
        case .generated: self = .generated(try values.decode(forKey: form))
        case .keyQuery: self = .keyQuery(try values.decode(forKey: form))
        case .coalesce:
            let pair: [RowValue] = try values.decode(forKey: form)
            guard pair.count == 2 else { throw Unknown() }
            self = .coalesce(pair[0], pair[1])
        case .converted:
            let fields = try fields()
            self = .converted(column: try fields.decode(forKey: .column), try fields.decode(forKey: .to))
        case .whenPresent:
            let fields = try fields()
            self = .whenPresent(anyOf: try fields.decode(forKey: .anyOf), try fields.decode(forKey: .value))
        case .ofEntities:
            let fields = try fields()
            self = .ofEntities(
                try fields.decode(forKey: .anyOf), try fields.decode(forKey: .value), otherwise: try fields.decode(forKey: .otherwise))
        case .guarded:
            let fields = try fields()
            self = .guarded(
                column: try fields.decode(forKey: .column), fits: try fields.decode(forKey: .fits), try fields.decode(forKey: .value),
                refusedBy: try fields.decode(forKey: .refusedBy))
        case .user:
            let fields = try fields()
            self = .user(sql: try fields.decode(forKey: .sql), isDeterministic: try fields.decode(forKey: .isDeterministic))
        case .to, .anyOf, .value, .otherwise, .fits, .refusedBy, .sql, .isDeterministic: throw Unknown()
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Form.self)
        func fields(_ form: Form) -> KeyedEncodingContainer<Form> { values.nestedContainer(keyedBy: Form.self, forKey: form) }
        switch self {
        case .null: try values.encode(true, forKey: .null)
        case .literal(let value): try values.encode(value, forKey: .literal)
        case .column(let name): try values.encode(name, forKey: .column)
        case .caseMap(let map): try values.encode(map, forKey: .caseMap)
        case .text(.fold, let text): try values.encode(text, forKey: .folded)
        case .text(.uppercase, let text): try values.encode(text, forKey: .uppercased)
        case .text(.lowercase, let text): try values.encode(text, forKey: .lowercased)
        case .generated(let value): try values.encode(value, forKey: .generated)
        case .keyQuery(let query): try values.encode(query, forKey: .keyQuery)
        case .coalesce(let first, let second): try values.encode([first, second], forKey: .coalesce)
        case .converted(let column, let conversion):
            var fields = fields(.converted)
            try fields.encode(column, forKey: .column)
            try fields.encode(conversion, forKey: .to)
        case .whenPresent(let others, let value):
            var fields = fields(.whenPresent)
            try fields.encode(others, forKey: .anyOf)
            try fields.encode(value, forKey: .value)
        case .ofEntities(let entities, let value, let otherwise):
            var fields = fields(.ofEntities)
            try fields.encode(entities, forKey: .anyOf)
            try fields.encode(value, forKey: .value)
            try fields.encode(otherwise, forKey: .otherwise)
        case .guarded(let column, let fits, let value, let type):
            var fields = fields(.guarded)
            try fields.encode(column, forKey: .column)
            try fields.encode(fits, forKey: .fits)
            try fields.encode(value, forKey: .value)
            try fields.encode(type, forKey: .refusedBy)
        case .user(let sql, let isDeterministic):
            var fields = fields(.user)
            try fields.encode(sql, forKey: .sql)
            try fields.encode(isDeterministic, forKey: .isDeterministic)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value of the type that is wanted.
    func decode<Value: Decodable>(forKey key: Key) throws -> Value { try decode(Value.self, forKey: key) }
}

extension ValueConversion: Codable {
    private enum Form: String, CodingKey { case timesTen, throughTen, numberOfDecimal, decimalOfNumber }
    private enum Word: String, Codable { case real, integer, text, since1970, since2001, uuidText }

    package init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(Word.self) {
            self =
                switch word {
                case .real: .real
                case .integer: .integer
                case .text: .text
                case .since1970: .since1970
                case .since2001: .since2001
                case .uuidText: .uuidText
                }
            return
        }
        let values = try decoder.container(keyedBy: Form.self)
        if let power = try values.decodeIfPresent(Int.self, forKey: .timesTen) {
            self = .timesTen(power: power)
            return
        }
        if let power = try values.decodeIfPresent(Int.self, forKey: .throughTen) {
            self = .throughTen(power: power)
            return
        }
        if let places = try values.decodeIfPresent(Int.self, forKey: .numberOfDecimal) {
            self = .numberOfDecimal(places: places)
            return
        }
        self = .decimalOfNumber(places: try values.decode(forKey: .decimalOfNumber))
    }

    package func encode(to encoder: any Encoder) throws {
        func write(_ word: Word) throws {
            var container = encoder.singleValueContainer()
            try container.encode(word)
        }
        func write(_ number: Int, _ form: Form) throws {
            var values = encoder.container(keyedBy: Form.self)
            try values.encode(number, forKey: form)
        }
        switch self {
        case .real: try write(.real)
        case .integer: try write(.integer)
        case .text: try write(.text)
        case .since1970: try write(.since1970)
        case .since2001: try write(.since2001)
        case .uuidText: try write(.uuidText)
        case .timesTen(let power): try write(power, .timesTen)
        case .throughTen(let power): try write(power, .throughTen)
        case .numberOfDecimal(let places): try write(places, .numberOfDecimal)
        case .decimalOfNumber(let places): try write(places, .decimalOfNumber)
        }
    }
}
