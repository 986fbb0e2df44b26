import Foundation
import SQLiteAccess
import StoreMigration

/// The file `N.migration.json`: the plan that leads to a version, as data.
///
/// A plan is made once, when its version is frozen, and every later program runs it as it stands here. The version's definition,
/// which the plan writes into a store, is not repeated: it is the file `N.yaml`. Format 1 has SQL in its steps; a file that has it
/// keeps it.
enum PlanFile {
    /// The forms that ``PlanText`` reads.
    static let formats = PlanText.formats

    /// Why a file gives no plan.
    enum Unreadable: Error {
        /// A newer Trellis wrote it, in a form with this number.
        case format(Int)
        case malformed
    }

    /// Only the number of the form.
    private struct Form: Decodable {
        var format: Int
    }

    /// Reads the plan of a version.
    /// - Parameter definition: the version's definition.
    static func read(_ bytes: [UInt8], definition: String) throws(Unreadable) -> MigrationPlan {
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)) else { throw .malformed }
        let plan: MigrationPlan? =
            switch form.format {
            case 1: (try? JSONDecoder().decode(FirstPlanFile.self, from: Data(bytes)))?.plan(definition)
            case formats: try? PlanText.plan(bytes, definition: definition)
            default: throw .format(form.format)
            }
        guard let plan else { throw .malformed }
        return plan
    }
}

/// The first form of the file, whose steps are statements.
private struct FirstPlanFile: Decodable {
    /// Stands for the definition in the statement that writes it.
    private static let placeholder = "$definition"

    var from: End
    var to: End
    var minimumSQLite: SQLiteVersion?
    var tables: [TableOutcome]
    var objects: [String]
    var steps: [Step]

    /// A version of the model.
    struct End: Decodable {
        var version: Int
        var hash: String
    }

    struct Step: Decodable {
        var sql: String
        /// Whether the statement writes the definition.
        var hasDefinition: Bool?
        var strategy: MigrationPlan.Strategy
        var purpose: String?
        var rule: MigrationPlan.Rule?
        var isOwn: Bool?
    }

    /// The plan; nil if a statement lacks the definition that it is to write.
    func plan(_ definition: String) -> MigrationPlan? {
        let literal = SQL.literal(definition)
        var plan = MigrationPlan(
            fromVersion: from.version, toVersion: to.version, isDraft: false, fromHash: from.hash, toHash: to.hash,
            minimumSQLite: minimumSQLite, tables: tables, objects: objects, steps: [])
        for step in steps {
            var sql = step.sql
            if step.hasDefinition == true {
                guard let place = sql.range(of: Self.placeholder) else { return nil }
                sql.replaceSubrange(place, with: literal)
            }
            var read = MigrationPlan.Step(sql, step.strategy, step.purpose, isOwn: step.isOwn ?? false)
            read.rule = step.rule
            plan.steps.append(read)
        }
        plan.joinRecord(definition)
        return plan
    }
}

extension MigrationPlan {
    /// Puts the operation that records the version in the place of its statements, which are the same.
    fileprivate mutating func joinRecord(_ definition: String) {
        let opening = "UPDATE \(StoreRecord.table) SET value = '", ending = "' WHERE key = 'model'"
        guard let last = steps.lastIndex(where: { !$0.isOwn && $0.sql.hasPrefix(opening) && $0.sql.hasSuffix(ending) }) else { return }
        let model = String(steps[last].sql.dropFirst(opening.count).dropLast(ending.count)).replacing("''", with: "'")
        let record = Operation.recordVersion(
            .init(toVersion, isDraft: false, .init(hash: toHash, definition: definition, model: model)))
        let first = last + 1 - record.statements.count
        guard first >= 0, steps[first...last].map(\.sql) == record.statements else { return }
        steps.replaceSubrange(first...last, with: [Step(record, steps[first].purpose)])
    }
}
