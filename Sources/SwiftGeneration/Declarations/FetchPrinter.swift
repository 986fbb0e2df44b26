import Foundation
import Predicates
import SchemaModel

/// Prints the named fetches of an entity as static methods.
struct FetchPrinter {
    let entity: EntityPrinter

    /// A parameter where a condition takes a value.
    private func argument(_ name: String, of fetch: NamedFetch) -> String {
        let parameter = fetch.parameters.first { $0.name.text == name }
        guard let parameter, case .value(let type) = parameter.type else { return SwiftNames.declared(name) }
        return type.writtenExpression(SwiftNames.declared(name), isOptional: parameter.isOptional)
    }

    func print(to writer: inout SourceWriter) {
        writer.line("// MARK: - Fetches")
        writer.line()
        writer.block("extension \(entity.className)") { writer in
            for (index, fetch) in entity.entity.fetches.enumerated() {
                if index > 0 { writer.line() }
                print(fetch, to: &writer)
            }
        }
    }

    private func print(_ fetch: NamedFetch, to writer: inout SourceWriter) {
        var parameters = fetch.parameters.map { parameter in
            let type =
                switch parameter.type {
                case .value(let type): type.swiftType
                case .object(let entity): SwiftNames.declared(entity)
                }
            return "\(SwiftNames.declared(parameter.name.text)): \(type)\(parameter.isOptional ? "?" : "")"
        }
        parameters.append("in context: ManagedObjectContext")

        writer.doc(documentation(of: fetch))
        let opening = "\(entity.access.prefix)static func \(SwiftNames.declared(fetch.name.text))("
        writer.list(opening, parameters, ") throws -> [\(entity.className)] {")
        writer.indented { writer in
            writer.list("try context.fetch(Fetch<\(entity.className)>(", arguments(of: fetch), "))")
        }
        writer.line("}")
    }

    private func documentation(of fetch: NamedFetch) -> [String] {
        var paragraphs = fetch.doc.paragraphs
        if let condition = fetch.condition {
            paragraphs.append("Where `\(condition.text.filter { $0 != "`" && !$0.isNewline })`.")
        }
        if paragraphs.isEmpty { paragraphs = ["All objects of `\(entity.entity.name.text)`."] }
        if entity.model.hasChildren(entity.entity) {
            paragraphs.append("Objects of the classes that inherit from `\(entity.entity.name.text)` are among them.")
        }
        return paragraphs
    }

    private func arguments(of fetch: NamedFetch) -> [String] {
        var arguments = [String]()
        if let condition = fetch.condition { arguments.append("where: \(expression(condition, fetch))") }
        if !fetch.sort.isEmpty {
            let terms = fetch.sort.map { term in
                ".\(term.isAscending ? "ascending" : "descending")(\(SwiftLiteral.string(term.path.joined(separator: "."))))"
            }
            arguments.append("sort: [\(terms.joined(separator: ", "))]")
        }
        if let limit = fetch.limit { arguments.append("limit: \(limit)") }
        return arguments
    }

    // MARK: Conditions

    private func expression(_ condition: Condition, _ fetch: NamedFetch) -> String {
        switch condition {
        case .and(let parts): group("and", parts, fetch)
        case .or(let parts): group("or", parts, fetch)
        case .not(let inner): ".not(\(expression(inner, fetch)))"
        case .comparison(let left, let comparison, let right): expression(left, comparison, right, fetch)
        case .constant(let value): ".constant(\(value))"
        case .text, .between, .membership, .quantified: ".constant(false)"
        }
    }

    private func group(_ name: String, _ parts: [Condition], _ fetch: NamedFetch) -> String {
        let lines = parts.map { "\(expression($0, fetch).indented),\n" }.joined()
        return ".\(name)([\n\(lines)])"
    }

    private func expression(
        _ left: Operand, _ comparison: Comparison, _ right: Operand, _ fetch: NamedFetch
    ) -> String {
        if case .keyPath(let path) = left.kind, let value = argument(right, fetch) {
            return ".compare(\(SwiftLiteral.string(path.joined(separator: "."))), .\(comparison), to: \(value))"
        }
        return ".comparison(\(operand(left, fetch)), .\(comparison), \(operand(right, fetch)))"
    }

    /// The right side of the short form, for which the library's conversions serve.
    private func argument(_ operand: Operand, _ fetch: NamedFetch) -> String? {
        switch operand.kind {
        case .keyPath, .value(.null), .variable, .list, .arithmetic, .negated, .function, .cast, .aggregate: nil
        case .parameter(let name): argument(name, of: fetch)
        case .value(.bool(let value)): value ? "true" : "false"
        case .value(.integer(let value)): String(value)
        case .value(.decimal(let value)): LiteralValue.expression(for: value)
        case .value(.text(let value)): SwiftLiteral.string(value)
        // No other value has a literal in a model's file.
        case .value: nil
        }
    }

    private func operand(_ operand: Operand, _ fetch: NamedFetch) -> String {
        switch operand.kind {
        case .keyPath(let path): "Operand(.keyPath([\(path.map(SwiftLiteral.string).joined(separator: ", "))]))"
        case .parameter(let name): "Operand(.value((\(argument(name, of: fetch))).conditionValue))"
        case .value(let value): "Operand(.value(\(expression(value))))"
        default: "Operand(.value(.null))"
        }
    }

    private func expression(_ value: ConditionValue) -> String {
        switch value {
        case .bool(let value): ".bool(\(value))"
        case .integer(let value): ".integer(\(value))"
        case .decimal(let value): ".decimal(\(LiteralValue.expression(for: value)))"
        case .text(let value): ".text(\(SwiftLiteral.string(value)))"
        case .null, .real, .date, .day, .data, .uuid, .object, .list: ".null"
        }
    }
}
