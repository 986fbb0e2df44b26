import SQLiteStorage
import SchemaModel
import StoreImport

/// Names in one scope of a model, and their forms in SQL.
struct NameScope {
    private var names: Set<String> = []
    private var stored: Set<String> = []

    /// Takes a name that a part has already.
    mutating func keep(_ name: String, _ store: (String) -> String) {
        names.insert(name.lowercased())
        stored.insert(store(name))
    }

    /// A free name like these words: `make` gives the name, and `store` its name in SQL. A number follows where it is taken.
    /// - Parameter others: further names that are taken, in small letters.
    mutating func take(_ words: [String], avoiding others: Set<String> = [], _ make: ([String]) -> String, _ store: (String) -> String) -> String {
        var number = 1
        while true {
            // The number belongs to the last word: a word of its own would end in an underscore.
            let name = make(words) + (number == 1 ? "" : "\(number)")
            if !isTaken(name), !names.contains(name.lowercased()), !others.contains(name.lowercased()), !stored.contains(store(name)) {
                names.insert(name.lowercased())
                stored.insert(store(name))
                return name
            }
            number += 1
        }
    }

    private func isTaken(_ name: String) -> Bool {
        SwiftWords.reservedMembers.contains(name) || SwiftWords.reservedTypes.contains(name) || YAMLText.wordsForNothing.contains(name)
            || ["isIn", "Snapshot", "New", "Old", "CodingKeys", "true", "false"].contains(name)
    }

    func hasStored(_ name: String) -> Bool { stored.contains(name) }
    mutating func takeStored(_ name: String) { stored.insert(name) }
}

/// The names of entities by tables.
struct EntityNames {
    private var names: [SQLName: String] = [:]
    private(set) var scope = NameScope()

    /// - Parameters:
    ///   - database: the tables that become entities.
    ///   - pairs: those that become many-to-many relationships.
    init(_ database: ExistingDatabase, pairs: [ExistingTable] = [], _ earlier: EarlierNames) {
        for table in database.tables { keep(table, earlier) }
        for table in pairs { keepPairs(table, earlier) }
        let words = database.tables.map { Words.split($0.name) }
        let prefix = Self.prefix(words)
        for (table, words) in zip(database.tables, words) where self[table.name] == nil {
            var own = words.count > 1 && words[0] == prefix ? Array(words.dropFirst()) : words
            if own.count > 1, ["tbl", "tb"].contains(own[0]) { own.removeFirst() }
            if ["sqlite", "trellis"].contains(own.first) { own.insert("table", at: 0) }
            own = Words.singular(own)
            if SwiftWords.reservedTypes.contains(Words.type(own)) || Words.type(own) == "Snapshot" { own.append("row") }
            names[SQLName(table.name)] = scope.take(own, avoiding: earlier.types.names(in: .entities), Words.type, SnakeCase.convert)
        }
    }

    subscript(table: String) -> String? { names[SQLName(table)] }

    /// An entity and its enums have their names before others get any.
    private mutating func keep(_ table: ExistingTable, _ earlier: EarlierNames) {
        let own = SQLName(table.name)
        if let name = earlier.name(of: .entity(table: own)) {
            names[own] = name
            scope.keep(name, SnakeCase.convert)
        }
        for column in table.columns {
            if let name = earlier.name(of: .enumeration(table: own, column: SQLName(column.name))) { scope.keep(name, SnakeCase.convert) }
        }
    }

    /// The table of a many-to-many relationship has a name too.
    private mutating func keepPairs(_ table: ExistingTable, _ earlier: EarlierNames) {
        for key in table.foreignKeys where key.columns.count == 1 {
            let target = SQLName(key.table)
            guard let name = earlier.name(of: .pairs(table: SQLName(table.name), column: SQLName(key.columns[0]), of: target)), let owner = names[target] else { continue }
            scope.takeStored("\(SnakeCase.convert(owner))_\(SnakeCase.convert(name))")
        }
    }

    /// The first word of all tables.
    static func prefix(_ tables: [[String]]) -> String? {
        guard tables.count > 1, let first = tables[0].first, tables.allSatisfy({ $0.count > 1 && $0[0] == first }) else { return nil }
        return first
    }
}
