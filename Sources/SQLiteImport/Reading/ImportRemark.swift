/// A guess, a change or an omission of an import, with its place and its evidence.
package struct ImportRemark: Hashable, Sendable {
    package var kind: Kind
    /// Such as `Order.date`, or a table.
    package var place: String
    package var detail = ""

    package enum Kind: String, CaseIterable, Sendable {
        // Guesses.
        case named = "names"
        case typed = "types from the values"
        case foundKey = "relationships without a foreign key"
        case inverse = "relationships from foreign keys"
        case joined = "many-to-many relationships from tables of two keys"
        case pairs = "tables of two keys that stay entities"
        case unguessed = "types that are not guessed"
        case listed = "enums from checks"
        case derived = "generated columns that become derived attributes"
        // Said in another way.
        case numbered = "rows with new keys"
        case droppedKey = "integer keys that become the identity of an object"
        case converted = "values that are converted"
        case emptied = "empty texts that become nil"
        case strays = "keys that lead to no row, and become nil"
        case respelled = "keys that are written otherwise than those of their rows, and lose that"
        case generated = "generated columns that become plain attributes"
        case otherRule = "rules of deletion and update that change"
        case weaker = "constraints that become weaker"
        case broken = "rows that break checks of the database, copied as they are"
        // Left out.
        case defaultValue = "defaults that are left out"
        case check = "checks that are left out"
        case index = "indexes that are left out"
        case number = "numbers of the file that are left out"
        case foreignKey = "foreign keys that are left out"
        case column = "columns that are left out"
        case table = "tables that are left out"
        case view = "views that are left out"
        case trigger = "triggers that are left out"
        case unchecked = "the database could not be checked"
    }

    /// The remarks by their kinds.
    package static func text(of remarks: [ImportRemark]) -> String {
        Kind.allCases.compactMap { kind in
            let lines = remarks.filter { $0.kind == kind }.map { "  \($0.place)\($0.detail.isEmpty ? "" : ": \($0.detail)")".visible }
            return lines.isEmpty ? nil : (["\(kind.rawValue):"] + lines).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension String {
    /// On one line, without control characters, and not too long: it is a text of the database.
    var visible: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if line.count == 400 {
                line.append("…")
                break
            }
            let isHidden = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                || scalar.properties.generalCategory == .lineSeparator || scalar.properties.generalCategory == .paragraphSeparator
            line.append(isHidden ? " " : scalar)
        }
        return String(line)
    }
}
