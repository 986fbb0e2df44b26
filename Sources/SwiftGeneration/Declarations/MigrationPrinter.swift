import SchemaModel
import StoreMigration

/// Prints the plans from older versions of the model to the newest, as data for the library.
struct MigrationPrinter {
    let model: Model
    let plans: [MigrationPlan]

    /// The member of the model's type with the plans. The descriptor refers to it from another file.
    static let member = "_migrations"

    func declarations() -> String {
        var writer = SourceWriter()
        writer.block("extension \(SwiftNames.declared(model.name.text))") { writer in
            writer.doc(["The migrations of older stores to version \(plans.last?.toVersion ?? 1). The library applies them when it opens a store."])
            writer.list("static let \(Self.member): [MigrationPlan] = [", plans.map(name), "]")
            for plan in plans {
                writer.line()
                print(plan, to: &writer)
            }
        }
        return writer.text
    }

    /// The plans are between frozen versions, which their numbers identify. Plans to a draft are not embedded.
    private func name(_ plan: MigrationPlan) -> String { "_toVersion\(plan.toVersion)" }

    private func print(_ plan: MigrationPlan, to writer: inout SourceWriter) {
        writer.doc(["From version \(plan.fromVersion) to version \(plan.toVersion)."])
        writer.line("private static let \(name(plan)) = MigrationPlan(")
        writer.indented { writer in
            writer.line("fromVersion: \(plan.fromVersion), toVersion: \(plan.toVersion), isDraft: \(plan.isDraft),")
            writer.line("fromHash: \(SwiftLiteral.string(plan.fromHash)),")
            writer.line("toHash: \(SwiftLiteral.string(plan.toHash)),")
            if let needed = plan.minimumSQLite {
                writer.line("minimumSQLite: .init(\("\(needed)".replacing(".", with: ", "))),")
            }
            if let hash = plan.frozenHash { writer.line("frozenHash: \(SwiftLiteral.string(hash)),") }
            writer.list("tables: [", plan.tables.map(expression), "],")
            writer.line("objects: [")
            writer.indented { writer in
                for line in lines(of: plan.objects.map { SwiftLiteral.string($0) + "," }) { writer.line(line) }
            }
            writer.line("],")
            writer.line("steps: [")
            writer.indented { writer in
                for step in plan.steps { print(step, to: &writer) }
            }
            writer.line("])")
        }
    }

    private func expression(_ table: TableOutcome) -> String {
        var arguments = [SwiftLiteral.string(table.oldName), table.newName.map(SwiftLiteral.string) ?? "nil"]
        if table.mayLoseRows { arguments.append("mayLoseRows: true") }
        if table.mayGainRows { arguments.append("mayGainRows: true") }
        if table.isRewritten { arguments.append("isRewritten: true") }
        if !table.columns.isEmpty {
            let columns = table.columns.map { column in
                let values = column.values == .kept ? "" : ", values: .\(column.values)"
                return "ColumnOutcome(\(SwiftLiteral.string(column.oldName)), \(column.newName.map(SwiftLiteral.string) ?? "nil")\(values))"
            }
            let line = "columns: [\(columns.joined(separator: ", "))]"
            // One on each line if they do not fit on one.
            let length = arguments.reduce(line.count) { $0 + $1.count }
            arguments.append(length < SourceWriter.width - 40 ? line : "columns: [\n" + columns.map { "\($0.indented),\n" }.joined() + "]")
        }
        return "TableOutcome(\(arguments.joined(separator: ", ")))"
    }

    /// As many on a line as fit.
    private func lines(of items: [String]) -> [String] {
        items.reduce(into: []) { lines, item in
            if let last = lines.last, last.count + item.count < SourceWriter.width - 4 * SourceWriter.indent.count {
                lines[lines.count - 1] = "\(last) \(item)"
            } else {
                lines.append(item)
            }
        }
    }

    private func print(_ step: MigrationPlan.Step, to writer: inout SourceWriter) {
        let isLong = step.sql.count > SourceWriter.width - 40 || step.sql.contains { $0.isNewline }
        let sql = isLong ? SwiftLiteral.multiline(step.sql) : SwiftLiteral.string(step.sql)
        let rest = [".\(step.strategy)"] + (step.purpose.map { [SwiftLiteral.string($0)] } ?? []) + (step.isOwn ? ["isOwn: true"] : [])
        writer.list("MigrationPlan.Step(", [sql] + rest, "),")
    }
}
