import Predicates
import SchemaModel

extension Outline {
    static let builtInTypes = Set(Language.types)
}

/// What names mean in a condition, a sort key or a derivation.
struct ConditionScope {
    let outline: Outline
    /// The entity of the object that the condition is about.
    let entity: String
    /// The fetch that declares the parameters.
    var fetch: String?
    var parameters: [Outline.Parameter]
    /// The entity of `$FETCH_SOURCE`.
    var source: String?
    /// Whether a `where` after members begins a condition on one of them.
    var isDerivation: Bool

    init(
        _ outline: Outline, entity: String, fetch: String? = nil, parameters: [Outline.Parameter] = [], source: String? = nil,
        isDerivation: Bool = false
    ) {
        self.outline = outline
        self.entity = entity
        self.fetch = fetch
        self.parameters = parameters
        self.source = source
        self.isDerivation = isDerivation
    }

    /// A name in the text, with the part of the model that it means.
    struct FoundName {
        var symbol: ModelSymbol
        /// Its place in the text, in Unicode scalars.
        var range: Range<Int>
    }

    /// The place that a key path leads to.
    enum Target: Hashable {
        case entity(String)
        case composite(String)
        case enumeration(String)
        case value
    }

    /// The names in a text, also in one that is being typed.
    func names(in text: String) -> [FoundName] {
        var reader = ConditionReader(self, ConditionWord.all(in: text))
        reader.read()
        return reader.found
    }

    /// What can follow a text that ends before a word.
    struct Continuation {
        /// The place that the last key path leads to, for what comes after its last dot; the object itself if no path is open.
        var target: Target?
        /// The enums of the comparison.
        var enumerations: [String]
    }

    func continuation(of text: String) -> Continuation {
        var reader = ConditionReader(self, ConditionWord.all(in: text))
        reader.read()
        return Continuation(target: reader.lastTarget, enumerations: reader.comparedEnumerations)
    }

    /// The target of a property.
    func step(_ name: String, from target: Target) -> (symbol: ModelSymbol, target: Target)? {
        switch target {
        case .entity(let entity):
            guard let (owner, property) = outline.property(name, of: entity) else { return nil }
            return (.property(name, of: owner), self.target(of: property))
        case .composite(let composite):
            guard let part = outline.composite(named: composite)?.members.first(where: { $0.name == name }) else { return nil }
            return (.part(name, of: composite), self.target(of: part))
        case .enumeration, .value:
            return nil
        }
    }

    func target(of property: Outline.Property) -> Target {
        switch property.kind {
        case .attribute(let type): target(ofType: type)
        case .relationship(let destination, _, _): .entity(destination)
        case .fetched(let from): .entity(from)
        }
    }

    func target(ofType type: String) -> Target {
        if outline.enumeration(named: type) != nil { return .enumeration(type) }
        if outline.composite(named: type) != nil { return .composite(type) }
        return outline.entity(named: type) != nil ? .entity(type) : .value
    }
}
