import Foundation

/// The text of a plan: what is kept beside a frozen version, and in programs.
///
/// It is JSON with one table, one name or one step on each line, so that a person reads it and two texts can be compared by their
/// lines. The definition of the new version, which a plan writes into the store, is not in it.
package enum PlanText {
    /// The newest form of the text. Another form gets another number. Format 3 has steps in Swift; a plan without any is of format 2.
    package static let format = 3
    /// The forms that are read.
    package static let formats = 2...format
    /// Stands for the definition in the step that writes it.
    private static let placeholder = "$definition"

    /// What is in the text.
    private struct Form: Decodable {
        var format: Int
        var from: End
        var to: End
        var minimumSQLite: SQLiteVersion?
        var tables: [TableOutcome]
        var objects: [String]
        var steps: [MigrationPlan.Step]
    }

    /// A version of the model.
    private struct End: Codable {
        var version: Int
        var hash: String
    }

    /// The text of a plan between two frozen versions.
    package static func text(_ plan: MigrationPlan) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers, lists and objects always have a form in JSON.
        func line(_ value: some Encodable) -> String { (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        func list(_ lines: [String]) -> String { lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]" }
        let steps = plan.steps.map { step in
            var step = step
            step.operation.definition = step.operation.definition == nil ? nil : placeholder
            return line(step)
        }
        let fields = [
            ("format", "\(plan.swiftSteps.isEmpty ? formats.lowerBound : format)"), ("from", line(End(version: plan.fromVersion, hash: plan.fromHash))),
            ("to", line(End(version: plan.toVersion, hash: plan.toHash))), ("minimumSQLite", plan.minimumSQLite.map(line) ?? ""),
            ("tables", list(plan.tables.map(line))), ("objects", list(plan.objects.map(line))), ("steps", list(steps)),
        ].filter { !$0.1.isEmpty }
        return "{\n\(fields.map { "\"\($0)\":\($1)" }.joined(separator: ",\n"))\n}\n"
    }

    /// Reads the plan in a text.
    /// - Parameters:
    ///   - text: the text as bytes of UTF-8.
    ///   - definition: the definition of the new version.
    /// - Throws: an error of the decoder if the text is not one of this form.
    package static func plan(_ text: some Sequence<UInt8>, definition: String) throws -> MigrationPlan {
        let form = try JSONDecoder().decode(Form.self, from: Data(text))
        guard formats.contains(form.format) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "format \(form.format)"))
        }
        let steps = form.steps.map { step in
            var step = step
            if step.operation.definition != nil { step.operation.definition = definition }
            return step
        }
        return MigrationPlan(
            fromVersion: form.from.version, toVersion: form.to.version, isDraft: false, fromHash: form.from.hash, toHash: form.to.hash,
            minimumSQLite: form.minimumSQLite, tables: form.tables, objects: form.objects, steps: steps)
    }
}

extension Operation {
    /// The definition that it writes into the store; nil for one that writes none.
    package var definition: String? {
        get { if case .recordVersion(let version) = self { version.meaning?.definition } else { nil } }
        set {
            guard let newValue, case .recordVersion(var version) = self else { return }
            version.meaning?.definition = newValue
            self = .recordVersion(version)
        }
    }
}
