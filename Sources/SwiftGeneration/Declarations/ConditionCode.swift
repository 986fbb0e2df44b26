import Predicates
import SchemaModel

/// Conditions as Swift expressions that create them. The program parses no text at run time.
struct ConditionCode {
    /// The Swift expressions of parameters, by their names.
    var parameters: [String: String]
    /// The expression for a path from a variable whose value generated code knows, for example `$FETCH_SOURCE`; nil for the
    /// variables of conditions on members.
    var known: (_ variable: String, _ path: [String]) -> String?
    /// The names of members in the surrounding `SUBQUERY`s. Such a name hides a parameter with the same name.
    private var members: Set<String> = []

    init(parameters: [String: String], known: @escaping (_ variable: String, _ path: [String]) -> String?) {
        self.parameters = parameters
        self.known = known
    }

    /// An expression where a `Condition` is expected.
    func expression(_ condition: Condition) -> String {
        switch condition {
        case .constant(let value): ".constant(\(value))"
        case .and(let parts): group("and", parts)
        case .or(let parts): group("or", parts)
        case .not(let inner): call(".not", [expression(inner)])
        case .comparison(let left, let comparison, let right): expression(left, comparison, right)
        case .text(let left, let comparison, let right):
            call(".text", [operand(left), expression(comparison), operand(right)])
        case .between(let value, let lower, let upper): call(".between", [operand(value), operand(lower), operand(upper)])
        case .membership(let value, let members): call(".membership", [operand(value), "in: \(operand(members))"])
        case .quantified(let quantifier, let inner): call(".quantified", [".\(quantifier)", expression(inner)])
        }
    }

    private func group(_ name: String, _ parts: [Condition]) -> String {
        let lines = parts.map { "\(expression($0).indented),\n" }.joined()
        return ".\(name)([\n\(lines)])"
    }

    /// The short form, if it is a path and a value.
    private func expression(_ left: Operand, _ comparison: Comparison, _ right: Operand) -> String {
        if case .keyPath(let path) = left.kind, !path.isEmpty, let value = argument(right) {
            return call(".compare", [pathLiteral(path), ".\(comparison)", "to: \(value)"])
        }
        return call(".comparison", [operand(left), ".\(comparison)", operand(right)])
    }

    private func expression(_ comparison: TextComparison) -> String {
        let form =
            if case .compares(let comparison) = comparison.form { ".compares(.\(comparison))" } else { ".\(comparison.form)" }
        return ".init(\(form)\(Self.code(of: comparison.options).map { ", \($0)" } ?? ""))"
    }

    /// The options of a comparison or an order; nil without options.
    static func code(of options: TextOptions) -> String? {
        var names = [String]()
        if options.contains(.caseInsensitive) { names.append(".caseInsensitive") }
        if options.contains(.diacriticInsensitive) { names.append(".diacriticInsensitive") }
        return names.count > 1 ? "[\(names.joined(separator: ", "))]" : names.first
    }

    // MARK: Operands

    /// An expression where an `Operand` is expected.
    private func operand(_ operand: Operand) -> String {
        if let value = argument(operand) { return ".value(\(value))" }
        switch operand.kind {
        case .keyPath(let path): return path.isEmpty ? "Operand(.keyPath([]))" : ".path(\(pathLiteral(path)))"
        case .value(.null): return ".null"
        case .value(let value): return "Operand(.value(\(expression(value))))"
        // Every parameter of a fetch has an expression.
        case .parameter(let name): return "Operand(.parameter(\(SwiftLiteral.string(name))))"
        case .variable(let name, let path):
            return call("Operand", [call(".variable", [SwiftLiteral.string(name), "path: \(names(path))"])])
        case .list(let elements): return call("Operand", [call(".list", ["[\(elements.map(self.operand).joined(separator: ", "))]"])])
        case .arithmetic(let left, let operation, let right):
            return call("Operand", [call(".arithmetic", [self.operand(left), ".\(operation)", self.operand(right)])])
        case .negated(let inner): return call("Operand", [call(".negated", [self.operand(inner)])])
        case .function(let function, let arguments):
            return call(
                "Operand", [call(".function", [".\(function)", "[\(arguments.map(self.operand).joined(separator: ", "))]"])])
        case .period(let count, let unit, let zone):
            let zone = zone.map(self.operand) ?? "nil"
            return call("Operand", [call(".period", [self.operand(count), ".\(unit)", "zone: \(zone)"])])
        case .cast(let inner, let type): return call("Operand", [call(".cast", [self.operand(inner), "to: .\(type)"])])
        case .aggregate(let aggregate, let members, let path):
            return call("Operand", [call(".aggregate", [".\(aggregate)", expression(members), "of: \(names(path))"])])
        }
    }

    /// A Swift value that the library converts to an operand; nil if none exists.
    private func argument(_ operand: Operand) -> String? {
        switch operand.kind {
        case .parameter(let name): members.contains(name) ? nil : parameters[name]
        case .variable(let name, let path): members.contains(name) ? nil : known(name, path)
        case .value(.bool(let value)): value ? "true" : "false"
        case .value(.integer(let value)): String(value)
        case .value(.real(let value)): value.isFinite ? String(value) : nil
        case .value(.text(let value)): SwiftLiteral.string(value)
        default: nil
        }
    }

    private func expression(_ set: MemberSet) -> String {
        var arguments = [String]()
        if let variable = set.variable { arguments.append("variable: \(SwiftLiteral.string(variable))") }
        arguments.append("path: \(names(set.path))")
        if let filter = set.filter {
            var inner = self
            inner.members.insert(filter.variable)
            let condition = inner.expression(filter.condition)
            let parts = ["variable: \(SwiftLiteral.string(filter.variable))", "condition: \(condition)"]
            arguments.append(call("filter: .init", parts))
        }
        return call("MemberSet", arguments)
    }

    // MARK: Values

    /// An expression where a `ConditionValue` is expected.
    private func expression(_ value: ConditionValue) -> String {
        switch value {
        case .null: ".null"
        case .bool(let value): ".bool(\(value))"
        case .integer(let value): ".integer(\(value))"
        case .real(let value): ".real(\(number(value)))"
        case .decimal(let value): ".decimal(\(LiteralValue.expression(for: value)))"
        case .text(let value): ".text(\(SwiftLiteral.string(value)))"
        case .date(let value): ".date(\(number(value)))"
        case .day(let value): ".day(\(SwiftLiteral.string(value)))"
        case .duration(let value): ".duration(\(LiteralValue.expression(for: value)))"
        case .data(let bytes): ".data([\(bytes.map(String.init).joined(separator: ", "))])"
        case .uuid(let value): ".text(\(SwiftLiteral.string(value.uuidString)))"
        case .list(let values): ".list([\(values.map(expression).joined(separator: ", "))])"
        case .object(let reference): ".object(\(expression(reference)))"
        }
    }

    private func expression(_ reference: ObjectReference) -> String {
        let store = reference.store.map { ", store: \(SwiftLiteral.string($0))" } ?? ""
        return ".init(entity: \(SwiftLiteral.string(reference.entity)), key: \(reference.key)\(store))"
    }

    private func number(_ value: Double) -> String {
        value.isNaN ? ".nan" : value.isInfinite ? (value < 0 ? "-.infinity" : ".infinity") : String(value)
    }

    private func pathLiteral(_ path: [String]) -> String { SwiftLiteral.string(path.joined(separator: ".")) }

    private func names(_ path: [String]) -> String { "[\(path.map(SwiftLiteral.string).joined(separator: ", "))]" }

    /// A call: on one line if it is short, otherwise an argument on each.
    private func call(_ name: String, _ arguments: [String]) -> String {
        var writer = SourceWriter()
        writer.list("\(name)(", arguments, ")", width: SourceWriter.width - 20)
        return String(writer.text.dropLast())
    }
}
