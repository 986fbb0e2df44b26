import SchemaModel
import StoreMigration

/// Prints the plans from older versions of the model to the newest, as texts that the library reads when a store needs them.
struct MigrationPrinter {
    let model: Model
    let plans: [MigrationPlan]

    /// The member of the model's type with the plans. The descriptor refers to it from another file.
    static let member = "_migrations"

    func declarations() -> String {
        var writer = SourceWriter()
        writer.block("extension \(SwiftNames.declared(model.name.text))") { writer in
            writer.doc([
                "The migrations of older stores to version \(plans.last?.toVersion ?? 1), newest first. The library applies them when it "
                    + "opens a store. All but the newest are differences from the one before."
            ])
            writer.line("static let \(Self.member) = EmbeddedPlans([")
            writer.indented { writer in
                for (plan, text) in zip(plans.reversed(), EmbeddedPlans(of: plans).content) {
                    writer.line("// From version \(plan.fromVersion) to version \(plan.toVersion).")
                    writer.lines("\(SwiftLiteral.multiline(text)),")
                }
            }
            let functions = SwiftStepPrinter.functions(of: plans, model: model)
            if functions.isEmpty {
                writer.line("])")
            } else {
                writer.line("], swiftSteps: [")
                writer.indented { writer in functions.forEach { writer.line("\($0),") } }
                writer.line("])")
            }
        }
        return writer.text
    }
}
