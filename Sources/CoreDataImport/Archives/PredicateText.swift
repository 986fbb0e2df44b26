import StoreImport

/// Writes predicates and expressions of an archive in Core Data's format, as the editor of models has them.
struct PredicateText {
    /// What has no words here: blocks, functions of code, or an archive that says less than a predicate needs.
    private struct Wordless: Error {}

    /// How deep predicates may stand in each other.
    private static let deepest = 40

    static func predicate(_ object: KeyedArchive.Object, in archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        var text = PredicateText()
        return try text.answer { (text: inout PredicateText) throws -> String in try text.predicate(object, &archive, 0) }
    }

    static func expression(_ object: KeyedArchive.Object, in archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        var text = PredicateText()
        return try text.answer { (text: inout PredicateText) throws -> String in try text.expression(object, &archive, 0) }
    }

    private mutating func answer(_ body: (inout PredicateText) throws -> String) throws(NotCoreDataModel) -> String? {
        do {
            return try body(&self)
        } catch let error as NotCoreDataModel {
            throw error
        } catch {
            return nil
        }
    }

    // MARK: Predicates

    private func predicate(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard depth < Self.deepest else { throw Wordless() }
        switch try archive.className(object) {
        case "NSComparisonPredicate": return try comparison(object, &archive, depth)
        case "NSCompoundPredicate":
            let parts = try archive.elements(try archive.field("NSSubpredicates", of: object)).map { part in
                guard case .object(let part) = part else { throw Wordless() }
                return try predicate(part, &archive, depth + 1)
            }
            switch try archive.integer("NSCompoundPredicateType", of: object) {
            case 0 where parts.count == 1: return "NOT (\(parts[0]))"
            case 1: return parts.isEmpty ? "TRUEPREDICATE" : parts.map { parts.count == 1 ? $0 : "(\($0))" }.joined(separator: " AND ")
            case 2: return parts.isEmpty ? "FALSEPREDICATE" : parts.map { parts.count == 1 ? $0 : "(\($0))" }.joined(separator: " OR ")
            default: throw Wordless()
            }
        case "NSTruePredicate": return "TRUEPREDICATE"
        case "NSFalsePredicate": return "FALSEPREDICATE"
        default: throw Wordless()
        }
    }

    private func comparison(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard let left = try archive.object("NSLeftExpression", of: object), let right = try archive.object("NSRightExpression", of: object),
            let comparison = try archive.object("NSPredicateOperator", of: object)
        else { throw Wordless() }
        // Texts are compared by a class of their own, which keeps its options as flags.
        let options = try archive.integer("NSOptions", of: comparison) | archive.integer("NSFlags", of: comparison)
        let brackets = (options & 1 != 0 ? "c" : "") + (options & 2 != 0 ? "d" : "")
        let word = try Self.word(try archive.integer("NSOperatorType", of: comparison), of: try archive.className(comparison))
        let modifier = switch try archive.integer("NSModifier", of: comparison) {
        case 0: ""
        case 1: "ALL "
        case 2: "ANY "
        default: throw Wordless()
        }
        let texts = (try expression(left, &archive, depth + 1), try expression(right, &archive, depth + 1))
        return "\(modifier)\(texts.0) \(word)\(brackets.isEmpty ? "" : "[\(brackets)]") \(texts.1)"
    }

    private static func word(_ number: Int, of className: String) throws -> String {
        switch number {
        case 0: "<"
        case 1: "<="
        case 2: ">"
        case 3: ">="
        case 4: "=="
        case 5: "!="
        case 6: "MATCHES"
        case 7: "LIKE"
        case 8: "BEGINSWITH"
        case 9: "ENDSWITH"
        case 10: "IN"
        case 99: "CONTAINS"
        case 100: "BETWEEN"
        default: throw Wordless()
        }
    }

    // MARK: Expressions

    private func expression(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard depth < Self.deepest else { throw Wordless() }
        switch try archive.className(object) {
        case "NSSelfExpression": return "SELF"
        case "NSVariableExpression":
            guard let name = try archive.text("NSVariable", of: object) else { throw Wordless() }
            return "$\(name)"
        case "NSKeyPathSpecifierExpression":
            guard let path = try archive.text("NSKeyPath", of: object) else { throw Wordless() }
            return path
        case "NSConstantValueExpression": return try constant(try archive.field("NSConstantValue", of: object), &archive, depth)
        case "NSAggregateExpression":
            let items = try archive.elements(try archive.field("NSCollection", of: object)).map { item in
                guard case .object(let item) = item else { throw Wordless() }
                return try expression(item, &archive, depth + 1)
            }
            return "{\(items.joined(separator: ", "))}"
        case "NSKeyPathExpression": return try keyPath(object, &archive, depth)
        case "NSFunctionExpression": return try function(object, &archive, depth)
        default: throw Wordless()
        }
    }

    private func keyPath(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard let operand = try archive.object("NSOperand", of: object) else { throw Wordless() }
        let base = try expression(operand, &archive, depth + 1)
        let path = try arguments(object, &archive, depth)
        guard path.count == 1 else { throw Wordless() }
        return base == "SELF" ? path[0] : "\(base).\(path[0])"
    }

    private func function(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard let selector = try archive.text("NSSelectorName", of: object) else { throw Wordless() }
        let values = try arguments(object, &archive, depth)
        let signs = ["add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/"]
        if let sign = signs[selector], values.count == 2 { return "(\(values[0]) \(sign) \(values[1]))" }
        if values.count == 1, selector.hasSuffix(":") { return "\(selector)(\(values[0]))" }
        if values.isEmpty, selector == "now" { return "now()" }
        throw Wordless()
    }

    private func arguments(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int) throws -> [String] {
        try archive.elements(try archive.field("NSArguments", of: object)).map { argument in
            guard case .object(let argument) = argument else { throw Wordless() }
            return try expression(argument, &archive, depth + 1)
        }
    }

    private func constant(_ value: KeyedArchive.Value?, _ archive: inout KeyedArchive, _ depth: Int) throws -> String {
        guard depth < Self.deepest else { throw Wordless() }
        switch value {
        case nil: return "nil"
        case .bool(let value): return value ? "1" : "0"
        case .integer(let value): return "\(value)"
        case .real(let value) where value.isFinite: return "\(value)"
        case .string(let text): return YAMLText.quoted(text)
        case .object(let object):
            if let text = try ArchivedValue.text(of: object, in: &archive) { return YAMLText.quoted(text) }
            let items = try archive.elements(.object(object))
            if items.isEmpty { throw Wordless() }
            return "{\(try items.map { try constant($0, &archive, depth + 1) }.joined(separator: ", "))}"
        default: throw Wordless()
        }
    }
}
