/// Fields with names: the generated `Fields` of an entity or a composite.
public protocol FieldGroup: PathMember where ThroughOptional == OptionalFields<Self> {}

/// The fields of a composite.
public protocol CompositeFields: FieldGroup {}

/// The fields of an entity; where it stands at the end of a path, the object there.
public protocol EntityFields: FieldGroup, ObjectExpression, FetchableField, PrefetchPath where _Fetched == ObjectID {}

/// An object in a condition: the end of a to-one relationship, or the fetched object itself.
public protocol ObjectExpression<_Row>: PathMember {
    associatedtype _Row: ManagedObject
}

/// The fields of entities that inherit from each other. What `Person` declares, `HierarchyFields<Employee>` has too.
///
/// They are one type and not one for each class, as others have them, because a class cannot take the place of its parent's
/// associated type by another.
public struct HierarchyFields<_Row: ManagedObject>: EntityFields {
    public let _path: FieldPath

    public init(_path path: FieldPath) { _path = path }
}

/// The fields of what may be nil: of a composite, or of an object at the end of a relationship. Each of them may be nil too.
@dynamicMemberLookup
public struct OptionalFields<Fields: PathMember>: PathMember {
    public typealias ThroughOptional = OptionalFields

    public let _path: FieldPath

    public init(_path path: FieldPath) { _path = path }

    public subscript<Member: PathMember>(dynamicMember member: KeyPath<Fields, Member>) -> Member.ThroughOptional {
        Fields(_path: _path)[keyPath: member]._throughOptional
    }
}

extension OptionalFields: ObjectExpression where Fields: EntityFields {
    public typealias _Row = Fields._Row
}

/// A composite that may be nil can be compared with nil.
extension OptionalFields: FieldExpression where Fields: CompositeFields {
    public typealias Value = OpaqueValue?

    public var operand: Operand { _path.operand }
}
