import Foundation
import SQLiteAccess
import StoreMigration

/// The file `N.migration.json`: the plan that leads to a version, as data.
///
/// A plan is made once, when its version is frozen, and every later program runs it as it stands here. The version's definition,
/// which the plan writes into a store, is not repeated: it is the file `N.yaml`.
struct PlanFile: Codable {
    /// The form of the file. Another form gets another number.
    static let format = 1
    /// Stands for the definition in the statement that writes it.
    private static let placeholder = "$definition"

    private var format: Int
    private var from: End
    private var to: End
    private var minimumSQLite: String?
    private var tables: [Outcome]
    private var objects: [String]
    private var steps: [Step]

    /// A version of the model.
    fileprivate struct End: Codable {
        var version: Int
        var hash: String
    }

    fileprivate struct Outcome: Codable {
        var oldName: String
        var newName: String?
        var mayLoseRows: Bool?
        var mayGainRows: Bool?
        var isRewritten: Bool?
        var columns: [ColumnState]?
    }

    fileprivate struct ColumnState: Codable {
        var oldName: String
        var newName: String?
        var values: String?
    }

    fileprivate struct Step: Codable {
        var sql: String
        /// Whether the statement writes the definition.
        var hasDefinition: Bool?
        var strategy: String
        var purpose: String?
        var rule: Rule?
        var isOwn: Bool?
    }

    fileprivate struct Rule: Codable {
        var text: String
        var liftedIn: String?
    }

    /// Only the number of the form, of a file that has another one.
    private struct Form: Codable {
        var format: Int
    }

    /// Why a file gives no plan.
    enum Unreadable: Error {
        /// A newer Trellis wrote it, in a form with this number.
        case format(Int)
        case malformed
    }
}

// MARK: - Writing

extension PlanFile {
    /// The text of a plan.
    /// - Parameter definition: the new version's definition.
    static func text(_ plan: MigrationPlan, definition: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers, lists and objects always have a form in JSON.
        guard let bytes = try? encoder.encode(PlanFile(plan, definition)) else { return "" }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }

    private init(_ plan: MigrationPlan, _ definition: String) {
        format = Self.format
        from = End(version: plan.fromVersion, hash: plan.fromHash)
        to = End(version: plan.toVersion, hash: plan.toHash)
        minimumSQLite = plan.minimumSQLite.map(\.description)
        tables = plan.tables.map(Outcome.init)
        objects = plan.objects
        let literal = SQL.literal(definition)
        steps = plan.steps.map { Step($0, literal, placeholder: Self.placeholder) }
    }
}

extension PlanFile.Outcome {
    fileprivate init(_ outcome: TableOutcome) {
        oldName = outcome.oldName
        newName = outcome.newName
        mayLoseRows = outcome.mayLoseRows ? true : nil
        mayGainRows = outcome.mayGainRows ? true : nil
        isRewritten = outcome.isRewritten ? true : nil
        columns = outcome.columns.isEmpty ? nil : outcome.columns.map { column in
            .init(oldName: column.oldName, newName: column.newName, values: column.values == .kept ? nil : column.values.rawValue)
        }
    }
}

extension PlanFile.Step {
    /// - Parameter definition: the definition as a literal of SQL.
    fileprivate init(_ step: MigrationPlan.Step, _ definition: String, placeholder: String) {
        // A user's statement may have the same text by chance, and stays as it is.
        let place = step.isOwn ? nil : step.sql.range(of: definition)
        sql = place.map { step.sql.replacingCharacters(in: $0, with: placeholder) } ?? step.sql
        hasDefinition = place == nil ? nil : true
        strategy = step.strategy.rawValue
        purpose = step.purpose
        rule = step.rule.map { .init(text: $0.text, liftedIn: $0.liftedIn?.description) }
        isOwn = step.isOwn ? true : nil
    }
}

// MARK: - Reading

extension PlanFile {
    /// Reads the plan of a version.
    /// - Parameter definition: the version's definition.
    static func read(_ bytes: [UInt8], definition: String) throws(Unreadable) -> MigrationPlan {
        let (data, decoder) = (Data(bytes), JSONDecoder())
        if let file = try? decoder.decode(PlanFile.self, from: data), file.format == format { return try file.plan(definition) }
        guard let form = try? decoder.decode(Form.self, from: data), form.format != format else { throw .malformed }
        throw .format(form.format)
    }

    private func plan(_ definition: String) throws(Unreadable) -> MigrationPlan {
        let literal = SQL.literal(definition)
        var plan = MigrationPlan(
            fromVersion: from.version, toVersion: to.version, isDraft: false, fromHash: from.hash, toHash: to.hash,
            minimumSQLite: try Self.version(minimumSQLite), tables: [], objects: objects, steps: [])
        for table in tables { plan.tables.append(try table.outcome()) }
        for step in steps { plan.steps.append(try step.step(literal, placeholder: Self.placeholder)) }
        return plan
    }

    static func version(_ text: String?) throws(Unreadable) -> SQLiteVersion? {
        guard let text else { return nil }
        guard let version = SQLiteVersion(text) else { throw .malformed }
        return version
    }
}

extension PlanFile.Outcome {
    fileprivate func outcome() throws(PlanFile.Unreadable) -> TableOutcome {
        var outcome = TableOutcome(
            oldName, newName, mayLoseRows: mayLoseRows ?? false, mayGainRows: mayGainRows ?? false, isRewritten: isRewritten ?? false)
        for column in columns ?? [] {
            guard let values = column.values.map(ColumnOutcome.Values.init) ?? .kept else { throw .malformed }
            outcome.columns.append(ColumnOutcome(column.oldName, column.newName, values: values))
        }
        return outcome
    }
}

extension PlanFile.Step {
    fileprivate func step(_ definition: String, placeholder: String) throws(PlanFile.Unreadable) -> MigrationPlan.Step {
        guard let strategy = MigrationPlan.Strategy(rawValue: strategy) else { throw .malformed }
        var text = sql
        if hasDefinition == true {
            guard let place = sql.range(of: placeholder) else { throw .malformed }
            text = sql.replacingCharacters(in: place, with: definition)
        }
        var step = MigrationPlan.Step(text, strategy, purpose, isOwn: isOwn ?? false)
        if let rule { step.rule = .init(rule.text, liftedIn: try PlanFile.version(rule.liftedIn)) }
        return step
    }
}
