import Foundation
import Predicates
import TestSupport

/// Makes conditions of everything that the language can say, about the sample layout, whose types fit.
struct ConditionMaker {
    var random: SeededGenerator
    /// Whether cases of enums stand in conditions by their names, as a model may write them.
    var namesCases = false
    /// The objects that paths can start from: the one that the condition is about, then members, inwards.
    private var scopes: [(variable: String?, entity: String)]

    init(random: SeededGenerator, entity: String = "Thing") {
        self.random = random
        scopes = [(nil, entity)]
    }

    // MARK: What paths lead to

    private struct KeyPathChoice {
        var path: [String]
        var type: ValueType
        /// How many to-many relationships are on it.
        var many: Int
    }

    private static let keyPaths: [String: [KeyPathChoice]] = {
        var keyPaths: [String: [KeyPathChoice]] = [:]
        for entity in SampleLayout.layout.entities.keys { keyPaths[entity] = Self.keyPaths(from: entity, steps: 3) }
        return keyPaths
    }()

    private static func keyPaths(from entity: String, steps: Int) -> [KeyPathChoice] {
        guard let properties = SampleLayout.layout.entities[entity]?.properties else { return [] }
        return properties.sorted { $0.key < $1.key }.flatMap { name, property -> [KeyPathChoice] in
            let (destination, many): (String, Int)
            switch property {
            case .attribute(_, let type, _): return [KeyPathChoice(path: [name], type: type, many: 0)]
            case .transient: return []
            case .toOne(_, let entity, _), .partner(_, let entity): (destination, many) = (entity, 0)
            case .toMany(let entity, _): (destination, many) = (entity, 1)
            }
            let rest = steps > 1 ? keyPaths(from: destination, steps: steps - 1) : []
            return [KeyPathChoice(path: [name], type: .object(entity: destination), many: many)]
                + rest.map { KeyPathChoice(path: [name] + $0.path, type: $0.type, many: $0.many + many) }
        }
    }

    mutating func oneOf<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func chance(_ outOf: Int) -> Bool { Int.random(in: 0..<outOf, using: &random) == 0 }

    /// A path from one of the objects in sight.
    mutating func path(many: Bool = false, _ fits: (ValueType) -> Bool) -> (operand: Operand, type: ValueType)? {
        let scope = chance(2) ? scopes[scopes.count - 1] : oneOf(scopes)
        let keyPaths = (Self.keyPaths[scope.entity] ?? []).filter { ($0.many > 0) == many && fits($0.type) }
        guard !keyPaths.isEmpty else { return nil }
        let choice = oneOf(keyPaths)
        if let variable = scope.variable { return (Operand(.variable(variable, path: choice.path)), choice.type) }
        return (Operand(.keyPath(choice.path)), choice.type)
    }

    // MARK: Conditions

    mutating func condition(depth: Int) -> Condition {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &random) {
        case 0...2: return comparison(depth: depth)
        case 3: return .not(condition(depth: depth - 1))
        case 4: return .and((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
        case 5: return chance(8) ? .constant(Bool.random(using: &random)) : comparison(depth: depth)
        default: return .or((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
        }
    }

    private mutating func comparison(depth: Int) -> Condition {
        switch Int.random(in: 0..<11, using: &random) {
        case 10:
            return .comparison(day(), oneOf(Comparison.allCases), day())
        case 0, 1:
            if let (left, type) = path(many: true, { _ in true }) {
                if chance(5), case .object = type { return .membership(value(of: type), in: left) }
                return .quantified(oneOf(Quantifier.allCases), comparison(left, type))
            }
        case 2:
            let text = text(depth: 2)
            let form: TextComparison.Form = oneOf([.beginsWith, .endsWith, .contains, .compares(oneOf(Comparison.allCases))])
            return .text(text, TextComparison(form, options()), self.text(depth: 1))
        case 3:
            return .text(text(depth: 2), TextComparison(.like, options()), pattern(Self.patterns))
        case 4:
            return .text(text(depth: 1), TextComparison(.matches, options()), Operand(.value(.text(oneOf(Self.expressions)))))
        case 5:
            return .comparison(number(depth: 2, level: depth), oneOf(Comparison.allCases), number(depth: 2, level: depth))
        case 6:
            return .comparison(instant(depth: 2), oneOf(Comparison.allCases), instant(depth: 1))
        case 7:
            let right = chance(3) ? period([.weeks, .days, .hours, .minutes, .seconds], hasZone: false) : duration(depth: 1)
            return .comparison(duration(depth: 2), oneOf(Comparison.allCases), right)
        default: break
        }
        guard let (left, type) = path({ _ in true }) else { return .constant(true) }
        return chance(40) ? longGroup(left, type) : comparison(left, type)
    }

    /// So many comparisons of one operand with values that they become a list, and some of another kind between them.
    private mutating func longGroup(_ left: Operand, _ type: ValueType) -> Condition {
        let isOr = Bool.random(using: &random)
        let parts = (0..<90).map { _ in
            let right = value(of: type)
            if chance(12) { return comparison(left, type) }
            return chance(2) ? Condition.comparison(left, isOr ? .equal : .notEqual, right) : .comparison(right, isOr ? .equal : .notEqual, left)
        }
        return isOr ? .or(parts) : .and(parts)
    }

    /// A comparison of what is of some type with a value or another path.
    private mutating func comparison(_ left: Operand, _ type: ValueType) -> Condition {
        if chance(5) { return .membership(left, in: list(of: type)) }
        if type.isOrdered, chance(6) { return .between(left, value(of: type), value(of: type)) }
        let isText = type == .text || type == .foldedText
        if isText, chance(2) {
            let form: TextComparison.Form = oneOf([.beginsWith, .endsWith, .contains, .like, .compares(.less)])
            return .text(left, TextComparison(form, options()), pattern(SampleLayout.texts))
        }
        let sign = oneOf(type.isOrdered ? Comparison.allCases : [.equal, .notEqual])
        let right =
            chance(4)
            ? path({ $0 == type || isText && ($0 == .text || $0 == .foldedText) })?.operand ?? value(of: type) : value(of: type)
        return Bool.random(using: &random) || left.isMany ? .comparison(left, sign, right) : .comparison(right, sign, left)
    }

    private mutating func list(of type: ValueType) -> Operand {
        if chance(30) { return Operand(.value(.list((0..<70).map { _ in bareValue(of: type) }))) }
        let elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            chance(6) ? path({ $0 == type })?.operand ?? value(of: type) : value(of: type)
        }
        return Operand(.list(elements))
    }

    private mutating func options() -> TextOptions {
        TextOptions(rawValue: chance(2) ? 0 : Int.random(in: 1...3, using: &random))
    }

    // MARK: Operands

    private mutating func number(depth: Int, level: Int) -> Operand {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 2), using: &random) {
        case 9: return part(depth: depth)
        case 0: return value(of: oneOf([.integer, .real, .decimal(scale: 2)]))
        case 1, 2: break
        case 3, 4:
            let operation = oneOf([Arithmetic.plus, .minus, .times, .divided])
            return Operand(.arithmetic(number(depth: depth - 1, level: level), operation, number(depth: depth - 1, level: level)))
        case 5:
            if let (left, _) = path({ $0 == .integer }), let (right, _) = path({ $0 == .integer }) {
                return Operand(
                    .arithmetic(left, oneOf([.bitwiseAnd, .bitwiseOr]), chance(2) ? right : Operand(.value(.integer(6)))))
            }
        case 6: return Operand(.negated(number(depth: depth - 1, level: level)))
        case 7:
            return chance(2)
                ? Operand(.function(.abs, [number(depth: depth - 1, level: level)]))
                : Operand(.function(.length, [text(depth: 1)]))
        default: if let aggregate = aggregate(level: level) { return aggregate }
        }
        return path(\.isNumber)?.operand ?? Operand(.value(.integer(2)))
    }

    private mutating func aggregate(level: Int) -> Operand? {
        guard let (operand, type) = path(many: true, { if case .object = $0 { true } else { false } }),
            case .object(let entity) = type
        else { return nil }
        var members: MemberSet
        switch operand.kind {
        case .keyPath(let path): members = MemberSet(path: path)
        case .variable(let variable, let path): members = MemberSet(variable: variable, path: path)
        default: return nil
        }
        if level > 0, chance(2) {
            scopes.append(("x\(scopes.count)", entity))
            let condition = condition(depth: level - 1)
            members.filter = .init(variable: "x\(scopes.count - 1)", condition: condition)
            scopes.removeLast()
        }
        if chance(3) { return Operand(.aggregate(.count, members, of: [])) }
        let numbers = (Self.keyPaths[entity] ?? []).filter { $0.many == 0 && $0.type.isNumber }
        return Operand(.aggregate(oneOf(Aggregate.allCases), members, of: oneOf(numbers).path))
    }

    private mutating func text(depth: Int) -> Operand {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: return pattern(SampleLayout.texts)
        case 1, 2: break
        case 3: return Operand(.function(oneOf([.uppercase, .lowercase]), [text(depth: depth - 1)]))
        case 4:
            if let (operand, _) = path({ [.integer, .uuid, .textUUID, .day].contains($0) }) {
                return Operand(.cast(operand, to: .text))
            }
        default: break
        }
        return path({ $0 == .text || $0 == .foldedText })?.operand ?? Operand(.value(.text("a")))
    }

    private mutating func pattern(_ texts: [String]) -> Operand { Operand(.value(chance(15) ? .null : .text(oneOf(texts)))) }

    mutating func instant(depth: Int) -> Operand {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 2), using: &random) {
        case 5: return Operand(.arithmetic(instant(depth: depth - 1), oneOf([.plus, .minus]), period(CalendarUnit.allCases)))
        case 6:
            let starts = CalendarFunction.allCases.filter(\.isStart)
            return Operand(.function(ConditionFunction(oneOf(starts)), [instant(depth: depth - 1)] + zone()))
        case 7: return Operand(.function(oneOf([.now, .today]), zone()))
        case 0:
            let value = value(of: .date)
            return value == Operand(.value(.null)) ? Operand(.cast(value, to: .date)) : value
        case 1, 2: break
        case 3:
            return Operand(.arithmetic(instant(depth: depth - 1), oneOf([.plus, .minus]), number(depth: 0, level: 0)))
        default: return Operand(.cast(number(depth: 1, level: 0), to: .date))
        }
        return path({ $0 == .date || $0 == .unixDate || $0 == .iso8601Date })?.operand ?? Operand(.value(.date(0)))
    }

    private mutating func duration(depth: Int) -> Operand {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0: return Operand(.value(.duration(oneOf([.seconds(90), .microseconds(-1), .nanoseconds(1), .microseconds(Int64.max)]))))
        case 1: break
        case 2:
            let other = chance(3) ? period([.weeks, .days, .hours, .minutes, .seconds], hasZone: false) : duration(depth: 0)
            if chance(4) { return Operand(.arithmetic(other, oneOf([.plus, .minus]), duration(depth: depth - 1))) }
            return Operand(.arithmetic(duration(depth: depth - 1), oneOf([.plus, .minus]), other))
        case 3: return Operand(.arithmetic(duration(depth: depth - 1), oneOf([.times, .divided]), Operand(.value(.integer(oneOf([0, 2, -3]))))))
        case 4: return Operand(.negated(duration(depth: depth - 1)))
        default: return Operand(.function(.abs, [duration(depth: depth - 1)]))
        }
        return path({ $0 == .duration })?.operand ?? Operand(.value(.duration(.zero)))
    }

    private mutating func value(of type: ValueType) -> Operand {
        if namesCases, case .enumeration = type, chance(2) { return .path(oneOf(SampleLayout.caseNames.keys.sorted())) }
        return Operand(.value(bareValue(of: type)))
    }

    private mutating func bareValue(of type: ValueType) -> ConditionValue {
        chance(6) ? .null : oneOf(SampleLayout.values(of: type))
    }

    static let patterns =
        [
            "*", "a*", "?", "*b", "\\*", "*\\**", "*é*", "a\u{0}*", "**a", "", "??", "?*?", "*a*b*", "e?", "\\", "S*",
            "*\u{10FFFF}*",
        ]
    static let expressions = [
        ".*", "(?s).*", "a.*", "[a-cé]+", "é", "\\p{L}*", "", "a|b", "(a+)+b", "\\S", "(?s).", "SS", "\\x{10FFFF}.*",
    ]
}

extension Operand {
    /// Whether the operand has to stay on the left: a quantifier asks for its members.
    fileprivate var isMany: Bool {
        switch kind {
        case .keyPath(let path), .variable(_, let path):
            !["tags", "things", "staff", "products"].allSatisfy { !path.contains($0) }
        default: false
        }
    }
}

extension ValueType {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real, .decimal: true
        default: false
        }
    }
}

extension SampleLayout {
    /// Values that can be compared with a type; some are hard.
    static func values(of type: ValueType) -> [ConditionValue] {
        switch type {
        case .bool: [.bool(true), .bool(false), .integer(1), .integer(0)]
        case .integer:
            [
                .integer(0), .integer(1), .integer(2), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min),
                .real(1.5),
                .real(-.infinity), .real(.nan), .decimal(0.5),
            ]
        case .real:
            [
                .integer(2), .integer(9_007_199_254_740_993), .real(1.5), .real(-0.0), .real(.infinity), .real(.nan),
                .decimal(1.5),
                .real(-1e300),
            ]
        case .decimal:
            [
                .decimal(1.5), .decimal(Decimal(string: "1.505") ?? 0), .integer(0), .integer(-1), .integer(.max),
                .decimal(Decimal(string: "1.50000000000000001") ?? 0),
                .decimal(Decimal(string: "-0.005") ?? 0), .real(1.5), .real(1.505), .real(1e300), .real(-.infinity), .real(.nan),
            ]
        case .exactDecimal:
            [.decimal(1.5), .decimal(Decimal(string: "-1.50") ?? 0), .integer(10), .integer(0), .real(1.5), .real(-0.0)]
        case .text, .foldedText: texts.map { .text($0) }
        case .date, .unixDate, .iso8601Date:
            [.date(0), .date(-0.5), .date(10.25), .date(10.2502), .date(1e300), .date(-.infinity), .date(.nan)]
        case .duration:
            [
                .duration(.seconds(90)), .duration(.microseconds(-1)), .duration(.nanoseconds(1)), .text("PT1H30M"), .text("PT0S"),
                .duration(.microseconds(Int64.max)), .duration(.microseconds(Int64.min)), .duration(.seconds(Int64.max)),
            ]
        case .day: [.text("2000-02-29"), .day("0001-01-01"), .day("9999-12-31")]
        case .data: [.data([]), .data([0]), .data([9])]
        case .uuid, .textUUID:
            [
                .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
                .text("ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB"),
            ]
        case .enumeration: [.text("a"), .text("b")]
        case .object(let entity): [1, 2, 4, 99].map { .object(.init(entity: entity, key: $0)) }
        case .composite, .json: [.null]
        }
    }
}
