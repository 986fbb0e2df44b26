import SchemaSyntax
import StoreImport

/// What of a database has a name in a model.
enum NamedThing: Hashable, Sendable {
    case entity(table: SQLName)
    case attribute(table: SQLName, column: SQLName)
    case enumeration(table: SQLName, column: SQLName)
    case enumerationCase(table: SQLName, column: SQLName, value: ByteText)
    /// The relationship that holds a key.
    case link(KeyName)
    /// The other end of that relationship.
    case inverse(KeyName)
    /// The relationship of the rows that this column of a table of pairs leads to.
    case pairs(table: SQLName, column: SQLName, of: SQLName)
}

/// A foreign key, or columns that are one without a declaration.
struct KeyName: Hashable, Sendable {
    let table: SQLName
    let columns: [SQLName]
    let target: SQLName

    init(_ key: ExistingKey, of table: String) { self.init(table: table, columns: key.columns, target: key.table) }

    init(table: String, columns: [String], target: String) {
        (self.table, self.columns, self.target) = (SQLName(table), columns.map(SQLName.init), SQLName(target))
    }
}

/// The names that an import gave, as lines of its report, by which a later import finds them.
package struct NameRecord: Sendable {
    package private(set) var lines: [String] = []

    private mutating func add(_ kind: String, _ texts: [String], _ names: [String]) {
        lines.append("- " + YAMLText.list([kind] + texts.map(YAMLText.quoted) + names))
    }

    mutating func addEntity(_ name: String, table: String) { add("entity", [table], [name]) }

    mutating func addAttribute(_ name: String, table: String, column: String) { add("attribute", [table, column], [name]) }

    mutating func addEnumeration(_ name: String, of list: ListedValues, table: String, column: String) {
        add("enum", [table, column], [name])
        for (value, name) in zip(list.values, list.names) { add("case", [table, column, value], [name]) }
    }

    mutating func addKey(_ key: ExistingKey, of table: String, _ link: String, inverse: String) {
        add("key", [table, key.table] + key.columns, [link, inverse])
    }

    mutating func addPairs(_ name: String, table: String, column: String, of target: String) { add("pairs", [table, column, target], [name]) }

    package var text: String { lines.joined(separator: "\n") }

    // MARK: Reading

    /// The names in the text of a record. Lines that are none are left out.
    static func names(in text: String) -> [NamedThing: String] {
        var names = [NamedThing: String]()
        for line in text.split(separator: "\n") {
            let parts = StyledDocument(Array(line.utf8))?.root.items?.first?.value.items?.compactMap(\.value.text) ?? []
            guard let kind = parts.first, let name = parts.last, parts.count > 2 else { continue }
            let table = SQLName(parts[1])
            switch (kind, parts.count) {
            case ("entity", 3): names[.entity(table: table)] = name
            case ("attribute", 4): names[.attribute(table: table, column: SQLName(parts[2]))] = name
            case ("enum", 4): names[.enumeration(table: table, column: SQLName(parts[2]))] = name
            case ("case", 5): names[.enumerationCase(table: table, column: SQLName(parts[2]), value: ByteText(parts[3]))] = name
            case ("pairs", 5): names[.pairs(table: table, column: SQLName(parts[2]), of: SQLName(parts[3]))] = name
            case ("key", 6...):
                let key = KeyName(table: parts[1], columns: Array(parts[3..<parts.count - 2]), target: parts[2])
                names[.link(key)] = parts[parts.count - 2]
                names[.inverse(key)] = name
            default: continue
            }
        }
        return names
    }
}
