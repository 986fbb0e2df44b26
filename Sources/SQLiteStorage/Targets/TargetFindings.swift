public import Diagnostics
import Predicates
import SQLiteAccess
public import SchemaModel

extension FindingCode {
    /// A model that a target cannot hold.
    static let refusedByTarget = FindingCode("TR2501")
    /// A fetch that a target cannot run.
    static let fetchNotOnTarget = FindingCode("TR2503", .warning)
}

extension StorageTarget {
    /// Whether files alone are a target: then nothing has to be proved that a schema's own proof does not.
    var hasOwnRules: Bool { self != .file }

    /// What keeps a target from holding a model, and which fetches it cannot run.
    public func findings(on model: Model, _ schema: StorageSchema) -> [Finding] {
        guard hasOwnRules else { return [] }
        let rules = TargetRules(self)
        var findings = [Finding]()
        do {
            let connection = try SQLiteConnection.inMemory()
            // Only so that SQLite asks whether a statement may call them.
            try ConditionFunctions.register(on: connection.functions)
            for statement in schema.statements(for: self) {
                if let excess = rules.excess(of: statement.sql) {
                    findings.append(refusal("\(excess): \(Self.beginning(of: statement.sql))", model.name.span))
                }
                try rules.apply(to: connection) { try connection.execute(statement.sql) }
            }
            for table in schema.tables {
                guard let most = maximumColumns, table.definition.columns.count > most else { continue }
                let span = model.entity(named: table.entities[0])?.name.span ?? model.name.span
                findings.append(
                    refusal("the table '\(table.name)' of \(table.definition.columns.count) columns, and its limit is \(most)", span))
            }
            return findings + fetchFindings(on: model, schema, connection, rules)
        } catch let error as TargetRefusal {
            return findings + [refusal(error.words, model.name.span)]
        } catch {
            // The schema's own proof reports what SQLite refuses anywhere.
            return findings
        }
    }

    private func refusal(_ words: String, _ span: SourceSpan) -> Finding {
        Finding(
            .refusedByTarget, "the target '\(name)' refuses \(words)", at: span,
            suggestion: .init("change the model, or remove '\(name)' from 'targets'"))
    }

    /// Fetches that call functions of Trellis, or have more parameters than the target takes.
    private func fetchFindings(on model: Model, _ schema: StorageSchema, _ connection: SQLiteConnection, _ rules: TargetRules) -> [Finding] {
        let planner = FetchPlanner(model, schema, layout: schema.fetchLayout(of: model))
        return model.entities.flatMap { entity -> [Finding] in
            let properties = entity.fetchedProperties.compactMap { property in
                model.entity(named: property.destination.text).map { (property.fetch, $0) }
            }
            return (entity.fetches.map { ($0, entity) } + properties).compactMap { fetch, fetched in
                do {
                    let statement = try planner.resolve(fetch, of: fetched).select(planner.columns(of: fetched))
                    let prepared = try rules.apply(to: connection) { try connection.prepare(statement.sql) }
                    guard let most = maximumParameters, prepared.raw.parameterCount > most else { return nil }
                    return self.finding(on: fetch, "has \(prepared.raw.parameterCount) parameters, and the limit is \(most)")
                } catch let error as TargetRefusal {
                    return finding(on: fetch, "needs \(error.words)")
                } catch {
                    return nil
                }
            }
        }
    }

    private func finding(on fetch: NamedFetch, _ words: String) -> Finding {
        Finding(
            .fetchNotOnTarget, "the target '\(name)' cannot run the fetch '\(fetch.name.text)', which \(words)", at: fetch.name.span,
            suggestion: .init("write the condition without what the library alone computes, or fetch from a copy in a file"))
    }

    private static func beginning(of sql: String) -> String { String(sql.prefix { !$0.isNewline }.prefix(60)) }
}
