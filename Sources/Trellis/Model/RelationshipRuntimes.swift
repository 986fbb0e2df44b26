import SQLiteAccess

extension EntityRuntime {
    /// A relationship whose key is a column of the entity, made ready.
    struct ToOneRuntime: Sendable {
        let descriptor: ToOneDescriptor
        let column: ColumnIndex
        /// The entity at the other end.
        let destination: Int
        let inverse: Inverse
        /// The rows of the objects that lead to one.
        let selectHolders: String

        enum Inverse: Sendable {
            case none
            /// The number of the destination's relationship that leads back.
            case members(RelationshipIndex)
            /// The same column of the destination.
            case itself
        }

        /// nil where the destination is none: the generator checked that every relationship leads somewhere and comes back.
        init?(_ descriptor: ToOneDescriptor, column: ColumnIndex, of entity: Int, in model: ModelShape) {
            guard let destination = model.indexByName[descriptor.destination] else { return nil }
            self.descriptor = descriptor
            self.column = column
            self.destination = destination
            selectHolders = model.select(from: entity) + " WHERE t0.\(SQL.identifier(descriptor.column)) = ? ORDER BY t0.\(model.entities[entity].descriptor.keyName)"
            if let name = descriptor.inverse {
                if let number = model.entities[destination].inverseSides.firstIndex(where: { $0.descriptor.name == name }) {
                    inverse = .members(number)
                } else {
                    inverse = .itself
                }
            } else {
                inverse = .none
            }
        }
    }

    /// A relationship whose keys stand elsewhere, made ready.
    struct InverseSideRuntime: Sendable {
        let descriptor: ToManyDescriptor
        /// The entity at the other end.
        let destination: Int
        let source: Source
        /// The rows of one owner's members, in their order.
        let selectMembers: String
        /// The rows of the members of all owners whose keys stand in a JSON array, each with its owner's key after what every row
        /// has: owner after owner, the members of each as `selectMembers` has them.
        let selectMembersOfAll: String
        /// Whether a save has something to check or to write for an owner whose members changed.
        let concernsOwner: Bool
        /// How the order of the members is stored; nil where they have none.
        let order: OrderRuntime?

        enum Source: Sendable {
            /// The members' column that holds the key.
            case key(column: ColumnIndex)
            case join(JoinRuntime)
        }

        /// The table of the connections, where they have one.
        var join: JoinRuntime? {
            if case .join(let join) = source { join } else { nil }
        }

        /// nil where the destination is none: the generator checked that every relationship leads somewhere and comes back.
        /// - Parameter owner: the entity that declares the relationship.
        init?(_ descriptor: ToManyDescriptor, of owner: String, in model: ModelShape) {
            guard let destination = model.indexByName[descriptor.destination] else { return nil }
            let other = model.entities[destination]
            self.descriptor = descriptor
            self.destination = destination
            concernsOwner =
                descriptor.joinTable != nil || descriptor.position != nil || descriptor.minCount != nil
                || descriptor.maxCount != nil || !descriptor.isOptional
            let from = model.select(from: destination)
            func ofAll(_ owner: String, join: String = "", in table: String) -> String {
                model.select(from: destination, and: owner) + join + " WHERE \(owner) IN \(KeyStatements.given)"
                    + " ORDER BY \(owner), \(Self.order(descriptor.position, in: table, other.descriptor))"
            }

            if let table = descriptor.joinTable {
                let isMirrored = descriptor.destination == owner && descriptor.inverse == descriptor.name
                source = .join(
                    JoinRuntime(
                        table, inverse: other.inverseSides.firstIndex { $0.descriptor.name == descriptor.inverse },
                        // Of two ends one writes the rows; one that is its own inverse writes both directions.
                        writes: isMirrored || descriptor.inverse == nil || table.column < table.member, isExisting: !other.descriptor.hasVersion))
                order = descriptor.position.map {
                    OrderRuntime(position: $0, in: table.name, owner: table.column, member: table.member)
                }
                let join = " JOIN \(SQL.identifier(table.name)) AS j ON j.\(SQL.identifier(table.member)) = t0.\(other.descriptor.keyName)"
                let owner = "j.\(SQL.identifier(table.column))"
                selectMembers = from + join + " WHERE \(owner) = ? ORDER BY \(Self.order(descriptor.position, in: "j", other.descriptor))"
                selectMembersOfAll = ofAll(owner, join: join, in: "j")
            } else {
                guard let inverse = other.toOne.first(where: { $0.descriptor.name == descriptor.inverse }) else { return nil }
                source = .key(column: inverse.column)
                order = descriptor.position.map {
                    OrderRuntime(position: $0, in: other.descriptor.table, owner: inverse.descriptor.column, member: other.descriptor.keyName)
                }
                let owner = "t0.\(SQL.identifier(inverse.descriptor.column))"
                selectMembers = from + " WHERE \(owner) = ? ORDER BY \(Self.order(descriptor.position, in: "t0", other.descriptor))"
                selectMembersOfAll = ofAll(owner, in: "t0")
            }
        }

        /// What others wrote without a place comes last.
        private static func order(_ position: String?, in table: String, _ member: EntityDescriptor) -> String {
            (position.map { "\(table).\(SQL.identifier($0)) NULLS LAST, " } ?? "") + "t0.\(member.keyName)"
        }
    }

    /// The table of a relationship's connections, as one of its ends sees it.
    struct JoinRuntime: Sendable {
        let table: String
        /// The columns with the owner's and the member's key.
        let owner: String
        let member: String
        /// The number of the destination's relationship that leads back: the same one where it is its own inverse.
        let inverse: RelationshipIndex?
        /// Whether this end writes the rows.
        let writes: Bool
        /// Takes the owner's and the member's key.
        let connect: String
        let disconnect: String
        let isConnected: String
        /// Takes the owner's key.
        let disconnectAll: String
        /// The owners' keys; takes the member's.
        let selectOwners: String

        init(_ table: JoinTableDescriptor, inverse: RelationshipIndex?, writes: Bool, isExisting: Bool) {
            self.table = table.name
            (owner, member) = (table.column, table.member)
            self.inverse = inverse
            self.writes = writes
            let name = SQL.identifier(table.name)
            let (owner, member) = (SQL.identifier(table.column), SQL.identifier(table.member))
            // Another context may have done the same: then it is done.
            connect = isExisting
                // Other rules of another program's table are errors.
                ? "INSERT INTO \(name) (\(owner), \(member)) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE \(owner) = ?1 AND \(member) = ?2)"
                : "INSERT OR IGNORE INTO \(name) (\(owner), \(member)) VALUES (?, ?)"
            disconnect = "DELETE FROM \(name) WHERE \(owner) = ? AND \(member) = ?"
            isConnected = "SELECT 1 FROM \(name) WHERE \(owner) = ? AND \(member) = ?"
            disconnectAll = "DELETE FROM \(name) WHERE \(owner) = ?"
            selectOwners = "SELECT \(owner) FROM \(name) WHERE \(member) = ?"
        }
    }

    /// The column with the places of ordered members.
    struct OrderRuntime: Sendable {
        let table: String
        /// The members' keys and places; takes the owner's key.
        let selectPositions: String
        /// Takes the place, the owner's and the member's key.
        let setPosition: String

        init(position: String, in table: String, owner: String, member: String) {
            self.table = table
            let (name, position) = (SQL.identifier(table), SQL.identifier(position))
            let (owner, member) = (SQL.identifier(owner), SQL.identifier(member))
            selectPositions = "SELECT \(member), \(position) FROM \(name) WHERE \(owner) = ?"
            setPosition = "UPDATE \(name) SET \(position) = ? WHERE \(owner) = ? AND \(member) = ?"
        }
    }
}

/// A to-one relationship that leads to an entity and that nothing leads back along: who deletes an object has to look for what
/// points at it.
struct KeyWithoutInverse: Sendable {
    /// The entity that declares it, and its place among the to-one relationships there.
    var entity: Int
    var number: Int
}

extension ModelShape {
    /// The keys without an inverse, by the entities that they lead to.
    static func keysWithoutInverse(_ entities: [EntityShape], _ indexByName: [String: Int]) -> [Int: [KeyWithoutInverse]] {
        var all: [Int: [KeyWithoutInverse]] = [:]
        for (index, entity) in entities.enumerated() {
            let inherited = entity.toOne.count - entity.descriptor.toOne.count
            for (number, relationship) in entity.descriptor.toOne.enumerated() where relationship.inverse == nil {
                guard let destination = indexByName[relationship.destination] else { continue }
                all[destination, default: []].append(KeyWithoutInverse(entity: index, number: inherited + number))
            }
        }
        return all
    }

    /// The join tables that nothing leads back along, by the entities of their members.
    static func joinTablesWithoutInverse(_ entities: [EntityShape], _ indexByName: [String: Int]) -> [Int: [String]] {
        var all: [Int: [String]] = [:]
        for relationship in entities.flatMap(\.descriptor.toMany) where relationship.inverse == nil {
            guard let destination = indexByName[relationship.destination], let table = relationship.joinTable else { continue }
            all[destination, default: []].append(table.name)
        }
        return all
    }
}
