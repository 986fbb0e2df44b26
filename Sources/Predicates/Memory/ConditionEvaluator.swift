public import SQLiteAccess

/// How conditions reach the values of objects in memory and the objects that these are related to.
public protocol ObjectReader {
    associatedtype Object

    /// The stored form of a property of the object itself: `path` has no steps that count here. `_id` is its key.
    func value(of object: Object, at path: ResolvedPath) throws -> SQLiteValue
    /// The destination of a to-one relationship, or nil.
    func destination(of object: Object, _ step: ResolvedPath.Step) throws -> Object?
    /// The objects that a to-many relationship leads to.
    func members(of object: Object, _ step: ResolvedPath.Step) throws -> [Object]
}

extension ObjectReader {
    /// The stored form of the value at the end of a path; NULL where a relationship on the way is empty.
    public func value(_ path: ResolvedPath, from object: Object) throws -> SQLiteValue {
        var current = object
        for step in path.steps {
            guard let next = try destination(of: current, step) else { return .null }
            current = next
        }
        return path.value(of: try value(of: current, at: path))
    }

    fileprivate func members(_ steps: [ResolvedPath.Step], from object: Object) throws -> [Object] {
        try steps.reduce([object]) { objects, step in
            step.isToMany
                ? try objects.flatMap { try members(of: $0, step) } : try objects.compactMap { try destination(of: $0, step) }
        }
    }
}

/// Judges objects in memory as the SQL of a condition judges their rows. Keeps what it compiled of patterns from one object
/// to the next.
public final class ConditionEvaluator<Reader: ObjectReader> {
    private let condition: ResolvedCondition
    private let reader: Reader
    private let patterns = PatternCache()
    private let zones = TimeZoneCache()

    public init(_ condition: ResolvedCondition, _ reader: Reader) {
        self.condition = condition
        self.reader = reader
    }

    /// Whether an object meets the condition. A parameter that was left open compares as nil.
    /// - Throws: ``EvaluationError`` where SQL fails too: a regular expression is none, or takes too long. What the reader
    ///   throws.
    public func holds(for object: Reader.Object) throws -> Bool {
        try holds(condition, [object])
    }

    /// - Parameter objects: the object that the condition is about, and the members around the present place, inwards.
    private func holds(_ condition: ResolvedCondition, _ objects: [Reader.Object]) throws -> Bool {
        switch condition {
        case .constant(let value):
            return value
        case .and(let parts):
            return try parts.allSatisfy { try holds($0, objects) }
        case .or(let parts):
            return try parts.contains { try holds($0, objects) }
        case .not(let inner):
            return try !holds(inner, objects)
        case .comparison(let left, let comparison, let right):
            return comparison.holds(try value(left, objects), try value(right, objects))
        case .text(let left, let test, let right):
            return try test.holds(try value(left, objects), try value(right, objects), patterns)
        case .membership(let operand, let list):
            guard case .values(let values) = list else { return false }
            return values.containsSorted(try value(operand, objects))
        case .quantified(let quantifier, let members, let condition):
            let found = try reader.members(members.steps, from: objects[members.level])
            switch quantifier {
            case .any: return try found.contains { try holds(condition, objects + [$0]) }
            case .all: return try found.allSatisfy { try holds(condition, objects + [$0]) }
            case .none: return try !found.contains { try holds(condition, objects + [$0]) }
            }
        }
    }

    private func value(_ operand: ResolvedOperand, _ objects: [Reader.Object]) throws -> SQLiteValue {
        switch operand {
        case .path(let path):
            return try reader.value(path, from: objects[path.level])
        case .value(let value):
            return value
        case .parameter:
            return .null
        case .arithmetic(let left, let operation, let right):
            return operation.apply(try value(left, objects), try value(right, objects))
        case .calendar(let operation, let arguments):
            return try operation.apply(try arguments.map { try value($0, objects) }, zones)
        case .function(let function, let operand):
            return function.apply(to: try value(operand, objects))
        case .aggregate(let aggregate):
            var found = try reader.members(aggregate.members.steps, from: objects[aggregate.members.level])
            if let filter = aggregate.filter { found = try found.filter { try holds(filter, objects + [$0]) } }
            guard let path = aggregate.path else { return .integer(Int64(found.count)) }
            return aggregate.function.value(of: try found.map { try reader.value(path, from: $0) })
        }
    }
}
