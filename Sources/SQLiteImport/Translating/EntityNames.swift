import SQLiteStorage
import SchemaModel

/// Names in one scope of a model, and their forms in SQL.
struct NameScope {
    private var names: Set<String> = []
    private var stored: Set<String> = []

    /// A free name like these words: `make` gives the name, and `store` its name in SQL. A number follows where it is taken.
    mutating func take(_ words: [String], _ make: ([String]) -> String, _ store: (String) -> String) -> String {
        var number = 1
        while true {
            // The number belongs to the last word: a word of its own would end in an underscore.
            let name = make(words) + (number == 1 ? "" : "\(number)")
            if !isTaken(name), !names.contains(name.lowercased()), !stored.contains(store(name)) {
                names.insert(name.lowercased())
                stored.insert(store(name))
                return name
            }
            number += 1
        }
    }

    private func isTaken(_ name: String) -> Bool {
        SwiftWords.reservedMembers.contains(name) || SwiftWords.reservedTypes.contains(name) || ["isIn", "Snapshot", "New", "Old", "CodingKeys", "null", "Null", "NULL", "true", "false"].contains(name)
    }

    func hasStored(_ name: String) -> Bool { stored.contains(name) }
    mutating func takeStored(_ name: String) { stored.insert(name) }
}

/// The names of entities by tables.
struct EntityNames {
    private(set) var names: [String: String] = [:]
    private(set) var scope = NameScope()

    init(_ database: ExistingDatabase) {
        let words = database.tables.map { Words.split($0.name) }
        let prefix = Self.prefix(words)
        for (table, words) in zip(database.tables, words) {
            var own = words.count > 1 && words[0] == prefix ? Array(words.dropFirst()) : words
            if own.count > 1, ["tbl", "tb"].contains(own[0]) { own.removeFirst() }
            if ["sqlite", "trellis"].contains(own.first) { own.insert("table", at: 0) }
            own = Words.singular(own)
            if SwiftWords.reservedTypes.contains(Words.type(own)) || Words.type(own) == "Snapshot" { own.append("row") }
            names[table.name] = scope.take(own, Words.type, SnakeCase.convert)
        }
    }

    /// The first word of all tables.
    static func prefix(_ tables: [[String]]) -> String? {
        guard tables.count > 1, let first = tables[0].first, tables.allSatisfy({ $0.count > 1 && $0[0] == first }) else { return nil }
        return first
    }
}
