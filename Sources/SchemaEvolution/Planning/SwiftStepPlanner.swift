import Diagnostics
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Plans the steps in Swift: copies of the old rows before everything else, the calls, and the removal of the copies.
///
/// A plan has all that generated code and the library need to know of the rows, so that later models and a later Trellis change nothing.
struct SwiftStepPlanner {
    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch
    /// The plan's steps, in the order of the decisions.
    let decided: [MigrationDecisions.SwiftStepDecision]

    /// - Returns: what runs on the old tables before anything else, and what runs on the new ones.
    func steps(_ findings: inout PlanFindings) -> (copies: [MigrationPlan.Step], calls: [MigrationPlan.Step]) {
        var steps = [SwiftStep]()
        for decision in decided {
            let reads = decision.reads.compactMap { rows($0, of: old, "old", &findings) }
            let writes = decision.writes.compactMap { rows($0, of: new, "new", &findings) }
            for (read, entity) in zip(reads, decision.reads) { checkKeys(read, entity, &findings) }
            steps.append(SwiftStep(decision.name.text, reads: reads.map(\.copied), writes: writes))
        }
        let tables = old.schema.tables.filter { table in
            steps.contains { $0.reads.contains { $0.table == SwiftStep.copyName(of: table.name) } }
        }
        let copies = tables.flatMap { table -> [MigrationPlan.Step] in
            let definition = copy(of: table, steps)
            return [
                .init(.createTable(definition), "The rows of \(table.name) as they are, for the steps in Swift"),
                .init(.addRows(from: table.name, to: definition.name, columns: definition.columns.map(\.name))),
            ]
        }
        let calls = steps.map { MigrationPlan.Step(.runSwift($0), Self.purpose(of: $0)) }
        let removal = tables.map { Operation.dropTable(SwiftStep.copyName(of: $0.name)) }.steps("The copies for the steps in Swift")
        return (copies, calls + removal)
    }

    private static func purpose(of step: SwiftStep) -> String {
        func list(_ rows: [SwiftStep.Rows]) -> String { rows.map(\.entity).joined(separator: ", ") }
        let parts = [step.reads.isEmpty ? nil : "reads \(list(step.reads))", step.writes.isEmpty ? nil : "writes \(list(step.writes))"]
        return "The program's step '\(step.name)' in Swift \(parts.compactMap(\.self).joined(separator: " and "))"
    }

    // MARK: Rows

    private func rows(
        _ decision: MigrationDecisions.Decision, of version: StoredVersion, _ age: String, _ findings: inout PlanFindings
    ) -> SwiftStep.Rows? {
        guard let entity = version.model.entity(named: decision.text), let table = version.schema.table(forEntity: decision.text) else {
            let nearest = Spelling.nearest(to: decision.text, in: version.model.entities.map(\.name.text))
            findings.report(
                .badSwiftStep, "the \(age) version has no entity '\(decision.text)'", at: decision.span,
                help: nearest.map { "did you mean '\($0)'?" })
            return nil
        }
        let subtree = version.model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text)
        return SwiftStep.Rows(
            entity.name.text, type: entity.className.text, table: table.name, kinds: table.hasEntityColumn ? subtree : nil,
            isAbstract: entity.isAbstract, properties(of: entity, table, version, areWritten: age == "new"),
            texts: age == "new" ? texts(of: entity, table, version.model) : [])
    }

    /// The properties of an entity, inherited ones first.
    private func properties(of entity: Entity, _ table: Table, _ version: StoredVersion, areWritten: Bool) -> [SwiftStep.Property] {
        var properties = [SwiftStep.Property]()
        let lineage = version.model.lineage(of: entity)
        var names = Set(lineage.flatMap { $0.attributes.map(\.name.text) + $0.relationships.map(\.name.text) } + ["objectID"])
        for owner in lineage {
            for attribute in owner.storedAttributes where !areWritten || attribute.attribute.derivation == nil {
                guard let column = table.column(for: attribute.name.text, of: owner.name.text) else { continue }
                let parts = (attribute.isPresence ? ["has"] : []) + attribute.name.text.split(separator: ".").map(String.init)
                let joined = parts.dropFirst().reduce(parts[0]) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
                // No name of a model has two underscores.
                let name = parts.count > 1 && !names.insert(joined).inserted ? parts.joined(separator: "__") : joined
                properties.append(SwiftStep.Property(name, column: column.name, attribute))
            }
            for relationship in owner.relationships where relationship.holdsKey {
                guard let column = table.column(for: relationship.name.text, of: owner.name.text) else { continue }
                properties.append(
                    .init(
                        relationship.name.text, column: column.name, .key, isOptional: relationship.isOptional,
                        destination: relationship.destination.text, destinationRows: areWritten ? rows(ofDestination: relationship, version) : nil))
            }
        }
        return properties
    }

    /// The rows that a key may lead to; nil if its table has no others.
    private func rows(ofDestination relationship: Relationship, _ version: StoredVersion) -> SwiftStep.Destination? {
        guard let entity = version.model.entity(named: relationship.destination.text), entity.parent != nil,
            let table = version.schema.table(forEntity: entity.name.text)
        else { return nil }
        return .init(table: table.name, kinds: version.model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text))
    }

    private func texts(of entity: Entity, _ table: Table, _ model: Model) -> [SwiftStep.DerivedText] {
        let lineage = model.lineage(of: entity)
        func column(_ property: String) -> String? {
            lineage.lazy.compactMap { table.column(for: property, of: $0.name.text)?.name }.first
        }
        return lineage.flatMap(\.attributes).compactMap { attribute in
            guard case .function(let function, let source)? = attribute.derivation, let derived = column(attribute.name.text),
                let source = column(source.text)
            else { return nil }
            return .init(derived, from: source, by: function.sqlName)
        }
    }

    /// The rows of a table that joins another one have other keys afterwards.
    private func checkKeys(_ rows: SwiftStep.Rows, _ decision: MigrationDecisions.Decision, _ findings: inout PlanFindings) {
        let kinds = rows.kinds ?? [rows.entity]
        let isRaised = KeyRaise.all(from: old, to: new, match).contains { !Set($0.kinds).isDisjoint(with: kinds) }
        guard isRaised else { return }
        findings.report(
            .badSwiftStep, "the objects of '\(rows.entity)' get new keys in this step, by which Swift could not find them again",
            at: decision.span, help: "freeze a version with the new hierarchy, and read them in the step to the next version")
    }

    // MARK: Copies

    /// A table with the key, the entity and the columns that steps read of a table.
    private func copy(of table: Table, _ steps: [SwiftStep]) -> TableDefinition {
        let name = SwiftStep.copyName(of: table.name)
        var columns = [ColumnDefinition(FetchLayout.keyColumn, "INTEGER", key: .plain)]
        if table.hasEntityColumn { columns.append(.init(FetchLayout.entityColumn, "TEXT", isNullable: false)) }
        for rows in steps.flatMap(\.reads) where rows.table == name {
            for property in rows.properties where !columns.contains(where: { $0.name == property.column }) {
                columns.append(.init(property.column, property.form.columnType))
            }
        }
        return TableDefinition(name, columns)
    }
}

extension SwiftStep.Rows {
    /// The same rows in the table with their copies.
    fileprivate var copied: SwiftStep.Rows {
        var rows = self
        rows.table = SwiftStep.copyName(of: table)
        return rows
    }
}
