import SQLiteStorage
import SchemaModel

/// Prints the class of an entity.
struct EntityPrinter {
    let entity: Entity
    let model: Model
    let table: Table
    let schema: StorageSchema
    let access: AccessLevel
    /// Whether the class has a snapshot struct.
    let hasSnapshot: Bool
    /// The values with columns, in the order of the columns. The keys of to-one relationships follow.
    let stored: [StoredAttribute]
    /// The attributes with columns.
    let attributes: [Attribute]
    /// The attributes whose values its objects hold.
    let heldAttributes: [Attribute]
    /// Its ancestors, the root first.
    let ancestors: [Entity]
    /// The number of inherited columns, and of inherited relationships without one. Its own are counted after them.
    private let inheritedColumns: Int
    private let inheritedInverseSides: Int
    /// The position of its own first column in a row: after the key, the version, the entity's name if it has one, and the
    /// columns of earlier entities of the table.
    private let firstPosition: Int

    init(entity: Entity, model: Model, table: Table, schema: StorageSchema, access: AccessLevel, hasSnapshot: Bool) {
        self.entity = entity
        self.model = model
        self.table = table
        self.schema = schema
        self.access = access
        self.hasSnapshot = hasSnapshot
        stored = entity.storedAttributes
        attributes = entity.persistentAttributes
        heldAttributes = attributes.filter { !$0.isDerivedText }
        ancestors = model.lineage(of: entity).dropLast()
        inheritedColumns = ancestors.reduce(0) { $0 + $1.storedAttributes.count + $1.keyedRelationships.count }
        inheritedInverseSides = ancestors.reduce(0) { $0 + $1.inverseSides.count }
        let firstColumn = table.columns.firstIndex { $0.entity == entity.name.text } ?? 0
        firstPosition = (table.hasEntityColumn ? 3 : 2) + firstColumn
    }

    var className: String { SwiftNames.declared(entity.className.text) }
    var parent: Entity? { ancestors.last }
    var keyedRelationships: [Relationship] { entity.keyedRelationships }
    var inverseSides: [Relationship] { entity.inverseSides }
    var hasColumns: Bool { !stored.isEmpty || !keyedRelationships.isEmpty }
    /// Whether its objects hold values of their own class.
    var hasValues: Bool { !heldAttributes.isEmpty || !keyedRelationships.isEmpty }

    /// The class and its fetches, if any.
    func declarations() -> String {
        var writer = SourceWriter()
        var doc = entity.doc.paragraphs
        if doc.isEmpty { doc = ["An object of the entity `\(entity.name.text)`."] }
        if entity.isAbstract { doc.append("Abstract: each object is of a subclass.") }
        writer.doc(doc)
        writer.block("\(modifiers)class \(className): \(superclass)") { writer in
            PropertyPrinter(entity: self).print(to: &writer)
            InitializerPrinter(entity: self).print(to: &writer)
            printHooks(to: &writer)
            StoragePrinter(entity: self).print(to: &writer)
        }
        let fields = FieldsPrinter(model: model, access: access)
        if fields.hasFields(entity) {
            writer.line()
            fields.print(entity, to: &writer)
        }
        if !entity.fetches.isEmpty {
            writer.line()
            FetchPrinter(entity: self).print(to: &writer)
        }
        if !entity.fetchedProperties.isEmpty {
            writer.line()
            FetchedPropertyPrinter(entity: self).print(to: &writer)
        }
        let finds = FindPrinter(entity: self)
        if !finds.isEmpty {
            writer.line()
            finds.print(to: &writer)
        }
        let creations = FindOrCreatePrinter(entity: self)
        if !creations.isEmpty {
            writer.line()
            creations.print(to: &writer)
        }
        if entity.search != nil {
            writer.line()
            SearchPrinter(entity: self).print(to: &writer)
        }
        if hasSnapshot {
            writer.line()
            SnapshotPrinter(entity: self).print(to: &writer)
        }
        return writer.text
    }

    /// The type that a user's extension conforms to the library's hook protocols. The class itself could not conform to a protocol that its
    /// parent conforms to.
    private func printHooks(to writer: inout SourceWriter) {
        writer.mark("Hooks")
        writer.doc(["Conform it to protocols such as `SaveHook` in an extension, to run your code for objects of `\(entity.name.text)`."])
        writer.block("\(access.prefix)enum Hooks: EntityHooks") {
            $0.line("\(access.prefix)typealias Object = \(className)")
        }
    }

    /// The full-text search that the entity declares.
    var search: SearchTable? { table.searches.first { $0.entity == entity.name.text } }

    /// A class with subclasses is open to them, and every other one is final.
    private var modifiers: String {
        if !model.hasChildren(entity) { return access.prefix + "final " }
        return access == .public ? "open " : access.prefix
    }

    private var superclass: String {
        parent.map { SwiftNames.declared($0.className.text) } ?? "ManagedObject, TrellisGenerated_1"
    }

    // MARK: Numbers

    /// The number of an attribute's column; of a composite's first one.
    func column(of attribute: Attribute) -> Int {
        inheritedColumns + place(of: attribute)
    }

    /// The number of a key's column.
    func column(of relationship: Relationship) -> Int {
        inheritedColumns + place(of: relationship)
    }

    /// The position of an attribute's column in a row; for a composite, of the first one.
    func position(of attribute: Attribute) -> Int {
        firstPosition + place(of: attribute)
    }

    /// The position of a key's column in a row.
    func position(of relationship: Relationship) -> Int {
        firstPosition + place(of: relationship)
    }

    /// The number of a transient attribute.
    func number(of attribute: Attribute) -> Int {
        ancestors.reduce(0) { $0 + $1.transientAttributes.count }
            + (entity.transientAttributes.firstIndex { $0.name == attribute.name } ?? 0)
    }

    /// The number of a relationship without a column.
    func number(of relationship: Relationship) -> Int {
        inheritedInverseSides + (inverseSides.firstIndex { $0.name == relationship.name } ?? 0)
    }

    // MARK: Values

    /// An attribute's value within the class.
    func value(of attribute: Attribute) -> String {
        if case .function(let function, let source) = attribute.derivation {
            return "_text(.\(function.rawValue), of: \(SwiftNames.member(source.text)))"
        }
        return "_values.\(SwiftNames.member(attribute.name.text))" + (attribute.isReadOnUse ? ".value" : "")
    }

    /// Whether the value of a lazy or derived attribute is already loaded.
    func isKnown(_ attribute: Attribute) -> String {
        let storage = "_values.\(SwiftNames.member(attribute.name.text))"
        return attribute.isLazy ? "\(storage).isLoaded" : "_isCurrent(\(storage))"
    }

    /// The number of a key's column that the entity inherits or declares.
    func column(of relationship: Relationship, declaredBy owner: Entity) -> Int {
        if owner.name == entity.name { return column(of: relationship) }
        let inherited = ancestors.prefix { $0.name != owner.name }.reduce(0) { $0 + $1.storedAttributes.count + $1.keyedRelationships.count }
        return inherited + owner.storedAttributes.count + (owner.keyedRelationships.firstIndex { $0.name == relationship.name } ?? 0)
    }

    /// The number of a relationship without a column that the entity inherits or declares.
    func number(of relationship: Relationship, declaredBy owner: Entity) -> Int {
        if owner.name == entity.name { return number(of: relationship) }
        let inherited = ancestors.prefix { $0.name != owner.name }.reduce(0) { $0 + $1.inverseSides.count }
        return inherited + (owner.inverseSides.firstIndex { $0.name == relationship.name } ?? 0)
    }

    private func place(of attribute: Attribute) -> Int {
        stored.firstIndex { $0.path[0].name == attribute.name } ?? 0
    }

    private func place(of relationship: Relationship) -> Int {
        stored.count + (keyedRelationships.firstIndex { $0.name == relationship.name } ?? 0)
    }
}

extension Entity {
    /// The relationships with a key in the entity's table, and those without.
    var keyedRelationships: [Relationship] { relationships.filter(\.holdsKey) }
    var inverseSides: [Relationship] { relationships.filter { !$0.holdsKey } }

    /// The attributes that are not stored.
    var transientAttributes: [Attribute] { attributes.filter(\.isTransient) }
}

/// The access level of generated declarations.
public enum AccessLevel: String, Sendable, CaseIterable {
    case `internal`
    case package
    case `public`

    /// The modifier with a space after it; internal needs none.
    var prefix: String { self == .internal ? "" : rawValue + " " }

    /// The modifiers of members that only the library calls: other modules do not see them, nor does their completion.
    var libraryPrefix: String { (self == .public ? "@_spi(Generated) " : "") + prefix }
}

/// Prints the properties of the class.
struct PropertyPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        if !entity.entity.attributes.isEmpty { writer.mark("Attributes") }
        for (index, attribute) in entity.entity.attributes.enumerated() {
            if index > 0 { writer.line() }
            print(attribute, to: &writer)
        }
        if !entity.entity.relationships.isEmpty { writer.mark("Relationships") }
        for (index, relationship) in entity.entity.relationships.enumerated() {
            if index > 0 { writer.line() }
            print(relationship, to: &writer)
        }
    }

    private func print(_ attribute: Attribute, to writer: inout SourceWriter) {
        let storage = "_values.\(SwiftNames.member(attribute.name.text))"
        let declaration =
            "\(entity.access.prefix)var \(SwiftNames.declared(attribute.name.text)): \(attribute.swiftType)"
        writer.doc(attribute.documentation)
        if attribute.isTransient { return print(transient: attribute, declaration, to: &writer) }
        writer.block(declaration) {
            if attribute.isDerivedText {
                return $0.line("_access(\(entity.column(of: attribute))).\(entity.value(of: attribute))")
            } else if attribute.isKeptByDatabase {
                $0.line("_load(\(entity.column(of: attribute)), unless: \(entity.isKnown(attribute)))")
                return $0.line("return \(storage).value")
            } else if attribute.isLazy {
                $0.block("get") {
                    $0.line("_load(\(entity.column(of: attribute)), unless: \(entity.isKnown(attribute)))")
                    $0.line("return \(storage).value")
                }
            } else {
                let value = "_access(\(entity.column(of: attribute))).\(storage)"
                $0.line("get { \(attribute.hasGap ? "_present(\(value))" : value) }")
            }
            $0.line("set { \(attribute.change)(\(entity.column(of: attribute)), &\(storage), to: \(attribute.roundedExpression("newValue"))) }")
        }
    }

    private func print(transient attribute: Attribute, _ declaration: String, to writer: inout SourceWriter) {
        let storage = "_transients.\(SwiftNames.member(attribute.name.text))"
        let number = entity.number(of: attribute)
        writer.block(declaration) {
            $0.line("get { _access(transient: \(number)).\(storage) }")
            $0.line("set { _change(transient: \(number), &\(storage), to: newValue) }")
        }
    }

    private func print(_ relationship: Relationship, to writer: inout SourceWriter) {
        let name = SwiftNames.declared(relationship.name.text)
        writer.doc(relationship.doc.paragraphs + [RelationshipFacts(relationship, in: entity.model).text])
        let number = entity.number(of: relationship)
        if relationship.isToMany {
            writer.block("\(entity.access.prefix)var \(name): \(relationship.swiftType(in: entity.model))") {
                let members = "\(relationship.memberType)(_of: self, \(number))"
                $0.line("get { \(members) }")
                $0.line("set { \(members)._assign(newValue) }")
            }
        } else if !relationship.holdsKey {
            writer.block("\(entity.access.prefix)var \(name): \(relationship.swiftType(in: entity.model))") {
                $0.line("get { _partner(\(number)) }")
                $0.line("set { _setPartner(\(number), to: newValue) }")
            }
        } else {
            let column = entity.column(of: relationship)
            writer.block("\(entity.access.prefix)var \(name): \(relationship.swiftType(in: entity.model))") {
                $0.line("get { _destination(\(column)) }")
                $0.line("set { _setDestination(\(column), to: newValue) }")
            }
        }
    }
}

extension Relationship {
    /// The library's type of the members of a to-many.
    fileprivate var memberType: String { isOrdered ? "OrderedToMany" : "ToMany" }

    /// The type of the property.
    func swiftType(in model: Model) -> String {
        let type = model.swiftClass(ofEntity: destination.text)
        return isToMany ? "\(memberType)<\(type)>" : "\(type)?"
    }
}
