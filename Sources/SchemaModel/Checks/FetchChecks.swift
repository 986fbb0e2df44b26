import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let conditionSyntax = FindingCode("TR1501")
    static let unknownProperty = FindingCode("TR1502")
    static let typeMismatch = FindingCode("TR1503")
    static let unknownParameter = FindingCode("TR1504")
    static let unusedParameter = FindingCode("TR1505", .warning)
    static let unusableParameter = FindingCode("TR1507")
    static let unfollowedFetch = FindingCode("TR1512", .warning)
    static let unknownTimeZone = FindingCode("TR1513")
}

/// Resolves the conditions and sort keys of fetches of one entity.
struct FetchChecks {
    let entity: EntityDeclaration
    let scope: FetchScope
    /// The parameters that a condition can name.
    private let parameters: [NamedFetch.Parameter]
    /// Whether everything that a condition can name was read. If not, a missing name may be declared in an unreadable part.
    private let isWhole: Bool

    init(of entity: EntityDeclaration, in scope: FetchScope) {
        self.init(entity: entity, scope: scope, parameters: [], isWhole: scope.incomplete.isEmpty)
    }

    private init(entity: EntityDeclaration, scope: FetchScope, parameters: [NamedFetch.Parameter], isWhole: Bool) {
        self.entity = entity
        self.scope = scope
        self.parameters = parameters
        self.isWhole = isWhole
    }

    /// The checks of a fetch with parameters, of which some may be unreadable.
    private func with(_ parameters: [NamedFetch.Parameter], of declared: FetchDeclaration) -> FetchChecks {
        FetchChecks(
            entity: entity, scope: scope, parameters: parameters,
            isWhole: isWhole && parameters.count >= declared.parameters.count)
    }

    func resolve(_ declared: FetchDeclaration, in context: inout ReadingContext) -> NamedFetch? {
        let parameters = declared.parameters.compactMap { parameter -> NamedFetch.Parameter? in
            if scope.entityNames.contains(parameter.type.name.text) {
                return .init(
                    name: parameter.name, type: .object(entity: parameter.type.name.text),
                    isOptional: parameter.type.isOptional, isList: parameter.isList)
            }
            if parameter.type.name.text == "json" {
                context.report(
                    .unusableParameter, "a parameter cannot be JSON, because no condition compares it", at: parameter.type.name.span)
                return nil
            }
            let read = AttributeType.read(
                parameter.type, scope.model.types, candidates: scope.entityNames, in: &context)
            guard let type = read else { return nil }
            if type.parts != nil {
                context.report(
                    .unusableParameter, "a parameter cannot be a composite, because conditions compare its parts",
                    at: parameter.type.name.span)
                return nil
            }
            return .init(
                name: parameter.name, type: .value(type), isOptional: parameter.type.isOptional, isList: parameter.isList)
        }
        return with(parameters, of: declared).fetch(declared, in: &context)
    }

    /// Resolves a fetched property: a fetch whose one parameter is the object that has it.
    func resolve(_ declared: FetchedPropertyDeclaration, in context: inout ReadingContext) -> ModelFetchedProperty? {
        guard let destination = scope.model.entity(named: declared.destination.text) else {
            context.report(
                .unknownSource, "there is no entity '\(declared.destination.text)'", at: declared.destination.span,
                suggestion: ReadingContext.suggestion(
                    for: declared.destination.text, in: scope.entityNames, replacing: declared.destination.span))
            return nil
        }
        let source = NamedFetch.Parameter(
            name: Name(ModelFetchedProperty.source, at: declared.fetch.name.span), type: .object(entity: entity.name.text),
            isOptional: false)
        let checks = FetchChecks(of: destination, in: scope).with([source], of: declared.fetch)
        return ModelFetchedProperty(destination: declared.destination, fetch: checks.fetch(declared.fetch, in: &context))
    }

    private func fetch(_ declared: FetchDeclaration, in context: inout ReadingContext) -> NamedFetch {
        var fetch = NamedFetch(
            name: declared.name, doc: declared.doc, parameters: parameters, sort: [], limit: declared.limit,
            isLive: declared.isLive)
        if let node = declared.condition { fetch.condition = condition(node, in: &context) }
        for node in declared.sort {
            do throws(ConditionError) {
                let term = try PredicateParser.sortTerm(node.text ?? "")
                fetch.sort.append(term)
                check(FetchQuery(entity: entity.name.text, sort: [term]), in: node, &context)
            } catch {
                report(error, in: node, &context)
            }
        }
        reportUnused(declared, fetch, in: &context)
        if fetch.isLive, let node = declared.condition { reportUnfollowed(fetch, in: node, &context) }
        return fetch
    }

    /// Reads the condition of `node` and checks it against the model; nil for an invalid one, which is reported.
    func condition(_ node: YAMLNode, in context: inout ReadingContext) -> Condition? {
        guard let text = context.text(node, "a condition") else { return nil }
        do throws(ConditionError) {
            let names = CaseNames(
                scope.model.types.caseValues, in: scope.layout, parameters: parameters.fetchParameters)
            let condition = try names.replaced(in: PredicateParser.condition(text), of: entity.name.text)
            check(FetchQuery(entity: entity.name.text, condition: condition), in: node, &context)
            return condition
        } catch {
            report(error, in: node, &context)
            return nil
        }
    }

    private func check(_ query: FetchQuery, in node: YAMLNode, _ context: inout ReadingContext) {
        do throws(ConditionErrors) {
            _ = try ResolvedFetch(query, in: scope.layout, parameters: parameters.fetchParameters)
        } catch {
            for error in error.errors { report(error, in: node, &context) }
        }
    }

    private func report(_ error: ConditionError, in node: YAMLNode, _ context: inout ReadingContext) {
        let span = error.range.map { node.span(of: $0) } ?? node.span
        let code: FindingCode
        switch error.kind {
        case .syntax, .argument: code = .conditionSyntax
        case .type: code = .typeMismatch
        case .unknownTimeZone: code = .unknownTimeZone
        case .unknownName, .unknownParameter:
            // If a part could not be read, a missing name may be declared there.
            guard isWhole else { return }
            code = error.kind == .unknownName ? .unknownProperty : .unknownParameter
        }
        var replaced = span
        if error.kind == .unknownParameter { replaced.start.column += 1 }
        var suggestion = error.unknownName.flatMap {
            ReadingContext.suggestion(for: $0, in: error.candidates, replacing: replaced)
        }
        // A name that the file spells differently, over several lines or with spaces around its dot, gets no replacement.
        if let words = suggestion?.message, !isName(error, at: span, in: node) { suggestion = .init(words) }
        context.report(code, error.message, at: span, suggestion: suggestion)
    }

    /// Whether the name of an error is at `span` unchanged, except for a parameter's `$`.
    private func isName(_ error: ConditionError, at span: SourceSpan, in node: YAMLNode) -> Bool {
        guard let range = error.range, let name = error.unknownName, let text = node.text else { return false }
        let scalars = text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)
        let isWhole = span.start.line == span.end.line && span.end.column - span.start.column == range.count
        return isWhole && (String(scalars) == name || String(scalars) == "$\(name)")
    }

    /// Reports the parts of a live fetch's condition that keep lists from following changes.
    private func reportUnfollowed(_ fetch: NamedFetch, in node: YAMLNode, _ context: inout ReadingContext) {
        let query = FetchQuery(entity: entity.name.text, condition: fetch.condition)
        for operand in query.unfollowedOperands(in: scope.layout, parameters: fetch.parameters.fetchParameters) {
            let (name, part) = (fetch.name.text, operand.text)
            context.report(
                .unfollowedFetch, "live lists of '\(name)' query again after each change: '\(part)' computes a value from members",
                at: operand.range.map { node.span(of: $0) } ?? node.span,
                suggestion: .init("use ANY, ALL or NONE, store the value in a derived attribute, or remove 'live: true'"))
        }
    }

    private func reportUnused(_ declared: FetchDeclaration, _ fetch: NamedFetch, in context: inout ReadingContext) {
        // An unreadable condition may use any parameter.
        guard declared.condition == nil || fetch.condition != nil else { return }
        let used = fetch.condition?.parameterNames ?? []
        for parameter in fetch.parameters
        where !used.contains(parameter.name.text) && parameter.name.text != ModelFetchedProperty.source {
            context.report(
                .unusedParameter, "the parameter '\(parameter.name.text)' is not used",
                at: parameter.name.span, suggestion: .init("use it in the condition as '$\(parameter.name.text)', or remove it"))
        }
    }
}
