import Predicates

/// The types of a fetch's variables: those of what they are compared with or counted together with, also within `SUBQUERY`.
struct ParameterTypes {
    /// The types by the names of the variables, in Trellis's words.
    private(set) var types: [String: String] = [:]

    private let model: CoreDataModel
    private let entity: String

    init(of condition: Condition, from entity: String, in model: CoreDataModel) {
        (self.model, self.entity) = (model, entity)
        read(condition, [:])
    }

    /// - Parameter members: the entities of the variables that a `SUBQUERY` gives.
    private mutating func read(_ condition: Condition, _ members: [String: String]) {
        for comparison in condition.comparisons {
            for operand in comparison.operands { read(operand, members) }
            compare(comparison, members)
        }
    }

    private mutating func compare(_ comparison: Condition, _ members: [String: String]) {
        switch comparison {
        case .quantified(_, let inner): compare(inner, members)
        case .comparison(let left, _, let right): pair(left, right, members)
        case .text(let left, _, let right):
            pair(left, right, members)
            for operand in [left, right] { give(operand, "string") }
        case .between(let value, let low, let high):
            for (left, right) in [(value, low), (value, high), (low, high)] { pair(left, right, members) }
        case .membership(let value, let list):
            if case .parameter(let name) = list.kind {
                if let type = type(of: value, members), types[name] == nil { types[name] = "[\(type)]" }
            } else if case .list(let operands) = list.kind {
                for operand in operands { pair(value, operand, members) }
            } else {
                pair(value, list, members)
            }
        case .constant, .and, .or, .not: break
        }
    }

    private mutating func pair(_ left: Operand, _ right: Operand, _ members: [String: String]) {
        if let type = type(of: left, members) { give(right, type) }
        if let type = type(of: right, members) { give(left, type) }
    }

    /// Looks into what an operand is made of.
    private mutating func read(_ operand: Operand, _ members: [String: String]) {
        switch operand.kind {
        case .keyPath, .value, .parameter, .variable: break
        case .list(let operands): for operand in operands { read(operand, members) }
        case .function(let function, let operands):
            for operand in operands { read(operand, members) }
            if let text = operands.first, [.uppercase, .lowercase, .length].contains(function) { give(text, "string") }
        case .arithmetic(let left, _, let right):
            read(left, members)
            read(right, members)
            pair(left, right, members)
        case .negated(let operand), .cast(let operand, _), .period(let operand, _, _): read(operand, members)
        case .aggregate(_, let set, _):
            guard let filter = set.filter, let destination = destination(of: set, members) else { return }
            read(filter.condition, members.merging([filter.variable: destination]) { _, new in new })
        }
    }

    /// Gives a variable its type, unless it has one.
    private mutating func give(_ operand: Operand, _ type: String) {
        switch operand.kind {
        case .parameter(let name): if types[name] == nil { types[name] = type }
        case .negated(let operand): give(operand, type)
        case .arithmetic(let left, _, let right) where Self.numbers.contains(type):
            give(left, type)
            give(right, type)
        default: break
        }
    }

    // MARK: Types

    private static let integers: Set = ["int16", "int32", "int64"]
    private static let numbers = integers.union(["float", "double", "decimal"])

    /// The type of what is computed from numbers.
    private static func sum(_ types: [String]) -> String? {
        if types.isEmpty || !types.allSatisfy(numbers.contains) { return types.first }
        return types.contains("decimal") ? "decimal" : types.allSatisfy(integers.contains) ? "int64" : "double"
    }

    private func type(of operand: Operand, _ members: [String: String]) -> String? {
        switch operand.kind {
        case .keyPath(let path): return type(of: path, from: entity)
        case .variable(let name, let path): return members[name].flatMap { type(of: path, from: $0) }
        case .value, .parameter, .list, .period: return nil
        case .negated(let operand): return type(of: operand, members)
        case .arithmetic(let left, _, let right): return Self.sum([left, right].compactMap { type(of: $0, members) })
        case .function(let function, let operands):
            switch function {
            case .uppercase, .lowercase: return "string"
            case .length: return "int64"
            case .abs: return operands.first.flatMap { type(of: $0, members) }
            case .now, .today, .startOfYear, .startOfQuarter, .startOfMonth, .startOfWeek, .startOfDay: return "date"
            default: return "int64"
            }
        case .cast(_, let type):
            switch type {
            case .date: return "date"
            case .number, .decimal: return "double"
            case .text: return "string"
            }
        case .aggregate(let aggregate, let set, let path):
            let member = destination(of: set, members).flatMap { type(of: path, from: $0) }
            switch aggregate {
            case .count: return "int64"
            case .average: return "double"
            case .sum: return member.flatMap { Self.sum([$0]) }
            case .min, .max: return member
            }
        }
    }

    private func destination(of set: MemberSet, _ members: [String: String]) -> String? {
        let start = set.variable.map { members[$0] } ?? entity
        return start.flatMap { type(of: set.path, from: $0) }.flatMap { model.entity($0)?.name }
    }

    /// The type of what a key path leads to, through relationships and composites.
    private func type(of path: [String], from entity: String) -> String? {
        guard let name = path.first else { return entity }
        if let relationship = model.relationship(name, of: entity) { return type(of: Array(path.dropFirst()), from: relationship.destination) }
        let attribute = model.attribute(name, of: entity).flatMap { model.attribute(at: path.dropFirst(), of: $0) }
        return attribute?.type.flatMap { AttributeTranslation.keywords[$0] }
    }
}
