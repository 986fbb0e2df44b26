import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration

/// A plan between two versions, with what was decided as the edits say.
struct Migration {
    let old: StoredVersion
    let new: StoredVersion
    private(set) var decisions = MigrationDecisions()
    let plan: MigrationPlan
    /// Whether keys that are required now are given one.
    let givesKeys: Bool

    /// nil where something is to be decided that the edits do not say.
    init?(_ old: StoredVersion, _ new: StoredVersion, _ edits: RandomEdits) throws {
        self.old = old
        self.new = new
        givesKeys = !edits.requiredKeys.isEmpty
        var decisions = Self.decisions(old, new, edits)
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
            if let plan {
                self.plan = plan
                self.decisions = decisions
                return
            }
            let known = decisions.drops.count
            for finding in findings where finding.code.name == "TR2102" {
                let help = finding.suggestion?.message ?? ""
                guard let match = help.firstMatch(of: /drops: \{ ([A-Za-z0-9]+)(?:\.([A-Za-z0-9.]+))?: why/) else { continue }
                let place = MigrationDecisions.Place(String(match.output.1), match.output.2.map(String.init))
                let name = place.property?.split(separator: ".").first.map(String.init) ?? place.entity
                // What is still there is not lost, but for its order, and for a composite that was nil.
                let isPart = place.property?.hasSuffix(".order") == true || finding.message.contains("no longer distinguish nil")
                if edits.origins.values.contains(name), !isPart {
                    throw NotLost(description: "\(finding.message)\n\(old.model.meaningText)to\n\(new.model.meaningText)")
                }
                decisions.drops[place] = .init("a test", at: finding.span)
            }
            if decisions.drops.count == known { return nil }
        }
    }

    private struct NotLost: Error, CustomStringConvertible {
        var description: String
    }

    private static func decisions(_ old: StoredVersion, _ new: StoredVersion, _ edits: RandomEdits) -> MigrationDecisions {
        var decisions = MigrationDecisions()
        let span = new.model.name.span
        for (name, former) in edits.origins where name != former {
            let owner = old.model.entities.first { $0.declares(former) }?.name.text
            decisions.renames[owner.map { .init($0, former) } ?? .init(former)] = .init(name, at: span)
        }
        let values = edits.constants.merging(edits.requiredKeys.map { ($0, "1") }) { first, _ in first }
        for (name, value) in values {
            guard let entity = new.model.entities.first(where: { $0.declares(name) }) else { continue }
            let column = edits.origins[name].flatMap { former in
                old.model.entities.lazy.compactMap { old.schema.table(forEntity: $0.name.text)?.column(for: former, of: $0.name.text)?.name }.first
            }
            // Two rows lead to each other, or a row to itself.
            let isItsOwnInverse = entity.relationships.contains { $0.name.text == name && $0.isItsOwnInverse }
            let given = isItsOwnInverse ? "_id" : value
            let expression = column.map { "coalesce(\(SQL.identifier($0)), \(given))" } ?? given
            if entity.relationships.contains(where: { $0.name.text == name && !$0.holdsKey }) { continue }
            decisions.values[.init(entity.name.text, name)] = .init(expression, at: span)
        }
        return decisions
    }

    /// The old rows and the new ones; nil where rules of the new version refuse all rows.
    func run(onRowsOf version: StoredVersion) throws -> (rows: VersionRows, after: VersionRows, seeds: Int)? {
        for (number, seeds) in SeedRows.all(for: version).dropLast().enumerated() {
            let connection = try Self.database(version, seeds)
            let before = try VersionRows(version, connection)
            do {
                try connection.execute("BEGIN; \(plan.text) COMMIT")
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
            return (before, try VersionRows(new, connection), number)
        }
        return nil
    }

    /// The result of this plan, then of another.
    func run(onRowsOf version: StoredVersion, then later: Migration) throws -> VersionRows? {
        for seeds in SeedRows.all(for: version).dropLast() {
            let connection = try Self.database(version, seeds)
            do {
                try connection.execute("BEGIN; \(plan.text) COMMIT")
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
            try connection.execute("BEGIN; \(later.plan.text) COMMIT")
            return try VersionRows(later.new, connection)
        }
        return nil
    }

    /// The old rows, and the new ones after a plan that ran with foreign keys on, statement by statement; nil where rules of the new
    /// version refuse all rows, or keys led nowhere before.
    func runWithKeys(_ plan: MigrationPlan, onRowsOf version: StoredVersion) throws -> (before: VersionRows, after: VersionRows, connection: SQLiteConnection)? {
        for seeds in SeedRows.all(for: version).dropLast() {
            let connection = try Self.database(version, seeds)
            guard try connection.rows("PRAGMA foreign_key_check").isEmpty else { continue }
            let before = try VersionRows(version, connection)
            do {
                try connection.execute("PRAGMA foreign_keys = ON; BEGIN")
                for step in plan.steps {
                    for statement in step.operation.statements { try connection.run(statement) }
                }
                try connection.execute("COMMIT")
            } catch let error as SQLiteError where error.isOfValues {
                continue
            }
            return (before, try VersionRows(new, connection), connection)
        }
        return nil
    }

    private static func database(_ version: StoredVersion, _ seeds: SeedRows) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try seeds.insert(into: connection)
        return connection
    }
}

extension Entity {
    fileprivate func declares(_ property: String) -> Bool {
        attributes.contains { $0.name.text == property } || relationships.contains { $0.name.text == property }
    }
}
