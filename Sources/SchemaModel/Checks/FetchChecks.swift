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
}

/// The layout for the key paths of fetches: the entities by the model's own names.
struct FetchScope {
    let layout: FetchLayout
    let entityNames: [String]
    let types: DeclaredTypes
    /// Entities with unreadable parts. Their missing names cannot be reported as unknown.
    let incomplete: Set<String>

    init(declared: ModelDeclaration, resolved: [Entity]) {
        layout = FetchLayout(
            entities: zip(declared.entities, resolved).map { declaration, entity in
                let root = declared.ancestors(of: declaration).last?.name ?? entity.name
                return entity.fetchLayout(table: root.text) { $0 }
            })
        entityNames = resolved.map(\.name.text)
        types = declared.types
        incomplete = Set(
            zip(declared.entities, resolved).compactMap { declared, resolved in
                let isWhole =
                    declared.brokenAttributes.isEmpty && declared.relationships.count == resolved.relationships.count
                    && !declared.inheritsUnknown
                return isWhole ? nil : declared.name.text
            })
    }
}

extension Entity {
    /// The entity as conditions see it, in the given table: its own declarations, to which the layout adds the inherited ones.
    /// - Parameters:
    ///   - column: the column of a property.
    ///   - otherColumn: the column at the other side of a relationship, if that holds the key.
    ///   - joinTable: the join table of a relationship; nil if it has none.
    public func fetchLayout(
        table: String, column: (String) -> String, otherColumn: (Relationship) -> String = { $0.inverse?.text ?? "" },
        joinTable: (Relationship) -> FetchLayout.JoinTable? = { .init(name: $0.name.text, owner: "owner", member: "member") }
    ) -> FetchLayout.Entity {
        var properties = [String: FetchLayout.Property]()
        for stored in storedAttributes {
            properties[stored.name.text] = .attribute(
                column: column(stored.name.text), type: stored.attribute.valueType,
                isOptional: stored.isNullable)
        }
        for attribute in attributes where attribute.isTransient { properties[attribute.name.text] = .transient }
        for relationship in relationships {
            let destination = relationship.destination.text
            properties[relationship.name.text] =
                if relationship.isToMany {
                    .toMany(
                        destination: destination,
                        via: relationship.storage == .joinTable
                            ? .joinTable(joinTable(relationship) ?? .init(name: "", owner: "", member: ""))
                            : .column(otherColumn(relationship)))
                } else if relationship.holdsKey {
                    .toOne(
                        column: column(relationship.name.text), destination: destination,
                        isOptional: relationship.isOptional)
                } else {
                    .partner(column: otherColumn(relationship), destination: destination)
                }
        }
        var derivations = [String: FetchLayout.Derivation]()
        for attribute in attributes {
            derivations[attribute.name.text] =
                switch attribute.derivation {
                case nil: nil
                case .fold(let source): .property(source.text)
                case .count(let relationship): .members(of: relationship.text, property: nil)
                case .sum(let relationship, let summed): .members(of: relationship.text, property: summed.text)
                }
        }
        return FetchLayout.Entity(
            name: name.text, table: table, parent: parent?.text, properties: properties, derivations: derivations)
    }
}

/// Resolves the conditions and sort keys of named fetches.
enum FetchChecks {
    static func resolve(
        _ declared: FetchDeclaration, of entity: EntityDeclaration, scope: FetchScope, in context: inout ReadingContext
    ) -> NamedFetch? {
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
            let read = AttributeType.read(parameter.type, scope.types, in: &context, candidates: scope.entityNames)
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
        return resolve(declared, of: entity, parameters: parameters, scope: scope, in: &context)
    }

    /// Resolves a fetched property: a fetch whose one parameter is the object that has it.
    static func resolve(
        _ declared: FetchedPropertyDeclaration, of entity: EntityDeclaration, in model: ModelDeclaration, scope: FetchScope,
        _ context: inout ReadingContext
    ) -> ModelFetchedProperty? {
        guard let destination = model.entity(named: declared.destination.text) else {
            context.report(
                .unknownSource, "there is no entity '\(declared.destination.text)'", at: declared.destination.span,
                suggestion: ReadingContext.suggestion(
                    for: declared.destination.text, in: scope.entityNames, replacing: declared.destination.span))
            return nil
        }
        let source = NamedFetch.Parameter(
            name: Name(ModelFetchedProperty.source, at: declared.fetch.name.span), type: .object(entity: entity.name.text),
            isOptional: false)
        let fetch = resolve(declared.fetch, of: destination, parameters: [source], scope: scope, in: &context)
        return ModelFetchedProperty(destination: declared.destination, fetch: fetch)
    }

    private static func resolve(
        _ declared: FetchDeclaration, of entity: EntityDeclaration, parameters: [NamedFetch.Parameter], scope: FetchScope,
        in context: inout ReadingContext
    ) -> NamedFetch {
        var fetch = NamedFetch(
            name: declared.name, doc: declared.doc, parameters: parameters, sort: [], limit: declared.limit,
            isLive: declared.isLive)
        let isWhole = parameters.count >= declared.parameters.count && scope.incomplete.isEmpty

        if let node = declared.condition {
            fetch.condition = condition(
                node, of: entity, parameters: parameters, scope: scope, isWhole: isWhole, in: &context)
        }
        for node in declared.sort {
            do throws(ConditionError) {
                let term = try PredicateParser.sortTerm(node.text ?? "")
                fetch.sort.append(term)
                let query = FetchQuery(entity: entity.name.text, sort: [term])
                check(query, parameters: [], in: node, scope: scope, isWhole: isWhole, in: &context)
            } catch {
                report(error, in: node, isWhole: isWhole, in: &context)
            }
        }
        reportUnused(declared, fetch, in: &context)
        if fetch.isLive, let node = declared.condition { reportUnfollowed(fetch, of: entity, node, scope: scope, in: &context) }
        return fetch
    }

    /// Reads the condition of `node` and checks it against the model; nil for an invalid one, which is reported.
    ///
    /// - Parameter isWhole: whether all parts that the condition may name could be read.
    static func condition(
        _ node: YAMLNode, of entity: EntityDeclaration, parameters: [NamedFetch.Parameter], scope: FetchScope,
        isWhole: Bool, in context: inout ReadingContext
    ) -> Condition? {
        guard let text = context.text(node, "a condition") else { return nil }
        do throws(ConditionError) {
            let condition = try PredicateParser.condition(text)
            let query = FetchQuery(entity: entity.name.text, condition: condition)
            check(query, parameters: parameters, in: node, scope: scope, isWhole: isWhole, in: &context)
            return condition
        } catch {
            report(error, in: node, isWhole: isWhole, in: &context)
            return nil
        }
    }

    private static func check(
        _ query: FetchQuery, parameters: [NamedFetch.Parameter], in node: YAMLNode, scope: FetchScope, isWhole: Bool,
        in context: inout ReadingContext
    ) {
        do throws(ConditionErrors) {
            _ = try ResolvedFetch(query, in: scope.layout, parameters: parameters.fetchParameters)
        } catch {
            for error in error.errors { report(error, in: node, isWhole: isWhole, in: &context) }
        }
    }

    private static func report(
        _ error: ConditionError, in node: YAMLNode, isWhole: Bool, in context: inout ReadingContext
    ) {
        let span = error.range.map { node.span(of: $0) } ?? node.span
        let code: FindingCode
        switch error.kind {
        case .syntax, .argument: code = .conditionSyntax
        case .type: code = .typeMismatch
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
    private static func isName(_ error: ConditionError, at span: SourceSpan, in node: YAMLNode) -> Bool {
        guard let range = error.range, let name = error.unknownName, let text = node.text else { return false }
        let scalars = text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)
        let isWhole = span.start.line == span.end.line && span.end.column - span.start.column == range.count
        return isWhole && (String(scalars) == name || String(scalars) == "$\(name)")
    }

    /// Reports the parts of a live fetch's condition that keep lists from following changes.
    private static func reportUnfollowed(
        _ fetch: NamedFetch, of entity: EntityDeclaration, _ node: YAMLNode, scope: FetchScope, in context: inout ReadingContext
    ) {
        let query = FetchQuery(entity: entity.name.text, condition: fetch.condition)
        for operand in query.unfollowedOperands(in: scope.layout, parameters: fetch.parameters.fetchParameters) {
            let (name, part) = (fetch.name.text, operand.text)
            context.report(
                .unfollowedFetch, "live lists of '\(name)' query again after each change: '\(part)' computes a value from members",
                at: operand.range.map { node.span(of: $0) } ?? node.span,
                suggestion: .init("use ANY, ALL or NONE, store the value in a derived attribute, or remove 'live: true'"))
        }
    }

    private static func reportUnused(
        _ declared: FetchDeclaration, _ fetch: NamedFetch, in context: inout ReadingContext
    ) {
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

extension [NamedFetch.Parameter] {
    /// The parameters as conditions see them.
    public var fetchParameters: [String: FetchParameter] {
        Dictionary(
            map { ($0.name.text, FetchParameter(type: $0.type.valueType, isOptional: $0.isOptional, isList: $0.isList)) },
            uniquingKeysWith: { first, _ in first })
    }
}
