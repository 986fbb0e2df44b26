import Foundation

extension PredicateParser {
    /// A function and its arguments, from its name on.
    mutating func call(_ name: String, _ word: Word?) throws(ConditionError) -> Node {
        let place = token.range
        index += 1
        switch word {
        case .subquery:
            return try subquery(from: place.lowerBound)
        case .cast:
            return try cast(from: place.lowerBound)
        case .function:
            throw ConditionError(.syntax, "FUNCTION is not supported: a database cannot call code by its name", at: place)
        default:
            break
        }
        guard let function = ConditionFunction(name: name) else {
            let names = ConditionFunction.allCases.map(\.rawValue)
            throw ConditionError(
                .syntax, "there is no function '\(name.shortened)' in conditions; the functions are \(names.joined(separator: ", "))",
                at: place, unknownName: name, candidates: names)
        }
        try expect(.open)
        var arguments = [Operand]()
        var height = 1
        let counts = function.argumentCounts
        while arguments.count < counts.lowerBound || arguments.count < counts.upperBound && token.kind != .symbol(.close) {
            if !arguments.isEmpty { try expect(.comma) }
            let argument = try operand()
            try checkIsSingle(argument.operand)
            arguments.append(argument.operand)
            height = max(height, argument.height)
        }
        try expect(.close)
        return try node(.operand(Operand(.function(function, arguments), range: place.lowerBound..<end)), height: height + 1)
    }

    /// `CAST(1234.5, "NSDate")`, from its `(` on.
    private mutating func cast(from start: Int) throws(ConditionError) -> Node {
        try expect(.open)
        let (operand, height) = try operand()
        try checkIsSingle(operand)
        try expect(.comma)
        let place = token.range
        let typeName = try self.operand().operand
        try expect(.close)
        let range = start..<end
        guard case .value(.text(let type)) = typeName.kind else {
            throw ConditionError(.syntax, "the second part of CAST must be the name of a type, for example \"NSDate\"", at: place)
        }
        if case .value(let value) = operand.kind, let cast = value.cast(to: type) {
            // Printed, it is a cast again.
            return try node(.operand(Operand(.value(cast), range: range)), height: 2)
        }
        if let literal = LiteralCast(rawValue: type) {
            throw ConditionError(
                .syntax, "CAST to '\(type)' needs \(literal.form), in quotes or as an argument", at: operand.range ?? range)
        }
        guard var castType = CastType(rawValue: type) else {
            let names = (CastType.allCases.map(\.rawValue) + LiteralCast.allCases.map(\.rawValue)).map { "\"\($0)\"" }
            throw ConditionError(
                .syntax, "CAST does not support '\(type.shortened)'; the types are \(names.joined(separator: ", "))", at: place)
        }
        // Of what has a type both make the same; a text that says no number is told so by the name that it was given.
        if castType == .decimal, !operand.isText { castType = .number }
        return try node(.operand(Operand(.cast(operand, to: castType), range: range)), height: height + 1)
    }
}

extension Operand {
    fileprivate var isText: Bool {
        if case .value(.text) = kind { true } else { false }
    }
}

extension ConditionValue {
    /// Values whose only literal is a cast of another: an instant, a decimal of many digits, and the types of ``LiteralCast``.
    fileprivate func cast(to type: String) -> ConditionValue? {
        if let literal = LiteralCast(rawValue: type) {
            if case .text(let text) = self { return literal.value(of: text) }
            return LiteralCast.parts(of: self)?.type == literal ? self : nil
        }
        return switch (self, type) {
        case (.integer(let seconds), CastType.date.rawValue): .date(Double(seconds))
        case (.real(let seconds), CastType.date.rawValue): .date(seconds)
        // Through text, which rounds once.
        case (.decimal(let seconds), CastType.date.rawValue): Double(seconds.description).map { .date($0) }
        case (.text(let digits), CastType.decimal.rawValue): Self.decimal(digits)
        case (.decimal, CastType.decimal.rawValue): self
        default: nil
        }
    }

    /// The decimal that `digits` say to the last of them, but for zeros at the end, which say nothing.
    private static func decimal(_ digits: String) -> ConditionValue? {
        guard digits.utf8.count <= 200, let value = Decimal(string: digits), value.isFinite,
            ExactDecimal.text(value) == ExactDecimal.canonical(digits)
        else { return nil }
        return .decimal(value)
    }
}
