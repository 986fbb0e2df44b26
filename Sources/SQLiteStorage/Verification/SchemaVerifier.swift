import Diagnostics
import Predicates
import SQLiteAccess
import SchemaModel

extension FindingCode {
    static let refusedFetch = FindingCode("TR1506")
    static let refusedSchema = FindingCode("TR1601")
}

/// Proves a schema and the named fetches of its model on real SQLite databases, before anything is written.
public struct SchemaVerifier: Sendable {
    private let model: Model
    private let schema: StorageSchema
    private let planner: FetchPlanner
    /// The tables of relationships, by the places of the tables that have them.
    private let joinTables: [Int: [JoinTable]]

    /// How many tables are proved in one database: SQLite looks through its whole schema for each table that it makes, so
    /// that thousands in one would take seconds.
    private static let tablesInDatabase = 32

    /// What a group of tables proves to be.
    private struct Proof {
        var findings: [Finding] = []
        var fetches: [FetchPlan] = []
    }

    /// A database for the proof of a group of tables.
    private struct ProofDatabase {
        let connection: SQLiteConnection
        /// The places of the tables that it has.
        var made: Set<Int> = []

        init() throws {
            connection = try SQLiteConnection.inMemory()
            try ConditionFunctions.register(on: connection.functions)
        }

        func execute(_ statements: [DDLStatement]) throws {
            for statement in statements { try connection.execute(statement.sql) }
        }
    }

    /// Makes the tables in empty databases and plans each fetch there; what SQLite refuses is a finding, and a fetch that an
    /// index would spare a full scan or a sort.
    public static func verify(_ model: Model, _ schema: StorageSchema) -> [Finding] {
        let proof = prove(model, schema)
        // The indexes of another program's file are not known.
        if model.isExisting { return proof.findings }
        return proof.findings + proof.fetches.compactMap { $0.finding(in: model) }
    }

    /// The codes of findings that ``plans(of:_:)`` tell too.
    public static let adviceCodes: Set<FindingCode> = [.missingIndex]

    /// How SQLite goes about the fetches of a model whose schema it takes, in the order of the tables.
    public static func plans(of model: Model, _ schema: StorageSchema) -> [FetchPlan] {
        prove(model, schema).fetches
    }

    private static func prove(_ model: Model, _ schema: StorageSchema) -> Proof {
        let verifier = SchemaVerifier(model, schema)
        let groups = stride(from: 0, to: schema.tables.count, by: tablesInDatabase).map { start in
            start..<min(start + tablesInDatabase, schema.tables.count)
        }
        do {
            try verifier.verifyIdentity()
            let results = groups.concurrentMap { group in Result { try verifier.verify(group) } }
            let proofs = try results.map { try $0.get() }
            let findings =
                proofs.flatMap(\.findings) + schema.derivedColumns.compactMap(verifier.verify)
                + (schema.history.map(verifier.verify) ?? [])
            // A fetch that leads to a table that could not be made would only say so again.
            let refusals = findings.filter { $0.code == .refusedSchema }
            return refusals.isEmpty ? Proof(findings: findings, fetches: proofs.flatMap(\.fetches)) : Proof(findings: refusals)
        } catch {
            let message = "SQLite refuses the schema of this model: \(reason(error))"
            return Proof(findings: [Finding(.refusedSchema, message, at: model.name.span)])
        }
    }

    private init(_ model: Model, _ schema: StorageSchema) {
        self.model = model
        self.schema = schema
        planner = FetchPlanner(model, schema, layout: schema.fetchLayout(of: model))
        joinTables = Dictionary(grouping: schema.joinTables) { schema.place(ofTableFor: $0.source.entity) ?? 0 }
    }

    /// Proves the store's record of its version: it contains the whole model, so one proof is enough.
    private func verifyIdentity() throws {
        let connection = try SQLiteConnection.inMemory()
        for statement in schema.identity.statements { try connection.execute(statement.sql) }
    }

    /// Proves some of the tables, and the fetches of their entities.
    private func verify(_ places: Range<Int>) throws -> Proof {
        var database = try ProofDatabase()
        var findings = [Finding]()
        var fetches = [FetchPlan]()
        for place in places {
            if let finding = make(place, in: &database) { findings.append(finding) }
        }
        if findings.isEmpty { findings += verifyJoinTables(of: places, in: &database) }
        for place in places {
            for entity in schema.tables[place].entities.compactMap(model.entity) {
                let proof = verifyFetches(of: entity, in: &database)
                findings += proof.findings
                fetches += proof.fetches
                for key in model.uniqueKeys(of: entity) {
                    if let finding = verify(key, of: entity, in: &database) { findings.append(finding) }
                }
            }
        }
        return Proof(findings: findings, fetches: fetches)
    }

    private func make(_ place: Int, in database: inout ProofDatabase) -> Finding? {
        database.made.insert(place)
        let name = model.entity(named: schema.tables[place].entities[0])?.name ?? model.name
        do {
            try database.execute(schema.tables[place].statements)
            return nil
        } catch {
            return Finding(
                .refusedSchema, "SQLite refuses the table of '\(name.text)': \(Self.reason(error))", at: name.span)
        }
    }

    /// Proves the tables of the relationships of some entities.
    private func verifyJoinTables(of places: Range<Int>, in database: inout ProofDatabase) -> [Finding] {
        places.flatMap { joinTables[$0] ?? [] }.compactMap { table in
            do {
                // Triggers stand on both ends, of which one may be proved in another database.
                if let other = schema.place(ofTableFor: table.target.entity), database.made.insert(other).inserted {
                    try database.execute(schema.tables[other].statements)
                }
                try database.execute(table.statements)
                return nil
            } catch {
                let entity = model.entity(named: table.source.entity)
                let relationship = entity?.relationships.first { $0.name.text == table.source.relationship }
                return Finding(
                    .refusedSchema, "SQLite refuses the table '\(table.name)': \(Self.reason(error))",
                    at: (relationship?.name ?? entity?.name ?? model.name).span)
            }
        }
    }

    /// Proves the triggers of a column that the database keeps right, by statements that set them off.
    private func verify(_ column: DerivedColumn) -> Finding? {
        do {
            let connection = try SQLiteConnection.inMemory()
            let statements = schema.tables.filter { column.tables.contains($0.name) }.map(\.createStatement)
                + schema.joinTables.filter { column.tables.contains($0.name) }.map(\.createStatement)
            for sql in statements + column.statements.map(\.sql) { try connection.execute(sql) }
            // Preparing a statement that fires a trigger prepares the trigger too.
            let changes = column.tables.sorted().flatMap { table in
                let (name, key) = (SQL.identifier(table), FetchLayout.keyColumn)
                let columns = schema.tables.first { $0.name == table }.map { $0.columns.map(\.name) }
                    ?? schema.joinTables.first { $0.name == table }.map { [$0.source.column, $0.target.column] } ?? []
                let values = columns.map { "\(SQL.identifier($0)) = NULL" }.joined(separator: ", ")
                return ["INSERT INTO \(name) (\(key)) VALUES (1)", "DELETE FROM \(name)"]
                    + (values.isEmpty ? [] : ["UPDATE \(name) SET \(values)"])
            }
            for sql in changes { _ = try connection.prepare(sql) }
            return nil
        } catch {
            let attribute = model.entity(named: column.entity)?.attributes.first { $0.name.text == column.property }
            return Finding(
                .refusedSchema, "SQLite refuses what keeps '\(column.property)' right: \(Self.reason(error))",
                at: (attribute?.name ?? model.name).span)
        }
    }

    /// Proves the triggers of the change history, by statements that set them off.
    private func verify(_ history: HistoryLayout) -> [Finding] {
        history.tables.compactMap { recorded in
            do {
                let alone = HistoryLayout(tables: [recorded], joinTables: [])
                guard let table = schema.tables.first(where: { $0.name == recorded.name }) else { return nil }
                let connection = try SQLiteConnection.inMemory()
                for sql in [table.createStatement] + alone.statements.map(\.sql) { try connection.execute(sql) }
                let (name, key) = (SQL.identifier(table.name), FetchLayout.keyColumn)
                let columns = [key] + recorded.columns.map { SQL.identifier($0.name) }
                for sql in [
                    "INSERT INTO \(name) (\(key)) VALUES (1)", "DELETE FROM \(name)",
                    "UPDATE \(name) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", "))",
                ] {
                    _ = try connection.prepare(sql)
                }
                return nil
            } catch {
                let entity = schema.tables.first { $0.name == recorded.name }.flatMap { model.entity(named: $0.entities[0]) }
                return Finding(
                    .refusedSchema, "SQLite refuses the change history of '\(recorded.name)': \(Self.reason(error))",
                    at: (entity?.name ?? model.name).span)
            }
        }
    }

    private func verifyFetches(of entity: Entity, in database: inout ProofDatabase) -> Proof {
        var proof = Proof()
        let fetches = entity.fetches.map { DeclaredFetch(kind: .fetch, fetch: $0, entity: entity, fetched: entity) }
        let properties = entity.fetchedProperties.compactMap { property in
            model.entity(named: property.destination.text).map {
                DeclaredFetch(kind: .fetchedProperty, fetch: property.fetch, entity: entity, fetched: $0)
            }
        }
        let connection = database.connection
        for declared in fetches + properties {
            do {
                let resolved = try planner.resolve(declared.fetch, of: declared.fetched)
                try makeTables(readBy: resolved, in: &database)
                proof.fetches.append(try planner.plan(declared, resolved, on: connection))
            } catch {
                proof.findings.append(refusal("the fetch '\(declared.fetch.name.text)'", at: declared.fetch.name, error))
            }
        }
        do {
            try IndexAdvisor.advise(&proof.fetches, planner, on: connection)
        } catch {
            if let plan = proof.fetches.first {
                proof.findings.append(refusal("the fetch '\(plan.name.text)'", at: plan.name, error))
            }
        }
        do {
            let searches = schema.table(forEntity: entity.name.text)?.searches.filter { $0.entity == entity.name.text } ?? []
            proof.fetches += try searches.map { try planner.plan($0, of: entity, on: connection) }
        } catch {
            proof.findings.append(refusal("the search of '\(entity.name.text)'", at: entity.name, error))
        }
        return proof
    }

    /// Key paths may lead to tables that are proved in another database.
    private func makeTables(readBy fetch: ResolvedFetch, in database: inout ProofDatabase) throws {
        for name in fetch.entitiesRead.sorted() {
            guard let place = schema.place(ofTableFor: name), database.made.insert(place).inserted else { continue }
            try database.execute(schema.tables[place].statements)
        }
        for table in schema.joinTables where fetch.joinTablesPassed.contains(table.name) {
            let known = try database.connection.rows("SELECT 1 FROM sqlite_schema WHERE name = \(SQL.literal(table.name))")
            if known.isEmpty { try database.execute(table.statementsWithoutTriggers) }
        }
    }

    /// Proves the fetch of an object by its unique key.
    private func verify(_ fetch: NamedFetch, of entity: Entity, in database: inout ProofDatabase) -> Finding? {
        do {
            let resolved = try planner.resolve(fetch, of: entity)
            try makeTables(readBy: resolved, in: &database)
            _ = try database.connection.prepare(resolved.select([resolved.key]).sql)
            return nil
        } catch {
            return refusal("the fetch '\(fetch.name.text)'", at: fetch.name, error)
        }
    }

    private func refusal(_ what: String, at name: Name, _ error: any Error) -> Finding {
        Finding(.refusedFetch, "\(what) cannot be prepared: \(Self.reason(error))", at: name.span)
    }

    /// SQLite's own words without the SQL, which may be long and is nothing that the person wrote.
    private static func reason(_ error: any Error) -> String {
        (error as? SQLiteError)?.message ?? "\(error)"
    }
}
