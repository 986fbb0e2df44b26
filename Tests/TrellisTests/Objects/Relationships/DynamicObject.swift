import Testing
@_spi(Generated) import Trellis

/// An object of a model that a test makes: a class as the generator writes it, with its keys in an array.
class DynamicObject: ManagedObject {
    private(set) var name: String
    private var references: [ToOneReference]

    required init(in context: ManagedObjectContext, name: String) {
        self.name = name
        references = Array(repeating: ToOneReference(), count: Self.entityDescriptor.toOne.count)
        super.init(_row: &context._insertion)
    }

    required init(_row row: inout RowReader) {
        name = row.string(at: 2)
        references = []
        for number in Self.entityDescriptor.toOne.indices { references.append(row.reference(at: Int32(3 + number))) }
        super.init(_row: &row)
    }

    override func _write(_ column: ColumnIndex, to writer: inout ColumnWriter) {
        if column == 0 { writer.write(name) } else { writer.write(references[column.rawValue - 1]) }
    }

    override func _takeValues(from other: ManagedObject) {
        guard let other = other as? DynamicObject else { return }
        (name, references) = (other.name, other.references)
    }

    override subscript(_reference column: ColumnIndex) -> ToOneReference {
        get { references[column.rawValue - 1] }
        set { references[column.rawValue - 1] = newValue }
    }
}

final class DynamicLeft: DynamicObject {
    override class var entityDescriptor: EntityDescriptor {
        DynamicModel.schema.entities["Left"] ?? EntityDescriptor(name: "Left", table: "left")
    }
}

final class DynamicRight: DynamicObject {
    override class var entityDescriptor: EntityDescriptor {
        DynamicModel.schema.entities["Right"] ?? EntityDescriptor(name: "Right", table: "right")
    }
}

/// A relationship of an object, as its property would have it.
enum DynamicEnd {
    case key(column: ColumnIndex)
    case partner(number: RelationshipIndex)
    case set(ToMany<DynamicObject>)
    case list(OrderedToMany<DynamicObject>)
}

extension DynamicObject {
    /// The relationship of a name.
    func end(_ name: String) throws -> DynamicEnd {
        let descriptor = Self.entityDescriptor
        if let place = descriptor.toOne.firstIndex(where: { $0.name == name }) { return .key(column: ColumnIndex(rawValue: 1 + place)) }
        let place = try #require(descriptor.toMany.firstIndex { $0.name == name })
        let number = RelationshipIndex(rawValue: place)
        if descriptor.toMany[place].isToOne { return .partner(number: number) }
        return descriptor.toMany[place].position == nil ? .set(ToMany(_of: self, number)) : .list(OrderedToMany(_of: self, number))
    }

    /// The objects at the other end, in their order if they have one.
    func members(_ name: String) throws -> [DynamicObject] {
        switch try end(name) {
        case .key(let column): (_destination(column) as DynamicObject?).map { [$0] } ?? []
        case .partner(let number): (_partner(number) as DynamicObject?).map { [$0] } ?? []
        case .set(let set): Array(set)
        case .list(let list): Array(list)
        }
    }

    /// Adds a member at the end, or makes it the one at the other end.
    func add(_ member: DynamicObject, to name: String) throws {
        switch try end(name) {
        case .key(let column): _setDestination(column, to: member)
        case .partner(let number): _setPartner(number, to: member)
        case .set(let set): set.insert(member)
        case .list(let list): list.append(member)
        }
    }
}

extension ManagedObjectContext {
    /// The object of a row.
    func dynamic(_ entity: String, row: Int64) throws -> DynamicObject {
        let id = ObjectID(entity: entity, rowID: row)
        let object: DynamicObject? =
            entity == "Left" ? try find(DynamicLeft.self, id) : try find(DynamicRight.self, id)
        return try #require(object)
    }

    /// A new object.
    func makeDynamic(_ entity: String, name: String) -> DynamicObject {
        entity == "Left" ? DynamicLeft(in: self, name: name) : DynamicRight(in: self, name: name)
    }
}
