import SwiftSyntax

/// What stands for an infix operator in a mutant.
enum OtherOperators {
    static func replacement(of node: InfixOperatorExprSyntax) -> (Mutant.Kind, String)? {
        guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
        let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
        if let other = comparisons[symbol] { return (.comparison, "\(left) \(other) \(right)") }
        if let other = connectives[symbol] { return (.logic, "\(left) \(other) \(right)") }
        if symbol == "??" { return (.fallback, right) }
        if let other = calculations[symbol], hasInteger(node) { return (.arithmetic, "\(left) \(other) \(right)") }
        return nil
    }

    private static let comparisons = ["==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "==="]
    private static let connectives = ["&&": "||", "||": "&&"]
    private static let calculations = ["+": "-", "-": "+", "*": "+"]

    /// Only numbers have all of these operators.
    private static func hasInteger(_ node: InfixOperatorExprSyntax) -> Bool {
        node.leftOperand.is(IntegerLiteralExprSyntax.self) || node.rightOperand.is(IntegerLiteralExprSyntax.self)
    }
}
