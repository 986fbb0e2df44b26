import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let derivedFromNothing = FindingCode("TR1447")
    static let derivedType = FindingCode("TR1448")
}

/// Checks that derived attributes have valid sources and types.
struct DerivationChecks {
    /// The attributes that the entity itself declares.
    let attributes: [Attribute]
    /// The entity with what it inherits.
    let entity: EntityDeclaration
    /// Its resolved relationships, including inherited ones.
    let relationships: [Relationship]
    let model: ModelDeclaration
    let scope: FetchScope

    /// The attributes, with raw values in place of the names of cases.
    func resolve(in context: inout ReadingContext) -> [Attribute] {
        attributes.map { attribute in
            var attribute = attribute
            switch attribute.derivation {
            case nil: break
            case .members(var members):
                check(attribute, &members, &context)
                attribute.derivation = .members(members)
            case .expression(let operand): check(attribute, operand, &context)
            case .now:
                if case .date = attribute.type {} else { report(attribute, "'now()' is a date", &context) }
                requireOptional(attribute, "before the first save", &context)
            case .function(let function, let name): check(attribute, function, of: name, &context)
            }
            return attribute
        }
    }

    // MARK: Members

    private func check(_ attribute: Attribute, _ members: inout MemberDerivation, _ context: inout ReadingContext) {
        guard let relationship = countable(members.relationship, &context) else { return }
        let member = model.entity(named: relationship.destination.text).map(model.whole)
        if members.beginsWithZero {
            if attribute.isOptional {
                report(attribute, "the value is 0 without members, and never nil", &context, .init("remove the '?'"))
            }
        } else {
            requireOptional(attribute, "without members", &context)
        }
        if members.function == .count, attribute.type != .int64, attribute.type != .int32 {
            report(attribute, "a count must be int64 or int32", &context)
        }
        if let member, let name = members.attribute, let source = source(name, of: member, &context) {
            if source.isLazy {
                let use = members.function == .sum ? "summed" : "computed with"
                context.report(.derivedFromNothing, "'\(name.text)' is lazy and cannot be \(use)", at: name.span)
            } else {
                checkType(attribute, of: members.function, source, at: name, &context)
            }
        }
        if let member, let filter = members.filter { members.filter = resolve(filter, of: member, for: attribute, &context) ?? filter }
    }

    private func checkType(
        _ attribute: Attribute, of function: Aggregate, _ source: Attribute, at name: Name, _ context: inout ReadingContext
    ) {
        let kind = source.type == .decimal(scale: nil) ? "a decimal without a scale" : source.type.keyword
        func refuse(_ use: String) {
            context.report(
                .derivedFromNothing, "'\(name.text)' is \(kind) and cannot be \(use)", at: name.span,
                notes: [.init("it is declared here", at: source.name.span)])
        }
        switch (function, source.type) {
        case (.count, _): break
        case (.sum, .int16), (.sum, .int32), (.sum, .int64):
            if attribute.type != .int64 { report(attribute, "a sum of \(source.type.keyword) must be int64", &context) }
        case (.sum, .float), (.sum, .double):
            if attribute.type != .double { report(attribute, "a sum of \(source.type.keyword) must be double", &context) }
        case (.sum, .decimal(let scale?)):
            if attribute.type != source.type {
                report(attribute, "a sum of '\(name.text)' must be a decimal with scale \(scale)", &context)
            }
        case (.sum, .duration):
            if attribute.type != .duration { report(attribute, "a sum of durations must be duration", &context) }
        case (.sum, _): refuse("summed")
        case (.average, .int16), (.average, .int32), (.average, .int64), (.average, .float), (.average, .double),
            (.average, .decimal(.some)):
            if attribute.type != .double { report(attribute, "a mean must be double", &context) }
        case (.average, _): refuse("averaged")
        case (.min, _), (.max, _):
            if !source.valueType.isOrdered { return refuse("ordered") }
            if attribute.type != source.type {
                report(attribute, mismatch("one of '\(name.text)'", source, attribute), &context)
            }
        }
    }

    /// The condition on a member, with raw values in place of the names of cases; nil for an invalid one, which is reported.
    private func resolve(
        _ filter: Condition, of member: EntityDeclaration, for attribute: Attribute, _ context: inout ReadingContext
    ) -> Condition? {
        do throws(ConditionError) {
            let condition = try CaseNames(model.types.caseValues, in: scope.layout).replaced(in: filter, of: member.name.text)
            do throws(ConditionErrors) {
                let fetch = try ResolvedFetch(FetchQuery(entity: member.name.text, condition: condition), in: scope.layout)
                if fetch.condition?.triggerExpression(on: nil) == nil {
                    let message = "triggers cannot decide '\(condition.text)'"
                    context.report(
                        .derivedFromNothing, message, at: attribute.name.span,
                        suggestion: .init("use comparisons of the member's own attributes, without functions and options such as '[cd]'"))
                }
            } catch {
                for error in error.errors { report(error, for: attribute, &context) }
            }
            return condition
        } catch {
            report(error, for: attribute, &context)
            return nil
        }
    }

    // MARK: Expressions

    private func check(_ attribute: Attribute, _ operand: Operand, _ context: inout ReadingContext) {
        let expression: ResolvedExpression
        do throws(ConditionErrors) {
            expression = try ResolvedExpression(operand, of: entity.name.text, in: scope.layout)
        } catch {
            for error in error.errors { report(error, for: attribute, &context) }
            return
        }
        if expression.paths.isEmpty {
            context.report(.derivedFromNothing, "'\(operand.text)' reads no attribute", at: attribute.name.span)
        }
        for path in expression.paths {
            guard let source = source(of: path), source.isLazy || source.isTransient || source.type.jsonType != nil else { continue }
            let kind = source.isLazy ? "lazy" : "JSON"
            context.report(.derivedFromNothing, "'\(path.description)' is \(kind) and cannot be derived from", at: attribute.name.span)
        }
        checkType(attribute, of: expression, &context)
        if expression.mayBeNil {
            requireOptional(attribute, "if a value in '\(operand.text)' is nil", &context)
        } else if expression.type.isZeroBeforeSave, attribute.isOptional {
            report(attribute, "the value is never nil", &context, .init("remove the '?'"))
        } else if !expression.type.isZeroBeforeSave {
            requireOptional(attribute, "before the first save", &context)
        }
    }

    private func checkType(_ attribute: Attribute, of expression: ResolvedExpression, _ context: inout ReadingContext) {
        let type = attribute.type.valueType
        if expression.isPath, let path = expression.paths.first {
            if case .object = path.type {
                report(attribute, "'\(path.description)' is an object: name one of its attributes", &context)
            } else if let source = source(of: path) {
                if attribute.type != source.type {
                    report(attribute, mismatch("that of '\(path.description)'", source, attribute), &context)
                }
            } else if path.type != type {
                report(attribute, "the value is \(path.type.inWords)", &context)
            }
            return
        }
        switch expression.type {
        case .integer:
            if attribute.type != .int64 { report(attribute, "the value is an integer and must be int64", &context) }
        case .real:
            guard attribute.type != .double else { break }
            let places = expression.paths.compactMap { $0.type.scale }.reduce(0, +)
            let isTooExact = type.scale != nil && places > 18
            report(
                attribute,
                isTooExact
                    ? "the product has \(places) decimal places, and a decimal has at most 18" : "the value is a floating-point number and must be double",
                &context, isTooExact ? .init("use decimals with smaller scales, or make it a double") : nil)
        case .decimal(let scale):
            if type != expression.type {
                report(
                    attribute, "the value has \(scale) decimal places and must be a decimal with scale \(scale), to be exact", &context,
                    .init("write 'type: decimal, scale: \(scale)'"))
            }
        case .date:
            if type != .date { report(attribute, "the value is a date and must be stored as one", &context) }
        default:
            report(
                attribute, "a derived attribute can copy \(expression.type.inWords), but not compute one", &context,
                .init("compute it in Swift or in a condition"))
        }
    }

    /// Why an attribute cannot take the values of another one.
    private func mismatch(_ value: String, _ source: Attribute, _ attribute: Attribute) -> String {
        // Types with one keyword differ in their storage or scale; a derived attribute has the default storage.
        source.type.keyword == attribute.type.keyword && source.type.storageChoice != nil
            ? "the value is \(value), whose 'storage' a derived attribute cannot have"
            : "the value is \(value) and must be \(source.type.inWords) too"
    }

    /// The attribute at the end of a path; nil for a part of a composite.
    private func source(of path: ResolvedPath) -> Attribute? {
        let owner = path.steps.last.flatMap { model.entity(named: $0.destination) }.map(model.whole) ?? entity
        return owner.attributes.first { $0.name.text == path.property }
    }

    private func report(_ error: ConditionError, for attribute: Attribute, _ context: inout ReadingContext) {
        // If a part could not be read, a missing name may be declared there.
        if error.kind == .unknownName, !scope.incomplete.isEmpty { return }
        let near = error.unknownName.flatMap { ReadingContext.suggestion(for: $0, in: error.candidates, replacing: attribute.name.span) }
        context.report(
            .derivedFromNothing, error.message, at: attribute.name.span, suggestion: near.map { .init($0.message) })
    }

    // MARK: Texts

    private func check(
        _ attribute: Attribute, _ function: TextDerivation, of name: Name, _ context: inout ReadingContext
    ) {
        guard let source = source(name, of: entity, &context) else { return }
        if source.type != .string || source.derivation != nil || source.isLazy {
            let kind = source.derivation != nil ? "derived" : source.isLazy ? "lazy" : "not a string"
            context.report(
                .derivedFromNothing, "'\(name.text)' is \(kind) and cannot be \(function.participle)", at: name.span,
                notes: [.init("it is declared here", at: source.name.span)])
            return
        }
        guard attribute.type == .string else { return report(attribute, "\(function == .uppercase ? "an" : "a") \(function.participle) value must be a string", &context) }
        if attribute.isOptional != source.isOptional {
            context.report(
                .derivedType, "the value is nil if '\(name.text)' is nil\(source.isOptional ? "" : ", which it never is")",
                at: attribute.name.span,
                suggestion: .init(source.isOptional ? "make it optional: 'string?'" : "remove the '?'"))
        }
    }

    // MARK: What it comes from

    private func toMany(_ name: Name, _ context: inout ReadingContext) -> Relationship? {
        if let relationship = relationships.first(where: { $0.name.text == name.text }), relationship.isToMany {
            return relationship
        }
        // An unresolved relationship was reported already.
        let declared = entity.relationships.first { $0.name.text == name.text }
        if declared?.isToMany == true || entity.inheritsUnknown { return nil }
        let path = "'\(entity.name.text).\(name.text)'"
        let candidates = entity.relationships.filter(\.isToMany).map(\.name.text)
        context.report(
            .derivedFromNothing,
            declared == nil
                ? "'\(entity.name.text)' has no relationship '\(name.text)'" : "\(path) is a to-one relationship and cannot be counted",
            at: name.span, suggestion: ReadingContext.suggestion(for: name.text, in: candidates, replacing: name.span))
        return nil
    }

    /// Requires a to-many relationship whose rows are exactly its members.
    private func countable(_ name: Name, _ context: inout ReadingContext) -> Relationship? {
        guard let relationship = toMany(name, &context) else { return nil }
        let inverse = model.entity(named: relationship.destination.text).map(model.whole)?.relationships
            .first { $0.name.text == relationship.inverse?.text }
        if relationship.storage == .joinTable, inverse?.deleteRule == .noAction {
            context.report(
                .derivedFromNothing,
                "'\(name.text)' cannot be counted: its delete rule 'noAction' keeps connections to deleted members", at: name.span,
                suggestion: .init("give '\(relationship.inverse?.text ?? "")' a delete rule other than 'noAction'"))
        }
        return relationship
    }

    private func source(_ name: Name, of entity: EntityDeclaration, _ context: inout ReadingContext) -> Attribute? {
        if entity.brokenAttributes.contains(name.text) || entity.inheritsUnknown { return nil }
        let attributes = entity.attributes.filter { !$0.isTransient }
        if let attribute = attributes.first(where: { $0.name.text == name.text }) { return attribute }
        context.report(
            .derivedFromNothing,
            entity.attributes.contains { $0.name.text == name.text }
                ? "'\(entity.name.text).\(name.text)' is transient and not stored"
                : "'\(entity.name.text)' has no attribute '\(name.text)'",
            at: name.span,
            suggestion: ReadingContext.suggestion(for: name.text, in: attributes.map(\.name.text), replacing: name.span))
        return nil
    }

    private func requireOptional(_ attribute: Attribute, _ moment: String, _ context: inout ReadingContext) {
        if attribute.isOptional { return }
        report(
            attribute, "the value is nil \(moment)", &context, .init("make it optional: '\(attribute.type.keyword)?'"))
    }

    private func report(
        _ attribute: Attribute, _ message: String, _ context: inout ReadingContext, _ suggestion: Finding.Suggestion? = nil
    ) {
        context.report(.derivedType, message, at: attribute.name.span, suggestion: suggestion)
    }
}

extension TextDerivation {
    /// What happens to a text.
    fileprivate var participle: String {
        switch self {
        case .fold: "folded"
        case .uppercase: "uppercased"
        case .lowercase: "lowercased"
        }
    }
}

extension ValueType {
    /// Whether a new object has 0 until the database computes the value.
    fileprivate var isZeroBeforeSave: Bool {
        switch self {
        case .integer, .real, .decimal: true
        default: false
        }
    }
}

extension AttributeType {
    /// The type as a model's file declares it.
    fileprivate var inWords: String {
        if case .decimal(let scale?) = self { "a decimal with scale \(scale)" } else { keyword }
    }
}
