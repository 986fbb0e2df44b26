public import Diagnostics
import Foundation
import Predicates
public import SQLiteAccess
public import StoreMigration

extension FindingCode {
    package static let damagedDatabase = FindingCode("TR2302")
    package static let brokenRow = FindingCode("TR2303")
    static let duplicateRows = FindingCode("TR2304")
    static let lostRows = FindingCode("TR2305", .warning)
    static let refusedRows = FindingCode("TR2306")
    static let uncheckedStep = FindingCode("TR2307", .warning)
}

/// Checks a database, without writing to it, against the version that it claims and against the migrations ahead of it.
///
/// The connection gets temporary views, which live in memory or in temporary files.
public struct DatabaseInspection {
    private let connection: SQLiteConnection
    private let file: String
    private let census: RowCensus
    private var foreseen: ForeseenStore?
    /// Whether the file cannot be read to its end.
    public private(set) var isDamaged = false
    /// Whether a step was left unchecked: nothing is known of the steps after it.
    public private(set) var isIncomplete = false
    /// The tables of the file that the steps so far will write again.
    private var rewritten: Set<String> = []

    /// - Parameters:
    ///   - connection: reads the file, and has the functions that migrations call.
    ///   - file: the file's name, as findings show it.
    /// - Throws: `SQLiteError`
    public init(_ connection: SQLiteConnection, file: String) throws {
        (self.connection, self.file) = (connection, file)
        try ReadableTexts.register(on: connection.functions)
        census = RowCensus(connection)
    }

    // MARK: The version that the file claims

    /// Differences of the file's schema from that of a version, and rows that break a rule of the version.
    /// - Throws: `SQLiteError` for everything but damage, which is a finding.
    public mutating func findings(claiming version: StoredVersion) throws -> [Finding] {
        let problems = try damage(inTablesOf: version)
        return try problems + reportingDamage { inspection in
            var findings = try SchemaDrift(from: version, file: inspection.file).compare(inspection.connection)
            let rules = VersionRules(of: version)
            let tables = try inspection.columns(ofTables: rules.tables)
            let subject = "version \(version.schema.identity.version)"
            findings.findings += try inspection.broken(tables, rules, subject, .brokenRow)
            for rule in tables.keys.sorted().flatMap(rules.uniqueRules) where findings.names.contains(rule.name.lowercased()) {
                findings.findings += try inspection.duplicates(rule, rules, subject)
            }
            return findings.findings
        }
    }

    /// Rows that break a rule of a version which only the library keeps: all that can be wrong in a file that SQLite has just filled.
    /// - Throws: `SQLiteError` for everything but damage, which is a finding.
    public mutating func findingsInNewRows(of version: StoredVersion) throws -> [Finding] {
        try reportingDamage { inspection in
            let rules = VersionRules(of: version)
            return try inspection.broken(inspection.columns(ofTables: rules.tables), rules, "version \(version.schema.identity.version)", .brokenRow) { !$0.isEnforced }
        }
    }

    private mutating func damage(inTablesOf version: StoredVersion) throws -> [Finding] {
        try reportingDamage { inspection in
            let problems = try FileIntegrity(inspection.connection).problems(ofTables: VersionRules(of: version).tables)
            return problems.isEmpty ? [] : [inspection.damaged("SQLite finds \(Self.count(Int64(problems.count), "problem"))", problems)]
        }
    }

    /// The columns of those tables that exist: a rule of a missing column cannot be asked.
    private func columns(ofTables names: some Sequence<String>) throws -> [String: Set<String>] {
        var tables = [String: Set<String>]()
        for name in names {
            let columns = try connection.rows("SELECT name FROM pragma_table_xinfo(\(SQL.literal(name)))").compactMap { $0[0] }
            if !columns.isEmpty { tables[name] = Set(columns) }
        }
        return tables
    }

    // MARK: The steps ahead

    /// Rows and values that a step drops, and rows that a rule, a conversion or a unique index of its version refuses.
    ///
    /// Call it for each step in order. The step is not run: its operations are foreseen on views.
    /// - Parameters:
    ///   - plan: the step.
    ///   - version: the version that the step leads to.
    ///   - old: the version before.
    ///   - decisions: those that the step was planned with.
    /// - Returns: the findings; the step is unchecked, with a warning, if it runs SQL that only its run can tell.
    /// - Throws: `SQLiteError` for everything but damage, which is a finding.
    public mutating func findings(
        ofStep plan: MigrationPlan, from old: StoredVersion, to version: StoredVersion, _ decisions: MigrationDecisions
    ) throws -> [Finding] {
        try reportingDamage { inspection in
            var store = try inspection.foreseen ?? ForeseenStore(inspection.connection)
            store.beginStep()
            defer { inspection.foreseen = store }
            do {
                for step in plan.steps where try !store.apply(step.operation) {
                    let reason = plan.swiftSteps.isEmpty ? "it runs SQL of its own" : "the program runs steps of it in Swift"
                    return [inspection.unchecked(plan, reason)]
                }
                inspection.foreseen = store
                var comparison = StepLosses(from: old, to: version, decisions, store, inspection.connection)
                let losses = try comparison.all()
                return try losses.map { inspection.finding($0, plan) }
                    + inspection.findings(ofStep: plan, from: VersionRules(of: old), to: VersionRules(of: version), store)
            } catch let error as SQLiteError where error.primaryCode == 1 {
                // A table lacks what the plan names, or a value cannot be computed for some row.
                return [inspection.unchecked(plan, "SQLite says: \(error.message)")]
            }
        }
    }

    private mutating func findings(
        ofStep plan: MigrationPlan, from oldRules: VersionRules, to rules: VersionRules, _ store: ForeseenStore
    ) throws -> [Finding] {
        rewritten.formUnion(store.rewritten)
        var findings = [Finding]()
        let readers = store.shrunk.flatMap(rules.tables(referencing:))
        let tables = try columns(ofTables: store.touched.union(readers).intersection(rules.tables))
        let subject = "the migration to version \(plan.toVersion)"
        // What the old version demands of unchanged values is checked already.
        let known = Set(tables.keys.flatMap(oldRules.rules))
        func isAsked(_ rule: RowRule) -> Bool {
            if case .strayKey(_, let destination) = rule.kind, store.shrunk.contains(destination) { return true }
            return !known.contains(rule) || store.isChanged(rule.column, in: rule.table)
        }
        let strays = StrayBefore(plan, oldRules, store)
        findings += try broken(tables, rules, subject, .refusedRows, where: { $0.isEnforced && isAsked($0) }, asking: strays.withoutKnown)
        // Nothing refuses these rows, and the program of the new version cannot read or save them.
        let oldKinds = Set(tables.keys.flatMap(oldRules.rules).map(\.subject))
        findings += try broken(tables, rules, "after \(subject)", .brokenRow) {
            !$0.isEnforced && isAsked($0) && (!oldKinds.contains($0.subject) || store.isChanged($0.column, in: $0.table))
        }
        let knownKeys = Set(tables.keys.flatMap(oldRules.uniqueRules))
        for rule in tables.keys.sorted().flatMap(rules.uniqueRules)
        where !knownKeys.contains(rule) || rule.columns.contains(where: { store.isChanged($0, in: rule.table) }) {
            findings += try duplicates(rule, rules, subject)
        }
        return findings
    }

    /// How many bytes of the file the steps so far will write again; nil if this SQLite cannot tell.
    /// - Throws: `SQLiteError`
    public func rewrittenBytes() throws -> Int64? {
        if rewritten.isEmpty { return 0 }
        let names = rewritten.sorted().map(SQL.literal).joined(separator: ", ")
        do {
            let rows = try connection.rows(
                "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = 1 AND name IN (\(names))")
            return rows.first?[0].flatMap { Int64($0) }
        } catch let error as SQLiteError where error.message.contains("no such table: dbstat") {
            return nil
        }
    }

    // MARK: Findings

    private func broken(
        _ tables: [String: Set<String>], _ rules: VersionRules, _ subject: String, _ code: FindingCode,
        where isAsked: (RowRule) -> Bool = { _ in true }, asking adapted: (RowRule) -> RowRule = { $0 }
    ) throws -> [Finding] {
        let asked = try tables.keys.sorted().flatMap(rules.rules).filter(isAsked).filter { rule in
            let isPresent = rule.kind.column.map { tables[rule.table]?.contains($0) == true } ?? true
            let destination: String? =
                switch rule.kind {
                case .strayKey(_, let table): table
                case .wrongDestination(_, let entity): rules.table(ofEntity: entity)
                default: nil
                }
            guard let destination else { return isPresent }
            return try isPresent && (tables[destination] != nil || hasTable(destination))
        }
        return try census.violations(of: asked.map(adapted)).map { violation in
            try finding(code, problem(violation, rules), subject, violation.samples, of: violation.rule.table)
        }
    }

    private func hasTable(_ name: String) throws -> Bool {
        try !connection.rows("SELECT 1 FROM pragma_table_xinfo(\(SQL.literal(name))) LIMIT 1").isEmpty
    }

    private func problem(_ violation: RowCensus.Violation, _ rules: VersionRules) -> String {
        let table = violation.rule.table
        let rows = Self.count(violation.rows, "row")
        switch violation.rule.kind {
        case .missing(let column, _): return "\(rows) without a value of \(rules.name(ofColumn: column, in: table))"
        case .wrongType(let column, let type):
            return "\(rows) with a value of \(rules.name(ofColumn: column, in: table)) that is no \(type.rawValue)"
        case .refused(let column, let conditions):
            return "\(rows) with a value of \(rules.name(ofColumn: column, in: table)) that does not meet \(conditions.joined(separator: " AND "))"
        case .unreadable(let column, let type):
            return "\(rows) with a value of \(rules.name(ofColumn: column, in: table)) that is no \(type.keyword)"
        case .unknownEntity: return "\(rows) of \(rules.name(ofTable: table)) with an unknown or abstract entity"
        case .strayKey(let column, let destination):
            return "\(rows) with a key \(rules.name(ofColumn: column, in: table)) that leads to no row of \(rules.name(ofTable: destination))"
        case .wrongDestination(let column, let entity):
            return "\(rows) with a key \(rules.name(ofColumn: column, in: table)) that leads to no '\(entity)', but to a row of another entity"
        }
    }

    private func duplicates(_ rule: UniqueRule, _ rules: VersionRules, _ subject: String) throws -> [Finding] {
        guard try hasTable(rule.table), let found = try census.duplicates(of: rule) else { return [] }
        let names = rule.columns.map { rules.name(ofColumn: $0, in: rule.table) }.joined(separator: " and ")
        let problem = "\(Self.count(found.rows, "row")) of \(rules.name(ofTable: rule.table)) share \(Self.count(found.values, "value")) of \(names), which must be unique"
        return [try finding(.duplicateRows, problem, subject, found.samples, of: rule.table)]
    }

    private func finding(_ loss: StepLosses.Loss, _ plan: MigrationPlan) -> Finding {
        let thing = switch loss.thing {
        case .objects(let entity): "\(Self.count(loss.count, "row")) of '\(entity)'"
        case .values(let entity, let attribute): "\(Self.count(loss.count, "value")) of '\(entity).\(attribute)'"
        case .connections(let entity, let relationship): "\(Self.count(loss.count, "connection")) of '\(entity).\(relationship)'"
        }
        return finding(.lostRows, "\(thing) will be lost", "the migration to version \(plan.toVersion)", loss.samples)
    }

    private func finding(
        _ code: FindingCode, _ problem: String, _ subject: String, _ samples: [Int64], of table: String
    ) throws -> Finding {
        // After some steps a row may have another key, and another table, than it has in the file.
        let places = try foreseen.map { store in try samples.compactMap { try store.origin(of: $0, in: table) } }
        return finding(code, problem, subject, places ?? samples.map { (table, $0) })
    }

    private func finding(_ code: FindingCode, _ problem: String, _ subject: String, _ samples: [(table: String, key: Int64)]) -> Finding {
        let tables = Dictionary(grouping: samples, by: \.table).sorted { $0.key < $1.key }
        let notes = tables.map { table, rows in
            Finding.Note("rows of the table '\(table)': \(rows.map { String($0.key) }.joined(separator: ", "))")
        }
        return Finding(code, "\(subject): \(problem)", at: SourceSpan(startOf: file), notes: notes)
    }

    private mutating func unchecked(_ plan: MigrationPlan, _ reason: String) -> Finding {
        isIncomplete = true
        return Finding(
            .uncheckedStep, "the migration to version \(plan.toVersion) and later ones are not checked: \(reason)",
            at: SourceSpan(startOf: file),
            suggestion: .init(
                plan.swiftSteps.isEmpty
                    ? "run 'trellis migrate rehearse \(file)', which migrates a copy" : "open a copy of the store with the program"))
    }

    private mutating func reportingDamage(_ body: (inout Self) throws -> [Finding]) rethrows -> [Finding] {
        do {
            return try body(&self)
        } catch let error as SQLiteError where [11, 26].contains(error.primaryCode) {
            return isDamaged ? [] : [damaged(error.message, [])]
        }
    }

    private mutating func damaged(_ problem: String, _ details: [String]) -> Finding {
        isDamaged = true
        return Finding(
            .damagedDatabase, "the database is damaged: \(problem)", at: SourceSpan(startOf: file),
            notes: details.prefix(RowCensus.sampleSize).map { .init($0) },
            suggestion: .init("go back to a copy, or save what can be read with sqlite3's '.recover'"))
    }

    private static func count(_ number: Int64, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

extension RowRule {
    /// The column whose values decide about the rule.
    fileprivate var column: String { kind.column ?? FetchLayout.entityColumn }

    /// What the rule is about, in whichever version.
    fileprivate var subject: [String] {
        let name =
            switch kind {
            case .missing: "missing"
            case .wrongType: "wrong type"
            case .refused: "refused"
            case .unreadable: "unreadable"
            case .unknownEntity: "unknown entity"
            case .strayKey: "stray key"
            case .wrongDestination: "wrong destination"
            }
        return [table, name, column]
    }
}

extension RowRule.Kind {
    /// The column that the rule is about; nil for the row itself.
    fileprivate var column: String? {
        switch self {
        case .missing(let column, _), .wrongType(let column, _), .refused(let column, _), .unreadable(let column, _),
            .strayKey(let column, _), .wrongDestination(let column, _):
            column
        case .unknownEntity: nil
        }
    }
}
