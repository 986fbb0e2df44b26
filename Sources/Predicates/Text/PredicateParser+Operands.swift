extension PredicateParser {
    /// Operands between operators that bind at least as close as `least`, from the left to the right.
    mutating func expression(_ least: Precedence) throws(ConditionError) -> Node {
        var left = try unary()
        while case .arithmetic(let arithmetic) = token.kind, arithmetic.precedence >= least {
            let place = token.range
            guard case .operand(let leftOperand) = left.kind else {
                throw ConditionError(.syntax, "a condition is not a number: '\(arithmetic.rawValue)' cannot follow it", at: place)
            }
            index += 1
            let start = token.range.lowerBound
            let right = try expression(arithmetic.precedence.next)
            let rightOperand = try operand(of: right, from: start)
            try checkIsSingle(leftOperand)
            try checkIsSingle(rightOperand)
            let range = (leftOperand.range ?? place).lowerBound..<end
            left = try node(
                .operand(Operand(.arithmetic(leftOperand, arithmetic, rightOperand), range: range)),
                height: max(left.height, right.height) + 1)
        }
        return left
    }

    /// An operand alone, where no condition can stand.
    mutating func operand() throws(ConditionError) -> (operand: Operand, height: Int) {
        let start = token.range.lowerBound
        let node = try expression(.bitwiseOr)
        return (try operand(of: node, from: start), node.height)
    }

    func operand(of node: Node, from start: Int) throws(ConditionError) -> Operand {
        guard case .operand(let operand) = node.kind else {
            throw ConditionError(.syntax, "expected a value, not a condition", at: start..<end)
        }
        return operand
    }

    func checkIsSingle(_ operand: Operand) throws(ConditionError) {
        guard operand.isList else { return }
        throw ConditionError(.syntax, "a list can only be on the right side of IN or BETWEEN", at: operand.range)
    }

    private mutating func unary() throws(ConditionError) -> Node {
        try nested { parser throws(ConditionError) in
            let start = parser.token.range.lowerBound
            guard parser.token.kind == .arithmetic(.minus) else { return try parser.period(of: try parser.primary(), from: start) }
            parser.index += 1
            if case .number(let digits) = parser.token.kind {
                return try parser.period(of: try parser.leaf(parser.number("-" + digits, from: start)), from: start)
            }
            let inner = try parser.unary()
            let operand = try parser.operand(of: inner, from: start)
            try parser.checkIsSingle(operand)
            return try parser.node(.operand(Operand(.negated(operand), range: start..<parser.end)), height: inner.height + 2)
        }
    }

    private mutating func primary() throws(ConditionError) -> Node {
        let first = token
        if let constant = first.word?.constant {
            index += 1
            return try leaf(Operand(.value(constant), range: first.range))
        }
        switch first.kind {
        case .symbol(.open):
            index += 1
            let inner = try disjunction()
            try expect(.close)
            return inner
        case .symbol(.openList):
            return try list()
        case .string(let text):
            index += 1
            return try leaf(Operand(.value(.text(text)), range: first.range))
        case .number(let digits):
            return try leaf(number(digits, from: first.range.lowerBound))
        case .placeholder(let placeholder) where placeholder.kind != .keyPath:
            let value = try argument(for: placeholder)
            index += 1
            return try leaf(Operand(value, range: first.range))
        case .name(let name, let word) where following.kind == .symbol(.open) && word?.isReserved != true:
            return try call(name, word)
        default:
            if let path = try takePath() { return try leaf(path) }
            throw ConditionError(.syntax, "expected a key path, a value or a $parameter", at: first.range)
        }
    }

    /// An operand that has no other in it.
    ///
    /// Its height leaves room for the casts that an argument's value may be printed with, in a list or alone.
    private func leaf(_ operand: Operand) throws(ConditionError) -> Node {
        switch operand.kind {
        case .keyPath, .parameter, .variable, .aggregate: try node(.operand(operand), height: 1)
        default: try node(.operand(operand), height: 3)
        }
    }

    /// The number at the present token.
    private mutating func number(_ text: String, from start: Int) throws(ConditionError) -> Operand {
        let range = start..<token.range.upperBound
        index += 1
        guard let value = NumberLiteral.value(text) else {
            throw ConditionError(.syntax, "the number '\(text.shortened)' cannot be represented", at: range)
        }
        return Operand(.value(value), range: range)
    }

    private mutating func list() throws(ConditionError) -> Node {
        let start = token.range.lowerBound
        index += 1
        var elements = [Operand]()
        var height = 1
        while !take(.closeList) {
            if !elements.isEmpty { try expect(.symbol(.comma), "expected ',' or the closing '}' of the list") }
            let element = try operand()
            guard !element.operand.isList else {
                throw ConditionError(.syntax, "a list cannot contain a list", at: element.operand.range)
            }
            elements.append(element.operand)
            height = max(height, element.height)
        }
        return try node(.operand(Operand(.list(elements), range: start..<end)), height: height + 1)
    }
}

/// How close an operator between operands binds.
enum Precedence: Int, Comparable {
    case bitwiseOr, bitwiseAnd, sum, product, unary

    static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

    /// The one that binds closer.
    var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .unary }
}

extension Arithmetic {
    var precedence: Precedence {
        switch self {
        case .bitwiseOr: .bitwiseOr
        case .bitwiseAnd: .bitwiseAnd
        case .plus, .minus: .sum
        case .times, .divided: .product
        }
    }
}

extension Operand {
    /// An operand for a value, which may be several.
    init(_ value: ConditionValue, range: Range<Int>?) {
        if case .list(let values) = value {
            self.init(.list(values.map { Operand(.value($0), range: range) }), range: range)
        } else {
            self.init(.value(value), range: range)
        }
    }

    var isList: Bool {
        if case .list = kind { true } else { false }
    }
}

extension String {
    /// The text, or its beginning where it is too long for a message.
    var shortened: String { unicodeScalars.count <= 40 ? self : unicodeScalars.prefix(40).map(String.init).joined() + "…" }
}
