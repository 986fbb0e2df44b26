import Diagnostics
import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport

/// Decisions that are pasted from the lines that findings print, with what these leave open filled in.
struct PrintedDecisions {
    /// The sections of the file: values in YAML by places.
    private(set) var sections: [String: [String: String]] = [:]

    init(renames: [String: String] = [:], cases: [String: String] = [:]) {
        sections["renames"] = renames
        sections["cases"] = cases
    }

    var text: String {
        var text = "trellis: 1\n"
        for (section, entries) in sections.sorted(by: { $0.key < $1.key }) where !entries.isEmpty {
            text += "\(section):\n" + entries.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)\n" }.joined()
        }
        return text
    }

    /// The decisions as Trellis reads them.
    func read() -> MigrationDecisions? {
        DecisionReader.read(Array(text.utf8), file: "2.migration.yaml").decisions
    }

    /// Pastes a line of each finding that has some: any of them, if there are several.
    /// - Returns: whether something was added.
    mutating func paste(_ findings: [Finding], for new: Model, _ schema: StorageSchema, _ random: inout SeededGenerator) -> Bool {
        var isChanged = false
        var refusesRename = false
        func assumesRenames(_ finding: Finding) -> Bool { finding.notes.contains { $0.message.hasPrefix("this assumes the renames") } }
        for finding in findings.filter({ !assumesRenames($0) }) + findings.filter(assumesRenames) {
            // With another answer than the proposed rename these are not asked.
            if refusesRename, assumesRenames(finding) { break }
            let texts = [finding.suggestion?.message].compactMap(\.self) + finding.notes.map(\.message)
            // Lines that make one answer together are joined by "and".
            let answers = texts.flatMap { $0.components(separatedBy: ", or ") }.map { answer in
                answer.matches(of: /'(renames|drops|values|accept|cases): \{ ([\w.]+): (.*?) \}'/)
            }
            // A new name that is left open has no answer: no relationship of the model is it.
            .filter { lines in !lines.isEmpty && !lines.contains { $0.output.1 == "renames" && $0.output.3.contains("…") } }
            // Neither has a calculation of which only the column is printed.
            .filter { lines in !lines.contains { $0.output.1 == "values" && $0.output.3.contains(/….*…/) } }
            guard let index = answers.indices.randomElement(using: &random) else { continue }
            let lines = answers[index]
            if index > 0, answers[0].allSatisfy({ $0.output.1 == "renames" }) { refusesRename = true }
            // An entity that is given up has no use for new names of its properties.
            for line in lines where line.output.1 == "drops" && !line.output.2.contains(".") {
                sections["renames"] = sections["renames"]?.filter { !$0.key.hasPrefix(line.output.2 + ".") }
            }
            for line in lines {
                let (section, place) = (String(line.output.1), String(line.output.2))
                // Several renames that only make sense together are printed in one line.
                let parts = ["renames", "cases"].contains(section) ? "\(place): \(line.output.3)".split(separator: ", ") : ["\(place): \(line.output.3)"]
                for part in parts {
                    guard let (place, rest) = part.wholeMatch(of: /([\w.]+): (.*)/).map({ (String($0.1), String($0.2)) }) else { continue }
                    let value = fill(rest, section, place, new, schema)
                    if sections[section]?[place] == value { continue }
                    sections[section, default: [:]][place] = value
                    isChanged = true
                }
            }
        }
        return isChanged
    }

    /// A printed value without what it leaves open.
    private func fill(_ value: String, _ section: String, _ place: String, _ new: Model, _ schema: StorageSchema) -> String {
        if section == "cases" { return value.replacing("…", with: new.enumerations.first?.type.cases.first?.name ?? "…") }
        guard section == "values" else { return value }
        let parts = place.split(separator: ".").map(String.init)
        guard value.contains("…"), parts.count == 2, let entity = new.entity(named: parts[0]) else { return value.replacing("…", with: "0") }
        if let attribute = entity.storedAttributes.first(where: { $0.name.text == parts[1] }) {
            return value.replacing("…", with: Self.sample(of: attribute.attribute.type))
        }
        guard let end = entity.relationships.first(where: { $0.name.text == parts[1] }),
            let table = schema.table(forEntity: end.destination.text)
        else { return value.replacing("…", with: "0") }
        let entities = new.entity(named: end.destination.text).map { new.subtree(of: $0).map { SQL.literal($0.name.text) } } ?? []
        let condition = table.hasEntityColumn ? " WHERE _entity IN (\(entities.joined(separator: ", ")))" : ""
        let query = "SELECT min(_id) FROM \(SQL.identifier(table.name).replacing("\"", with: "\\\""))\(condition)"
        if value.contains("SELECT …") { return value.replacing("SELECT …", with: query) }
        return value.replacing("…", with: "(\(query))")
    }

    /// A value of a type in SQL.
    private static func sample(of type: AttributeType) -> String {
        switch type {
        case .day: "'2020-01-31'"
        case .data: "X'00'"
        case .enumeration(let type): type.cases.first.map { type.isInteger ? $0.raw : SQL.literal($0.raw) } ?? "0"
        default: "0"
        }
    }
}
