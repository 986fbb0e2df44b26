import SQLiteStorage

/// An entity of the new model, and the table that its rows come from.
struct PlannedEntity {
    let table: ExistingTable
    let name: String
    let taken: EarlierNames.Taken
    var scope = NameScope()
    /// The attributes by names in the order of the columns.
    var attributes: [(name: String, guess: AttributeGuess)] = []
    /// The relationships that hold keys.
    var links: [PlannedLink] = []
    /// The other relationships, in the model's words.
    var ends: [(name: String, text: [(key: String, value: String)])] = []

    /// The property that a column became.
    func property(ofColumn column: String) -> String? {
        attributes.first { $0.guess.column.name.isSameName(as: column) }?.name
            ?? links.first { $0.key.columns.count == 1 && $0.key.columns[0].isSameName(as: column) }?.name
    }

    /// The attributes by their columns.
    var byColumn: [SQLName: AttributeGuess] {
        Dictionary(attributes.map { (SQLName($0.guess.column.name), $0.guess) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func takeAttribute(_ words: [String]) -> String { scope.take(words, avoiding: taken.names(in: .attributes), { Words.property($0) }, SnakeCase.convert) }
    mutating func takeRelationship(_ words: [String]) -> String {
        scope.take(words, avoiding: taken.names(in: .relationships), { Words.property($0) }, Self.storedKey)
    }

    /// The column of a relationship.
    static func storedKey(_ name: String) -> String { SnakeCase.convert(name) + "_id" }
}

/// A relationship that holds a key.
struct PlannedLink {
    let key: ExistingKey
    let name: String
    let destination: String
    let inverse: String
    let isOptional: Bool
    let isOneToOne: Bool
}

/// A many-to-many relationship, and the table that has its pairs.
struct PlannedJoin {
    let table: ExistingTable
    let (left, right): (ExistingKey, ExistingKey)
    let (leftEntity, rightEntity): (String, String)
    /// The relationships of both.
    let (leftName, rightName): (String, String)
}
