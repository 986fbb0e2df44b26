/// An entity of a model that a test archives as Core Data does.
public struct ArchivedEntity: Sendable {
    public var name: String
    public var parent: String?
    public var isAbstract = false
    public var attributes: [Attribute]
    public var relationships: [Relationship]
    /// The properties whose values are unique together.
    public var uniqueness: [[String]]

    public init(
        _ name: String, parent: String? = nil, attributes: [Attribute], relationships: [Relationship] = [], uniqueness: [[String]] = []
    ) {
        (self.name, self.parent, self.attributes, self.relationships) = (name, parent, attributes, relationships)
        self.uniqueness = uniqueness
    }

    public struct Attribute: Sendable {
        public var name: String
        /// Core Data's number of the type.
        public var type: Int
        public var isOptional: Bool
        /// The class of a transformable's values.
        public var className: String?
        /// 4 for values that may stand in files.
        public var flags: Int
        public var rules: [Rule]

        public init(_ name: String, _ type: Int, isOptional: Bool = true, className: String? = nil, flags: Int = 0, rules: [Rule] = []) {
            (self.name, self.type, self.isOptional, self.className, self.flags, self.rules) = (name, type, isOptional, className, flags, rules)
        }
    }

    /// A rule of values, which Core Data keeps as a predicate.
    public enum Rule: Sendable {
        case min(Int)
        case max(Int)
        case minLength(Int)
        case maxLength(Int)
        case pattern(String)
    }

    public struct Relationship: Sendable {
        public var name: String
        public var destination: String
        public var inverse: String?
        public var isToMany: Bool
        public var isOrdered: Bool
        public var isOptional: Bool
        /// Whether its destinations are deleted with their owner.
        public var isCascading: Bool
        /// How many members a to-many relationship may have; 0 for any number.
        public var counts: (least: Int, most: Int)

        public init(
            _ name: String, to destination: String, inverse: String?, isToMany: Bool = false, isOrdered: Bool = false, isOptional: Bool = true,
            isCascading: Bool = false, counts: (least: Int, most: Int) = (0, 0)
        ) {
            (self.name, self.destination, self.inverse, self.isToMany, self.isOrdered) = (name, destination, inverse, isToMany, isOrdered)
            (self.isOptional, self.isCascading, self.counts) = (isOptional, isCascading, counts)
        }
    }
}

extension [ArchivedEntity] {
    /// The archive of a model with these entities, parents first.
    public var archive: [UInt8] {
        var writer = ArchiveWriter()
        var (entities, properties) = ([String: ArchiveWriter.Part](), [String: [(key: String, value: ArchiveWriter.Part)]]())
        for entity in self {
            // A child has its parent's properties too.
            var own = entity.parent.flatMap { properties[$0] } ?? []
            own += entity.attributes.map { ($0.name, writer.attribute($0)) }
            own += entity.relationships.map { ($0.name, writer.relationship($0)) }
            properties[entity.name] = own
            let tuples = writer.array(entity.uniqueness.map { tuple in writer.array(tuple.map { writer.text($0) }) })
            entities[entity.name] = writer.object(
                "NSEntityDescription",
                [
                    ("NSEntityName", writer.text(entity.name)), ("NSClassNameForEntity", writer.text("NSManagedObject")),
                    ("NSSuperentity", entity.parent.flatMap { entities[$0] } ?? ArchiveWriter.null), ("NSIsAbstract", .bool(entity.isAbstract)),
                    ("NSProperties", writer.dictionary(own)), ("NSRenamingIdentifier", writer.text(entity.name)),
                ] + (entity.uniqueness.isEmpty ? [] : [("NSUniqueTuples", tuples)]))
        }
        let all = compactMap { entity in entities[entity.name].map { (key: entity.name, value: $0) } }
        let root = writer.object("NSManagedObjectModel", [("NSEntities", writer.dictionary(all))])
        return writer.bytes(root: root)
    }
}

extension ArchiveWriter {
    fileprivate mutating func attribute(_ attribute: ArchivedEntity.Attribute) -> Part {
        object(
            "NSAttributeDescription",
            [
                ("NSPropertyName", text(attribute.name)), ("NSAttributeType", .integer(attribute.type)), ("NSIsOptional", .bool(attribute.isOptional)),
                ("NSFlagsKey", .integer(attribute.flags)), ("NSDefaultValue", Self.null), ("NSRenamingIdentifier", text(attribute.name)),
                ("NSAttributeValueClassName", attribute.className.map { text($0) } ?? Self.null),
                ("NSValidationPredicates", array(attribute.rules.map { predicate($0) })),
            ])
    }

    /// A comparison of the value, or of its length, with a constant.
    private mutating func predicate(_ rule: ArchivedEntity.Rule) -> Part {
        let (isLength, comparison, constant): (Bool, Int, Part) =
            switch rule {
            case .min(let value): (false, 3, .integer(value))
            case .max(let value): (false, 1, .integer(value))
            case .minLength(let length): (true, 3, .integer(length))
            case .maxLength(let length): (true, 1, .integer(length))
            case .pattern(let pattern): (false, 6, .text(pattern))
            }
        let value = object("NSSelfExpression", [("NSExpressionType", .integer(1))])
        let key = object("NSKeyPathSpecifierExpression", [("NSExpressionType", .integer(10)), ("NSKeyPath", text("length"))])
        let length = object(
            "NSKeyPathExpression",
            [("NSExpressionType", .integer(3)), ("NSOperand", value), ("NSSelectorName", text("valueForKeyPath:")), ("NSArguments", array([key]))])
        return object(
            "NSComparisonPredicate",
            [
                ("NSLeftExpression", isLength ? length : value),
                ("NSRightExpression", object("NSConstantValueExpression", [("NSExpressionType", .integer(0)), ("NSConstantValue", add(constant))])),
                ("NSPredicateOperator", object("NSPredicateOperator", [("NSOperatorType", .integer(comparison))])),
            ])
    }

    fileprivate mutating func relationship(_ relationship: ArchivedEntity.Relationship) -> Part {
        object(
            "NSRelationshipDescription",
            [
                ("NSPropertyName", text(relationship.name)), ("_NSDestinationEntityName", text(relationship.destination)),
                ("_NSInverseRelationshipName", relationship.inverse.map { text($0) } ?? Self.null), ("NSIsOptional", .bool(relationship.isOptional)),
                ("NSMaxCount", .integer(relationship.isToMany ? relationship.counts.most : 1)), ("NSMinCount", .integer(relationship.counts.least)), ("NSDeleteRule", .integer(relationship.isCascading ? 2 : 1)),
                ("NSIsOrdered", .bool(relationship.isOrdered)), ("NSRenamingIdentifier", text(relationship.name)),
            ])
    }
}

extension [UInt8] {
    /// The bytes as a deflate stream without a header, whose blocks are not compressed.
    public var deflated: [UInt8] {
        var (stream, rest) = ([UInt8](), self[...])
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xff), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return stream
    }
}
