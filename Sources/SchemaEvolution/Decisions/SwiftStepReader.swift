import Diagnostics
import SchemaModel
import SchemaSyntax

extension FindingCode {
    static let badSwiftStep = FindingCode("TR2116")
}

/// Reads the steps in Swift of a migration, in the order in which they run:
///
///     steps:
///       - swift: splitNames        # the function of the program
///         reads: [Customer]        # entities of the old version
///         writes: [Customer]       # entities of the new version
package enum SwiftStepReader {
    package static let keys = ["swift", "reads", "writes"]

    static func read(_ node: YAMLNode?, in context: inout ReadingContext) -> [MigrationDecisions.SwiftStepDecision] {
        guard let node, !node.isNull else { return [] }
        guard let items = node.items else {
            context.report(.wrongShape, "the steps must be a list, not \(node.kindInWords)", at: node.span)
            return []
        }
        var steps = [MigrationDecisions.SwiftStepDecision]()
        for item in items {
            guard let keys = KnownKeys(item, of: "a step", known: keys, in: &context) else { continue }
            guard let swift = keys["swift"] else {
                context.report(.badSwiftStep, "the step names no function", at: item.span, suggestion: .init("write 'swift: splitNames'"))
                continue
            }
            guard let text = context.text(swift, "the name of a step"), let name = name(text, at: swift.span, after: steps, in: &context)
            else { continue }
            let step = MigrationDecisions.SwiftStepDecision(
                name, reads: entities(keys["reads"], in: &context), writes: entities(keys["writes"], in: &context))
            if step.reads.isEmpty, step.writes.isEmpty {
                context.report(
                    .badSwiftStep, "the step '\(text)' reads and writes nothing", at: swift.span,
                    suggestion: .init("name entities: 'reads: [Customer]' of the old version, 'writes: [Customer]' of the new one"))
            }
            steps.append(step)
        }
        return steps
    }

    private static func name(
        _ text: String, at span: SourceSpan, after steps: [MigrationDecisions.SwiftStepDecision], in context: inout ReadingContext
    ) -> MigrationDecisions.Decision? {
        guard text.wholeMatch(of: /[a-z][A-Za-z0-9]*/) != nil else {
            context.report(
                .badSwiftStep, "'\(text)' cannot name a step: a name has letters and digits, and begins with a small letter", at: span,
                suggestion: .init("for example 'splitNames'"))
            return nil
        }
        if SwiftWords.keywords.contains(text) {
            context.report(.badSwiftStep, "'\(text)' cannot name a step: it is a keyword of Swift", at: span)
            return nil
        }
        if isReserved(text) {
            context.report(
                .badSwiftStep, "'\(text)' cannot name a step: its type would hide another one of generated code", at: span)
            return nil
        }
        if let first = steps.first(where: { $0.name.text == text }) {
            context.report(
                .badSwiftStep, "two steps are called '\(text)'", at: span, notes: [.init("the first one", at: first.name.span)])
            return nil
        }
        return .init(text, at: span)
    }

    /// Names of entities: a list of them, or one.
    private static func entities(_ node: YAMLNode?, in context: inout ReadingContext) -> [MigrationDecisions.Decision] {
        guard let node, !node.isNull else { return [] }
        var entities = [MigrationDecisions.Decision]()
        for item in node.items ?? [node] {
            guard let text = context.text(item, "the name of an entity") else { continue }
            if entities.contains(where: { $0.text == text }) {
                context.report(.badSwiftStep, "the step names '\(text)' twice", at: item.span)
            } else {
                entities.append(.init(text, at: item.span))
            }
        }
        return entities
    }

    /// Whether the type of a step, its name with a capital letter, would hide another one, or the step a member of the model.
    private static func isReserved(_ name: String) -> Bool {
        let type = name.prefix(1).uppercased() + name.dropFirst()
        return name == "descriptor" || ["New", "Old", "Steps"].contains(type) || SwiftWords.reservedTypes.contains(type)
    }
}
