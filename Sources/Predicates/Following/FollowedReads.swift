/// Collects the columns that a fetch reads, by the steps that lead to their rows.
struct FollowedReads {
    private typealias Steps = [ResolvedPath.Step]

    private(set) var columns: [[ResolvedPath.Step]: Set<String>] = [:]
    /// The steps that key paths of the fetch take, and those that lead to the sources of derived attributes.
    private(set) var directSteps: Set<[ResolvedPath.Step]> = []
    private(set) var derivedSteps: Set<[ResolvedPath.Step]> = []
    private var isDeriving = false
    /// Why the fetch is queried again; nil if it can be followed.
    private(set) var reason: FollowedFetch.Reason?
    private let layout: FetchLayout
    private let entity: String

    init(_ fetch: ResolvedFetch, in layout: FetchLayout) {
        self.layout = layout
        entity = fetch.entity
    }

    mutating func read(_ fetch: ResolvedFetch) {
        if let condition = fetch.condition { read(condition, from: [[]]) }
        for term in fetch.sort { read(term.path, from: []) }
    }

    /// - Parameter contexts: the steps to the object of the condition, then to the members around the present place, inwards.
    private mutating func read(_ condition: ResolvedCondition, from contexts: [Steps]) {
        switch condition {
        case .constant:
            break
        case .comparison(let left, _, let right), .text(let left, _, let right):
            read(left, from: contexts)
            read(right, from: contexts)
        case .membership(let operand, _):
            read(operand, from: contexts)
        case .quantified(_, let members, let condition):
            read(condition, from: contexts + [pass(members.steps, from: contexts[members.level])])
        case .and(let parts), .or(let parts):
            for part in parts { read(part, from: contexts) }
        case .not(let inner):
            read(inner, from: contexts)
        }
    }

    private mutating func read(_ operand: ResolvedOperand, from contexts: [Steps]) {
        switch operand {
        case .value, .parameter:
            break
        case .path(let path):
            read(path, from: contexts[path.level])
        case .arithmetic(let left, _, let right):
            read(left, from: contexts)
            read(right, from: contexts)
        case .function(_, let operand):
            read(operand, from: contexts)
        case .calendar(_, let arguments):
            for argument in arguments { read(argument, from: contexts) }
        case .aggregate(let aggregate):
            reason = reason ?? (aggregate.filter == nil ? .aggregate : .subquery)
            let inner = contexts + [pass(aggregate.members.steps, from: contexts[aggregate.members.level])]
            if let filter = aggregate.filter { read(filter, from: inner) }
            if let path = aggregate.path { read(path, from: inner[path.level]) }
        }
    }

    /// - Parameter start: the steps to the object that the path starts from.
    mutating func read(_ path: ResolvedPath, from start: [ResolvedPath.Step]) {
        let end = pass(path.steps, from: start)
        insert(path.column, at: end)
        let entity = end.last.flatMap { layout.entities[$0.destination] } ?? layout.entities[self.entity]
        guard let entity, let derivation = entity.derivations[path.property] else { return }
        switch derivation {
        case .property(let source):
            if entity.derivations[source] != nil { reason = reason ?? .derived(path.description) }
            if case .attribute(let column, _, _) = entity.properties[source] { insert(column, at: end) }
        case .members(let relationship, let property):
            let names = [relationship] + (property.map { [$0] } ?? [])
            if let source = try? layout.resolve(WrittenPath(names), from: entity, toMany: .allowed) {
                isDeriving = true
                insert(source.column, at: pass(source.steps, from: end))
                isDeriving = false
                // The database computes one after the other. What leads to the rows of the inner one may be unsaved.
                let member = source.steps.last.flatMap { layout.entities[$0.destination] }
                if member?.derivations[source.property] != nil { reason = reason ?? .derived(path.description) }
            } else {
                reason = reason ?? .derived(path.description)
            }
        case .unknown:
            reason = reason ?? .derived(path.description)
        }
    }

    /// Reads the keys that steps need; gives the steps to the rows at their end.
    private mutating func pass(_ steps: Steps, from start: Steps) -> Steps {
        var end = start
        for step in steps {
            insert(step.column, at: end)
            end.append(step)
            insert(step.joinTable == nil ? step.destinationColumn : FetchLayout.keyColumn, at: end)
        }
        return end
    }

    /// A row's own key and its entity never change.
    private mutating func insert(_ column: String, at steps: Steps) {
        if isDeriving { derivedSteps.insert(steps) } else { directSteps.insert(steps) }
        let isConstant = FetchLayout.isKey(column) || column == FetchLayout.entityColumn
        columns[steps, default: []].formUnion(isConstant ? [] : [column])
    }
}
