import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let unknownParent = FindingCode("TR1801")
    static let inheritanceCycle = FindingCode("TR1802")
    static let inheritedTwice = FindingCode("TR1803")
    static let noDescendants = FindingCode("TR1804", .warning)
    static let tableOfChild = FindingCode("TR1805")
    static let deepInheritance = FindingCode("TR1807")
}

/// Resolves the parents of entities, and checks their combined declarations.
enum InheritanceChecks {
    /// The greatest number of ancestors. Classes repeat inherited properties in their initializers.
    private static let depthLimit = 100

    /// Removes parents that do not exist or form a circle, which are reported, and marks what is unknown then.
    static func resolveParents(of model: inout ModelDeclaration, in context: inout ReadingContext) {
        guard model.entities.contains(where: { $0.parent != nil }) else { return }
        for place in model.entities.indices {
            guard let parent = model.entities[place].parent, model.places[parent.text] == nil else { continue }
            context.report(
                .unknownParent, "there is no entity '\(parent.text)'", at: parent.span,
                suggestion: ReadingContext.suggestion(
                    for: parent.text, in: model.entities.map(\.name.text), replacing: parent.span))
            model.entities[place].loseParent()
        }
        breakCycles(in: &model, &context)
        for place in model.entities.indices where model.ancestors(of: model.entities[place]).contains(where: \.inheritsUnknown) {
            model.entities[place].inheritsUnknown = true
        }
    }

    /// Walks up from each entity to one that is known to end at a root.
    private static func breakCycles(in model: inout ModelDeclaration, _ context: inout ReadingContext) {
        var depths = [Int?](repeating: nil, count: model.entities.count)
        for start in model.entities.indices {
            var path = [Int]()
            var onPath = Set<Int>()
            var next: Int? = start
            while let place = next, depths[place] == nil, onPath.insert(place).inserted {
                path.append(place)
                next = model.entities[place].parent.flatMap { model.places[$0.text] }
            }
            if let met = next, depths[met] == nil, let first = path.firstIndex(of: met) {
                report(path[first...], in: &model, &context)
            }
            for place in path.reversed() {
                let parent = model.entities[place].parent.flatMap { model.places[$0.text] }
                let depth = parent.map { (depths[$0] ?? 0) + 1 } ?? 0
                depths[place] = depth
                guard depth > depthLimit, let name = model.entities[place].parent else { continue }
                context.report(
                    .deepInheritance, "'\(model.entities[place].name.text)' has more than \(depthLimit) ancestors",
                    at: name.span)
                model.entities[place].loseParent()
                depths[place] = 0
            }
        }
    }

    /// Reports a circle at its first entity in the file.
    private static func report(
        _ circle: ArraySlice<Int>, in model: inout ModelDeclaration, _ context: inout ReadingContext
    ) {
        let start = circle.indices.min { circle[$0] < circle[$1] } ?? circle.startIndex
        let ordered = circle[start...] + circle[..<start]
        let parents = ordered.compactMap { model.entities[$0].parent }
        let names = ordered.map { model.entities[$0].name.text }
        for place in circle { model.entities[place].loseParent() }
        guard let first = parents.first, let name = names.first else { return }
        let chain = (names.dropFirst() + [name]).map { "'\($0)'" }.joined(separator: ", which inherits from ")
        context.report(
            .inheritanceCycle, "'\(name)' inherits from \(chain)", at: first.span,
            notes: parents.dropFirst().map { .init("and here", at: $0.span) },
            suggestion: .init("remove one of the parents"))
    }

    // MARK: What inheriting brings together

    static func check(_ model: ModelDeclaration, in context: inout ReadingContext) {
        var hasConcreteDescendant = Set<String>()
        for entity in model.entities where entity.parent != nil {
            let ancestors = model.ancestors(of: entity)
            if !entity.isAbstract { hasConcreteDescendant.formUnion(ancestors.map(\.name.text)) }
            checkNames(of: entity, ancestors, in: &context)
            if let table = entity.table, let root = ancestors.last {
                context.report(
                    .tableOfChild, "'\(entity.name.text)' shares the table of '\(root.name.text)' and cannot name it",
                    at: table.span, suggestion: .init("remove 'table', or set it at '\(root.name.text)'"))
            }
        }
        for entity in model.entities
        where entity.isAbstract && !entity.inheritsUnknown && !hasConcreteDescendant.contains(entity.name.text) {
            context.report(
                .noDescendants,
                "'\(entity.name.text)' can have no objects: it is abstract and no concrete entity inherits from it",
                at: entity.name.span, suggestion: .init("remove 'abstract', or set 'parent: \(entity.name.text)' at an entity"))
        }
    }

    /// Inherited names cannot be declared again.
    private static func checkNames(
        of entity: EntityDeclaration, _ ancestors: [EntityDeclaration], in context: inout ReadingContext
    ) {
        func check(_ names: [Name], _ what: String, _ declared: (EntityDeclaration) -> [Name]) {
            for name in names {
                for ancestor in ancestors {
                    guard let inherited = declared(ancestor).first(where: { $0.text == name.text }) else { continue }
                    context.report(
                        .inheritedTwice,
                        "'\(entity.name.text)' inherits \(what)'\(name.text)' from '\(ancestor.name.text)' and cannot declare it again",
                        at: name.span, notes: [.init("it is declared here", at: inherited.span)],
                        suggestion: .init("remove it, or rename it"))
                }
            }
        }
        check(entity.propertyNames, "", \.propertyNames)
        check(entity.fetches.map(\.name), "the fetch ") { $0.fetches.map(\.name) }
        if let own = entity.search?.properties.first,
            let ancestor = ancestors.first(where: { $0.search?.properties.isEmpty == false })
        {
            context.report(
                .inheritedTwice,
                "'\(entity.name.text)' inherits the search from '\(ancestor.name.text)' and cannot declare another", at: own.span,
                notes: (ancestor.search?.properties.first).map { [.init("it is declared here", at: $0.span)] } ?? [],
                suggestion: .init("remove one of them"))
        }
    }
}

extension EntityDeclaration {
    var propertyNames: [Name] {
        attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.fetch.name)
    }

    fileprivate mutating func loseParent() {
        parent = nil
        inheritsUnknown = true
    }
}

extension ModelDeclaration {
    /// The entity with its inherited properties, those of the root first.
    func whole(_ entity: EntityDeclaration) -> EntityDeclaration {
        ancestors(of: entity).reduce(into: entity) { whole, ancestor in
            whole.attributes = ancestor.attributes + whole.attributes
            whole.relationships = ancestor.relationships + whole.relationships
            whole.brokenAttributes.formUnion(ancestor.brokenAttributes)
        }
    }

    /// All ancestors of an entity, the nearest first.
    func ancestors(of entity: EntityDeclaration) -> [EntityDeclaration] {
        var ancestors = [EntityDeclaration]()
        var next = entity.parent
        while let parent = next.flatMap({ self.entity(named: $0.text) }) {
            ancestors.append(parent)
            next = parent.parent
        }
        return ancestors
    }
}
