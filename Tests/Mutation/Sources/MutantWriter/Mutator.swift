import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Puts the mutants of a file beside its code: `a < b` becomes `(_mutant(7) ? a <= b : a < b)`.
///
/// Code that programs compile into themselves (`@inlinable`, default values of parameters), patterns and macros are left alone.
final class Mutator: SyntaxRewriter {
    private let file: SourceFile
    private let list: MutantList
    private let statements: StatementRules

    private init(_ file: SourceFile, _ tree: SourceFileSyntax, _ list: MutantList) {
        self.file = file
        self.list = list
        statements = StatementRules(tree)
    }

    /// The mutated text of a file.
    static func mutated(_ text: String, path: String, _ list: MutantList) -> String {
        let parsed = Parser.parse(source: text)
        let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }.as(SourceFileSyntax.self) ?? parsed
        return Mutator(SourceFile(path: path, tree: folded), folded, list).rewrite(folded).description
    }

    // MARK: - Operators

    override func visit(_ node: InfixOperatorExprSyntax) -> ExprSyntax {
        let visited = super.visit(node)
        guard let (kind, replacement) = OtherOperators.replacement(of: node) else { return visited }
        return choice(kind, node, replacement, visited)
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> ExprSyntax {
        let visited = super.visit(node)
        guard node.operator.text == "!" else { return visited }
        return choice(.negation, node, node.expression.trimmedDescription, visited)
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> ExprSyntax {
        choice(.constant, node, node.literal.text == "true" ? "false" : "true", ExprSyntax(node))
    }

    // MARK: - Conditions

    override func visit(_ node: ConditionElementSyntax) -> ConditionElementSyntax {
        let visited = super.visit(node)
        guard case .expression(let original) = node.condition, case .expression(let condition) = visited.condition else { return visited }
        return visited.with(\.condition, .expression(inverted(original, condition)))
    }

    override func visit(_ node: WhereClauseSyntax) -> WhereClauseSyntax {
        let visited = super.visit(node)
        return visited.with(\.condition, inverted(node.condition, visited.condition))
    }

    override func visit(_ node: TernaryExprSyntax) -> ExprSyntax {
        guard let visited = super.visit(node).as(TernaryExprSyntax.self) else { return super.visit(node) }
        return ExprSyntax(visited.with(\.condition, inverted(node.condition, visited.condition)))
    }

    /// A condition without an operator of its own, or its opposite.
    private func inverted(_ original: ExprSyntax, _ visited: ExprSyntax) -> ExprSyntax {
        if let tried = original.as(TryExprSyntax.self), let visitedTry = visited.as(TryExprSyntax.self) {
            return ExprSyntax(visitedTry.with(\.expression, inverted(tried.expression, visitedTry.expression)))
        }
        switch original.kind {
        case .functionCallExpr, .memberAccessExpr, .declReferenceExpr, .isExpr, .subscriptCallExpr:
            return choice(.condition, original, "!(\(original.trimmedDescription))", visited)
        default: return visited
        }
    }

    private func choice(_ kind: Mutant.Kind, _ node: some ExprSyntaxProtocol, _ replacement: String, _ visited: ExprSyntax) -> ExprSyntax {
        guard let number = list.add(kind, node, as: replacement, in: file) else { return visited }
        let text = "(_mutant(\(number)) ? \(replacement.onOneLine) : \(visited.trimmedDescription))"
        return expression(text).with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
    }

    private func expression(_ text: String) -> ExprSyntax {
        var parser = Parser(text)
        return ExprSyntax.parse(from: &parser)
    }

    // MARK: - Statements

    override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
        let visited = super.visit(node)
        var items: [CodeBlockItemSyntax] = []
        for (original, item) in zip(node, visited) {
            guard statements.canBeLeftOut(original, of: node), let number = list.add(.statement, original, as: "", in: file) else {
                items.append(item)
                continue
            }
            let text = "if !_mutant(\(number)) { \(item.trimmedDescription) }"
            let guarded = CodeBlockItemSyntax(item: .expr(expression(text)), semicolon: nil)
            items.append(guarded.with(\.leadingTrivia, item.leadingTrivia).with(\.trailingTrivia, item.trailingTrivia))
        }
        return CodeBlockItemListSyntax(items)
    }

    // MARK: - What is left alone

    override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax {
        node.attributes.areInlined ? DeclSyntax(node) : super.visit(node)
    }

    override func visit(_ node: InitializerDeclSyntax) -> DeclSyntax {
        node.attributes.areInlined ? DeclSyntax(node) : super.visit(node)
    }

    override func visit(_ node: VariableDeclSyntax) -> DeclSyntax {
        node.attributes.areInlined ? DeclSyntax(node) : super.visit(node)
    }

    override func visit(_ node: SubscriptDeclSyntax) -> DeclSyntax {
        node.attributes.areInlined ? DeclSyntax(node) : super.visit(node)
    }

    /// Without `while true` the compiler misses a return.
    override func visit(_ node: WhileStmtSyntax) -> StmtSyntax {
        guard node.conditions.trimmedDescription == "true", let visited = super.visit(node).as(WhileStmtSyntax.self) else { return super.visit(node) }
        return StmtSyntax(visited.with(\.conditions, node.conditions))
    }

    override func visit(_ node: FunctionParameterSyntax) -> FunctionParameterSyntax { node }
    override func visit(_ node: EnumCaseElementSyntax) -> EnumCaseElementSyntax { node }
    override func visit(_ node: AttributeSyntax) -> AttributeSyntax { node }
    override func visit(_ node: ExpressionPatternSyntax) -> PatternSyntax { PatternSyntax(node) }
    override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax { ExprSyntax(node) }
    override func visit(_ node: GenericWhereClauseSyntax) -> GenericWhereClauseSyntax { node }

    override func visit(_ node: IfConfigClauseSyntax) -> IfConfigClauseSyntax {
        super.visit(node).with(\.condition, node.condition)
    }
}

extension AttributeListSyntax {
    /// Whether other modules compile the body, and so cannot call what is internal.
    var areInlined: Bool {
        contains { ["@inlinable", "@_transparent", "@_alwaysEmitIntoClient", "@inline(__always)"].contains($0.trimmedDescription) }
    }
}
