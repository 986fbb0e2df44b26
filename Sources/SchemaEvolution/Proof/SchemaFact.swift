/// What a table of a schema is, piece by piece.
enum SchemaFact: Hashable {
    /// - Parameter keyPlace: its place in the primary key, from 1; 0 outside it.
    case column(name: String, type: String, isRequired: Bool, keyPlace: Int, isGenerated: Bool)
    case key(column: String, table: String, destination: String, onUpdate: String, onDelete: String)
    case strict, notStrict, withoutRowID, autoincrement
    /// - Parameter place: its place among all, which tells two equal ones apart.
    case check(place: Int, String)

    /// What differs in a table, in words: each column and key once.
    static func differences(from expected: Set<SchemaFact>, in found: Set<SchemaFact>, of table: String) -> [String] {
        let (missing, surplus) = (expected.subtracting(found), found.subtracting(expected))
        let changed = missing.compactMap { fact in surplus.first { $0.isOne(with: fact) }.map { (expected: fact, found: $0) } }
        let lines =
            changed.map { "\($0.expected.subject(of: table)) \($0.expected.difference(to: $0.found))" }
            + missing.subtracting(changed.map(\.expected)).compactMap { $0.absence(in: table) }
            + surplus.subtracting(changed.map(\.found)).compactMap { $0.presence(in: table) }
        return lines.sorted()
    }

    /// Whether both are about the same column, or the same key.
    private func isOne(with other: SchemaFact) -> Bool {
        switch (self, other) {
        case (.column(let name, _, _, _, _), .column(let otherName, _, _, _, _)): name == otherName
        case (.key(let column, _, _, _, _), .key(let otherColumn, _, _, _, _)): column == otherColumn
        default: false
        }
    }

    private func subject(of table: String) -> String {
        switch self {
        case .column(let name, _, _, _, _): "the column '\(name)' of '\(table)'"
        case .key(let column, _, _, _, _): "the foreign key '\(column)' of '\(table)'"
        case .check(_, let check): "CHECK (\(check)) of '\(table)'"
        case .strict, .notStrict, .withoutRowID, .autoincrement: "the table '\(table)'"
        }
    }

    /// How a column or a key differs from what it should be, which is this.
    private func difference(to found: SchemaFact) -> String {
        switch (self, found) {
        case (
            .column(_, let type, let isRequired, let keyPlace, let isGenerated),
            .column(_, let foundType, let isFoundRequired, let foundKeyPlace, let isFoundGenerated)
        ):
            var words = [String]()
            if type != foundType { words.append("has the type \(foundType.isEmpty ? "none" : foundType), and should have \(type)") }
            if isRequired != isFoundRequired { words.append(isRequired ? "should be NOT NULL" : "should allow NULL") }
            if keyPlace != foundKeyPlace { words.append(keyPlace > 0 ? "should be the PRIMARY KEY" : "should not be in the PRIMARY KEY") }
            if isGenerated != isFoundGenerated { words.append(isGenerated ? "should be generated" : "should not be generated") }
            return words.joined(separator: ", and ")
        default: return "is \(found.definition), and should be \(definition)"
        }
    }

    private func absence(in table: String) -> String? {
        switch self {
        case .column, .key: "\(subject(of: table)) is missing: \(definition)"
        case .check: "\(subject(of: table)) is missing"
        case .strict: "\(subject(of: table)) should be STRICT"
        case .notStrict: nil
        case .withoutRowID: "\(subject(of: table)) should be WITHOUT ROWID"
        case .autoincrement: "the primary key of '\(table)' should be AUTOINCREMENT"
        }
    }

    private func presence(in table: String) -> String? {
        switch self {
        case .column, .key, .check: "\(subject(of: table)) should not exist"
        case .strict: "\(subject(of: table)) should not be STRICT"
        case .notStrict: nil
        case .withoutRowID: "\(subject(of: table)) should not be WITHOUT ROWID"
        case .autoincrement: "the primary key of '\(table)' should not be AUTOINCREMENT"
        }
    }

    /// It as SQL declares it.
    private var definition: String {
        switch self {
        case .column(_, let type, let isRequired, let keyPlace, _):
            "\(type)\(isRequired ? " NOT NULL" : "")\(keyPlace > 0 ? " PRIMARY KEY" : "")"
        case .key(_, let table, let destination, let onUpdate, let onDelete):
            "REFERENCES \(table) (\(destination)) ON UPDATE \(onUpdate) ON DELETE \(onDelete)"
        case .check(_, let check): "CHECK (\(check))"
        case .strict: "STRICT"
        case .notStrict: ""
        case .withoutRowID: "WITHOUT ROWID"
        case .autoincrement: "AUTOINCREMENT"
        }
    }
}
