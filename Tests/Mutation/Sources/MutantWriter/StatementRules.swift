import SwiftSyntax

/// Which statements a mutant can leave out: calls and assignments whose absence still compiles.
struct StatementRules {
    /// Names that are declared without a value: their first assignment cannot be left out.
    private let assignedLater: Set<String>

    init(_ tree: SourceFileSyntax) {
        let finder = LateNames(viewMode: .sourceAccurate)
        finder.walk(tree)
        assignedLater = finder.names
    }

    func canBeLeftOut(_ item: CodeBlockItemSyntax, of list: CodeBlockItemListSyntax) -> Bool {
        guard case .expr(let expression) = item.item, list.count > 1 || isBodyWithoutResult(list) else { return false }
        return canBeLeftOut(expression, isInInitializer: isInInitializer(list))
    }

    private func canBeLeftOut(_ expression: ExprSyntax, isInInitializer: Bool) -> Bool {
        if let tried = expression.as(TryExprSyntax.self) { return canBeLeftOut(tried.expression, isInInitializer: isInInitializer) }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            let name = call.calledExpression.trimmedDescription
            return !name.hasSuffix(".init") && !Self.neverLeftOut.contains(name)
        }
        guard let infix = expression.as(InfixOperatorExprSyntax.self), !isInInitializer, isAssignment(infix.operator) else { return false }
        return !names(in: infix.leftOperand).contains { assignedLater.contains($0) }
    }

    private func isAssignment(_ node: ExprSyntax) -> Bool {
        if node.is(AssignmentExprSyntax.self) { return true }
        return ["+=", "-=", "|=", "&="].contains(node.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "")
    }

    private func names(in target: ExprSyntax) -> [String] {
        if let tuple = target.as(TupleExprSyntax.self) { return tuple.elements.flatMap { names(in: $0.expression) } }
        return [target.trimmedDescription]
    }

    /// A function of one statement that gives nothing back: the statement is not its result.
    private func isBodyWithoutResult(_ list: CodeBlockItemListSyntax) -> Bool {
        guard let function = list.parent?.parent?.as(FunctionDeclSyntax.self) else { return false }
        return function.signature.returnClause == nil
    }

    private func isInInitializer(_ list: CodeBlockItemListSyntax) -> Bool {
        var node = list.parent
        while let current = node {
            if current.is(InitializerDeclSyntax.self) { return true }
            if current.is(FunctionDeclSyntax.self) || current.is(ClosureExprSyntax.self) { return false }
            node = current.parent
        }
        return false
    }

    private static let neverLeftOut: Set = ["precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "exit", "_exit"]

    private final class LateNames: SyntaxVisitor {
        private(set) var names: Set<String> = []

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            if node.initializer == nil, node.accessorBlock == nil {
                names.formUnion(node.pattern.tokens(viewMode: .sourceAccurate).map(\.text))
            }
            return .visitChildren
        }
    }
}
