import Predicates
import SchemaSyntax

/// The layout for the key paths of fetches: the entities by the model's own names.
struct FetchScope {
    let model: ModelDeclaration
    let layout: FetchLayout
    let entityNames: [String]
    /// Entities with unreadable parts. Their missing names cannot be reported as unknown.
    let incomplete: Set<String>

    init(declared: ModelDeclaration, resolved: [Entity]) {
        model = declared
        layout = FetchLayout(
            entities: zip(declared.entities, resolved).map { declaration, entity in
                let root = declared.ancestors(of: declaration).last?.name ?? entity.name
                var properties = declaration.fetchAttributes.properties
                entity.addRelationships(to: &properties, column: { $0 })
                return FetchLayout.Entity(
                    name: entity.name.text, table: root.text, parent: entity.parent?.text, properties: properties,
                    derivations: declaration.fetchAttributes.derivations)
            })
        entityNames = resolved.map(\.name.text)
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
        let own = FetchAttributes(attributes, column: column)
        var properties = own.properties
        addRelationships(to: &properties, column: column, otherColumn: otherColumn, joinTable: joinTable)
        return FetchLayout.Entity(
            name: name.text, table: table, parent: parent?.text, properties: properties, derivations: own.derivations)
    }

    fileprivate func addRelationships(
        to properties: inout [String: FetchLayout.Property], column: (String) -> String,
        otherColumn: (Relationship) -> String = { $0.inverse?.text ?? "" },
        joinTable: (Relationship) -> FetchLayout.JoinTable? = { .init(name: $0.name.text, owner: "owner", member: "member") }
    ) {
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
    }
}

/// The attributes of an entity as conditions see them: the part of its layout that depends on the entity alone.
struct FetchAttributes {
    private(set) var properties: [String: FetchLayout.Property] = [:]
    private(set) var derivations: [String: FetchLayout.Derivation] = [:]

    init(_ attributes: [Attribute], column: (String) -> String) {
        for stored in attributes.stored {
            properties[stored.name.text] = .attribute(
                column: column(stored.name.text), type: stored.attribute.valueType,
                isOptional: stored.isNullable)
        }
        for attribute in attributes where attribute.isTransient { properties[attribute.name.text] = .transient }
        for attribute in attributes {
            derivations[attribute.name.text] =
                switch attribute.derivation {
                case nil: nil
                case .function(_, let source): .property(source.text)
                case .members(let members): members.fetchLayout
                case .expression, .now: .unknown
                }
        }
    }
}

extension MemberDerivation {
    /// The source as live lists see it: they follow the members of a whole relationship.
    fileprivate var fetchLayout: FetchLayout.Derivation {
        filter == nil && beginsWithZero ? .members(of: relationship.text, property: attribute?.text) : .unknown
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
