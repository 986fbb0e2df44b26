import Foundation

@testable import SQLiteImport

/// Writes a program that reads all objects of an imported database, changes one of each entity, and saves; and the plain SQL that has to
/// find the same in the database. How values look is written here, and not taken from the import.
struct ProgramWriter {
    let translation: DatabaseTranslation

    // MARK: Swift

    /// The program: it prints a line for each object, and one for each object that it has changed.
    func swift(model: String) -> String {
        var text = """
            import Foundation
            import Trellis

            func text(_ value: Bool?) -> String { value.map { $0 ? "1" : "0" } ?? "-" }
            func text(_ value: Int64?) -> String { value.map { "\\($0)" } ?? "-" }
            func text(_ value: Int?) -> String { value.map { "\\($0)" } ?? "-" }
            func text(_ value: Double?) -> String { value.map { "\\($0 + 0)" } ?? "-" }
            func text(_ value: Decimal?) -> String { text((value as NSDecimalNumber?)?.doubleValue) }
            func text(_ value: Date?) -> String { text(value.map { ($0.timeIntervalSince1970 * 1000).rounded() / 1000 }) }
            func text(_ value: Day?) -> String { value.map { "\\($0)" } ?? "-" }
            func text(_ value: String?) -> String { value.map { Data($0.utf8).map { String(format: "%02x", $0) }.joined() } ?? "-" }
            func text(_ value: Data?) -> String { value.map { $0.map { String(format: "%02x", $0) }.joined() } ?? "-" }
            func text(_ value: UUID?) -> String { value.map { $0.uuidString.lowercased().replacingOccurrences(of: "-", with: "") } ?? "-" }
            func text(_ value: URL?) -> String { text(value?.absoluteString) }
            func json(_ value: (some Encodable)?) -> String {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return value.flatMap { try? encoder.encode($0) }.map { text($0 as Data) } ?? "-"
            }

            func write(_ lines: [String]) { print(lines.joined(separator: "\\t")) }

            func main() throws {
                let container = try PersistentContainer(for: `\(model)`.self, at: .file(CommandLine.arguments[1]))
                let context = try container.makeContext()

            """
        for number in translation.entities.indices {
            text += "    try read\(number)(context)\n    try edit\(number)(context)\n"
        }
        text += "    try context.save()\n}\n"
        for (number, entity) in translation.entities.enumerated() { text += reader(entity, number) + editor(entity, number) }
        return text + "\ntry main()\n"
    }

    private func reader(_ entity: PlannedEntity, _ number: Int) -> String {
        var text = "\nfunc read\(number)(_ context: ManagedObjectContext) throws {\n    for object in try context.fetch(Fetch<`\(entity.name)`>()) {\n        var line = [\"\(entity.name)\"]\n"
        func add(_ value: String) { text += "        line.append(\(value))\n" }
        if entity.table.keepsKeys { add("text(object.objectID.rowID)") }
        for (name, guess) in entity.attributes {
            let value = "object.`\(name)`" + (guess.enumeration == nil ? "" : guess.isOptional ? "?.rawValue" : ".rawValue")
            add(guess.typeName == "json" ? "json(\(value))" : "text(\(value))")
        }
        for link in entity.links { add("text(object.`\(link.name)` != nil)") }
        for join in translation.joins where join.leftEntity == entity.name { add("text(object.`\(join.leftName)`.count)") }
        return text + "        write(line)\n    }\n}\n"
    }

    /// The attribute that the program changes: one that no rule can refuse.
    func edited(_ entity: PlannedEntity) -> (name: String, isText: Bool)? {
        let free = entity.attributes.filter { $0.guess.column.generated == nil && $0.guess.rules.allSatisfy { $0.key == "default" } && $0.guess.enumeration == nil }
        if let text = free.first(where: { $0.guess.typeName == "string" }) { return (text.name, true) }
        return free.first { $0.guess.typeName == "int" }.map { ($0.name, false) }
    }

    private func editor(_ entity: PlannedEntity, _ number: Int) -> String {
        var text = "\nfunc edit\(number)(_ context: ManagedObjectContext) throws {\n"
        if let (name, isText) = edited(entity) {
            text += "    guard let object = try context.fetch(Fetch<`\(entity.name)`>()).max(by: { ($0.objectID.rowID ?? 0) < ($1.objectID.rowID ?? 0) }) else { return }\n"
            text += isText ? "    object.`\(name)` = \"edited\"\n" : "    object.`\(name)` = 123_454_321\n"
            text += "    write([\"=\", \"\(entity.name)\", text(object.objectID.rowID)])\n"
        }
        return text + "}\n"
    }

    // MARK: SQL

    /// The rows of the database as the program's lines.
    func sql(_ entity: PlannedEntity) -> String {
        var values = ["'\(entity.name)'"]
        let table = entity.table
        if table.keepsKeys { values.append(quoted(table.rowKey ?? "rowid")) }
        for (_, guess) in entity.attributes { values.append("CASE WHEN o.\(quoted(guess.column.name)) IS NOT NULL THEN \(value(guess, quoted(guess.column.name))) END") }
        for link in entity.links {
            let conditions = zip(link.key.targets, link.key.columns).map { "d.\(quoted($0)) = +o.\(quoted($1))" }.joined(separator: " AND ")
            values.append("EXISTS (SELECT 1 FROM \(quoted(link.key.table)) AS d WHERE \(conditions))")
        }
        for join in translation.joins where join.leftEntity == entity.name {
            values.append("(SELECT count(*) FROM \(quoted(join.table.name)) AS j WHERE j.\(quoted(join.left.columns[0])) = o.\(quoted(join.left.targets[0])))")
        }
        return "SELECT \(values.joined(separator: ", ")) FROM \(quoted(table.name)) AS o"
    }

    private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    private func value(_ guess: AttributeGuess, _ name: String) -> String {
        let x = guess.isEmptied ? "nullif(o.\(name), '')" : "o.\(name)"
        switch guess.form {
        case .textBool: return "lower(\(x)) IN ('t', 'true')"
        case .day, .numericBool: return x
        case .instant: return "round((julianday(replace(\(x), ' UTC', '')) - 2440587.5) * 86400, 3)"
        case .unixSeconds: return "round(\(x), 3)"
        case .unixMilliseconds: return "\(x) / 1000.0"
        case .uuid: return "lower(replace(CASE typeof(\(x)) WHEN 'blob' THEN hex(\(x)) ELSE \(x) END, '-', ''))"
        case .decimal: return "\(x) + 0.0"
        case .url: return "lower(hex(CAST(\(x) AS BLOB)))"
        case .textList, .integerList: return "lower(hex(CAST((SELECT json_group_array(value) FROM json_each(\(x))) AS BLOB)))"
        case .textMap: return "lower(hex(CAST((SELECT json_group_object(key, value) FROM (SELECT * FROM json_each(\(x)) ORDER BY key)) AS BLOB)))"
        case nil: break
        }
        switch guess.enumeration?.isInteger == true ? "int" : guess.enumeration != nil ? "string" : guess.typeName {
        case "string", "data": return "lower(hex(CAST(\(x) AS BLOB)))"
        case "double": return "\(x) + 0.0"
        default: return x
        }
    }
}
