import Foundation
import SQLiteAccess

/// A side of a comparison and its place.
struct Side {
    var typed: Typed
    var range: Range<Int>?
}

/// What an operand is before it is matched to the other side.
enum Typed {
    /// Something whose type is known.
    case resolved(ResolvedOperand, ValueType)
    /// A parameter, which takes the stored form of the other side.
    case parameter(String, FetchParameter)
    /// A bare value, which takes the type of the other side.
    case value(ConditionValue)
    /// `today()`, or what lies some days from it: beside a day a day, otherwise its first moment.
    case startOfDay(TypedOperand, day: TypedOperand)

    /// The type that the model gives it; a bare value takes that of the other side.
    var declared: ValueType? {
        switch self {
        case .resolved(_, let type): type
        case .parameter(_, let parameter): parameter.type.unstored
        case .value: nil
        case .startOfDay: .date
        }
    }

    /// What it is called in messages.
    var inWords: String {
        switch self {
        case .resolved(_, let type): type.inWords
        case .parameter(_, let parameter): parameter.isList ? "a list" : parameter.type.unstored.inWords
        case .value(let value): value.inWords
        case .startOfDay: ValueType.date.inWords
        }
    }
}

extension Resolver {
    mutating func side(_ operand: Operand) -> Side? {
        typed(operand).map { Side(typed: $0, range: operand.range) }
    }

    mutating func typed(_ operand: Operand) -> Typed? {
        if let (level, path) = start(of: operand) {
            return self.path(path, from: level).map { .resolved(.path($0), $0.type) }
        }
        switch operand.kind {
        case .keyPath, .list:
            return fail(.type, "a list can only be on the right side of IN", at: operand.range)
        case .value(.list):
            return fail(.type, "a list can only be on the right side of IN", at: operand.range)
        case .value(let value):
            return .value(value)
        case .parameter(let name):
            guard let parameter = parameter(name, at: operand.range) else { return nil }
            if parameter.isList {
                return fail(.type, "'$\(name)' is a list and can only be on the right side of IN", at: operand.range)
            }
            usedParameters[name] = parameter
            return .parameter(name, parameter)
        case .variable(let name, let path):
            return property(path, ofParameter: name, at: operand.range)
        case .period:
            return misplacedPeriod(at: operand.range)
        case .arithmetic(let left, let operation, let right) where left.isPeriod || right.isPeriod:
            return moved(left, operation, right, at: operand.range)
        case .negated(let inner) where inner.isPeriod:
            return misplacedPeriod(at: operand.range)
        case .arithmetic(let left, let operation, let right):
            let (left, right) = (side(left), side(right))
            guard let left, let right else { return nil }
            return arithmetic(left, operation, right, at: operand.range)
        case .negated(let inner):
            guard let inner = side(inner) else { return nil }
            return arithmetic(Side(typed: .value(.integer(0)), range: inner.range), .minus, inner, at: operand.range)
        case .function(let function, let arguments):
            return call(function, arguments, at: operand.range)
        case .cast(let inner, let type):
            return side(inner).flatMap { cast($0, to: type) }
        case .aggregate(let aggregate, let members, let path):
            return self.aggregate(aggregate, members, of: WrittenPath(path, at: operand.pathRange))
        }
    }

    // MARK: Paths

    /// Where a path starts and which way it goes; nil for an operand that is no path from an object of the condition.
    func start(of operand: Operand) -> (level: Int, path: WrittenPath)? {
        let place = operand.pathRange
        return switch operand.kind {
        case .keyPath(let path): (0, WrittenPath(path, at: place))
        case .variable(let name, let path): level(of: name).map { ($0, WrittenPath(path, at: place)) }
        case .parameter(let name): level(of: name).map { ($0, WrittenPath([], at: place)) }
        default: nil
        }
    }

    /// How deep the object stands that a variable is the name of.
    func level(of variable: String) -> Int? {
        scopes.lastIndex { $0.variable == variable }
    }

    mutating func path(
        _ path: WrittenPath, from level: Int,
        hint: String = ": use ANY, ALL, NONE or an aggregate with a path through a to-many relationship"
    ) -> ResolvedPath? {
        let entity = scopes[level].entity
        guard var resolved = noting({ resolver throws(ConditionError) in
            try resolver.layout.resolve(path, from: entity, toMany: .refused(hint: hint))
        }) else { return nil }
        resolved.level = level
        return resolved
    }

    private mutating func parameter(_ name: String, at range: Range<Int>?) -> FetchParameter? {
        if let parameter = parameters[name] { return parameter }
        let variables = scopes.compactMap(\.variable)
        errors.append(
            ConditionError(
                .unknownParameter, "there is no parameter '\(name)'", at: range, unknownName: name,
                candidates: (parameters.keys + variables).sorted()))
        return nil
    }

    /// A property of an object that is a parameter: read when the fetch is made.
    private mutating func property(_ path: [String], ofParameter name: String, at range: Range<Int>?) -> Typed? {
        guard let parameter = parameter(name, at: range) else { return nil }
        if path.isEmpty {
            usedParameters[name] = parameter
            return .parameter(name, parameter)
        }
        guard !parameter.isList, case .object(let entity) = parameter.type, let entity = layout.entities[entity] else {
            let what = parameter.isList ? "a list" : parameter.type.inWords
            return fail(.type, "'$\(name)' is \(what) and has no properties", at: range)
        }
        let place = range.map { $0.upperBound - path.joined(separator: ".").unicodeScalars.count..<$0.upperBound }
        guard let resolved = noting({ resolver throws(ConditionError) in
            try resolver.layout.resolve(WrittenPath(path, at: place), from: entity)
        }) else { return nil }
        let property = FetchParameter(
            type: resolved.type, isOptional: parameter.isOptional || resolved.isNullable)
        let whole = ([name] + path).joined(separator: ".")
        usedParameters[whole] = property
        return .parameter(whole, property)
    }

    // MARK: Functions

    private mutating func call(_ function: ConditionFunction, _ arguments: [Operand], at range: Range<Int>?) -> Typed? {
        let counts = function.argumentCounts
        guard counts.contains(arguments.count) else {
            let words = counts == 0...1 ? "at most a time zone" : counts == 1...1 ? "one value" : "one value and at most a time zone"
            return fail(.syntax, "'\(function.rawValue)' takes \(words)", at: range)
        }
        if function == .now {
            if let zone = arguments.first, self.zone(zone) == nil { return nil }
            return .value(.date(now.timeIntervalSinceReferenceDate))
        }
        if function == .today { return zone(arguments.first).map { today(in: $0) } }
        if let calendar = function.calendar { return self.calendar(calendar, arguments, at: range) }
        guard let side = side(arguments[0]) else { return nil }
        switch function {
        case .uppercase, .lowercase, .length:
            guard let operand = text(side, for: "'\(function.rawValue)'")?.operand else { return nil }
            switch function {
            case .uppercase: return .resolved(.function(.uppercase, operand), .text)
            case .lowercase: return .resolved(.function(.lowercase, operand), .text)
            default: return .resolved(.function(.length, operand), .integer)
            }
        case .abs:
            if let duration = duration(side, beside: nil) { return .resolved(.function(.abs, duration.operand), .duration) }
            guard let number = number(side, beside: nil, for: "'abs'") else { return nil }
            return .resolved(.function(.abs, number.operand), number.type)
        default:
            return nil
        }
    }

    private mutating func cast(_ side: Side, to target: CastType) -> Typed? {
        if case .value(.null) = side.typed {
            return .resolved(.value(.null), target == .date ? .date : target == .text ? .text : .integer)
        }
        if target == .decimal, case .value(.text(let digits)) = side.typed {
            return fail(
                .type, "'\(digits.shortened)' is not a number that NSDecimalNumber can represent exactly: write digits, for example \"1.50\"",
                at: side.range)
        }
        guard let known = known(side) else { return nil }
        let (operand, type) = (known.operand, known.type)
        switch (target == .decimal ? .number : target, type) {
        case (.date, .date), (.number, .integer), (.number, .real), (.number, .decimal), (.text, .text):
            return .resolved(operand, type)
        case (.date, .unixDate), (.date, .iso8601Date):
            return .resolved(known.reference, .date)
        case (.date, .integer), (.date, .real), (.date, .decimal):
            return .resolved(known.real, .date)
        case (.number, .date), (.number, .unixDate), (.number, .iso8601Date):
            return .resolved(known.reference, .real)
        case (.number, .duration):
            return .resolved(known.seconds, .real)
        case (.number, .bool), (.number, .enumeration(_, true, _)):
            return .resolved(operand, .integer)
        case (.text, .foldedText), (.text, .day), (.text, .enumeration(_, false, _)), (.text, .textUUID):
            return .resolved(operand, .text)
        case (.text, .integer), (.text, .enumeration(_, true, _)), (.text, .uuid):
            return .resolved(.function(.text, operand), .text)
        default:
            return fail(.type, "\(type.inWords) cannot be cast to \(target.rawValue)", at: side.range)
        }
    }

    /// An operand with a type of its own, also where it is a bare value or a parameter.
    mutating func known(_ side: Side) -> TypedOperand? {
        switch side.typed {
        case .resolved(let operand, let type):
            return TypedOperand(operand, type)
        case .parameter(let name, let parameter):
            let type = parameter.type.unstored
            return TypedOperand(.parameter(name, as: type, isOptional: parameter.isOptional), type)
        case .value(let value):
            guard let type = value.naturalType, let stored = layout.stored(value, as: type) else {
                return fail(.type, "\(value.inWords) cannot be converted", at: side.range)
            }
            return TypedOperand(.value(stored), type)
        case .startOfDay(let instant, _):
            return instant
        }
    }
}

extension ConditionValue {
    /// The type that a value has by itself; nil for what has none.
    var naturalType: ValueType? {
        switch self {
        case .null, .list: nil
        case .bool: .bool
        case .integer: .integer
        case .real: .real
        case .decimal(let value): ScaledDecimal.naturalScale(value).map { .decimal(scale: $0) } ?? .real
        case .text: .text
        case .date: .date
        case .day: .day
        case .duration: .duration
        case .data: .data
        case .uuid: .uuid
        case .object(let reference): .object(entity: reference.entity)
        }
    }
}

extension ScaledDecimal {
    /// How many decimal places a number has; nil where it has too many digits to be stored with them.
    static func naturalScale(_ value: Foundation.Decimal) -> Int? {
        let scale = max(0, -value.exponent)
        return scale <= digits && integer(value, scale: scale) != nil ? scale : nil
    }
}
