import SchemaModel

/// Which connections of the old version the plan carries into the new one.
///
/// The planner adds an entry for each key and each join table that a step fills. A relationship without an entry is lost, however
/// much a relationship of the new version looks like it.
struct KeptConnections {
    typealias Place = MigrationDecisions.Place

    /// The entities at both ends of a relationship of the new version, in the direction of the old relationship.
    struct Successor: Hashable {
        var owner: String
        var destination: String
        /// Which end has its keys from a decision, so that the plan does not copy them.
        var decided: End?
        /// The ordered ends of the old relationship whose members keep their places.
        var orders: Set<Place>
    }

    enum End: Hashable {
        case owner, destination
    }

    private let old: StoredVersion
    private var successors: [Place: [Successor]] = [:]

    init(old: StoredVersion) { self.old = old }

    /// - Parameters:
    ///   - former: either end of a relationship of the old version.
    ///   - owner: the new entity that has the end `former`.
    ///   - decided: the new end whose keys a decision gives.
    ///   - orders: the ordered ends of the old version whose members keep their places.
    mutating func keep(_ former: Place, owner: String, destination: String, decided: End? = nil, orders: Set<Place>) {
        let (place, isTurned) = old.storagePlace(of: former)
        let (owner, destination) = isTurned ? (destination, owner) : (owner, destination)
        successors[place, default: []].append(
            .init(
                owner: owner, destination: destination,
                decided: isTurned ? decided.map { $0 == .owner ? .destination : .owner } : decided, orders: orders))
    }

    /// What carries the connections of a relationship, in the direction of the end that ``StoredVersion/storagePlace(of:)`` gives.
    func successors(ofStored place: Place) -> [Successor] { successors[place] ?? [] }
}

extension StoredVersion {
    /// The end of a relationship that stands for both: the one that holds the key, or after which the join table is named; and
    /// whether it is the other end than the given one.
    func storagePlace(of place: MigrationDecisions.Place) -> (place: MigrationDecisions.Place, isTurned: Bool) {
        guard let relationship = relationship(place), let name = place.property else { return (place, false) }
        switch relationship.storage {
        case .key: return (place, false)
        case .inverseKey: return (inverse(of: place) ?? place, true)
        case .joinTable:
            let source = schema.joinTable(of: name, ofEntity: place.entity)?.source
            let end = source.map { MigrationDecisions.Place($0.entity, $0.relationship) } ?? place
            return (end, end != place)
        }
    }

    /// The relationship that leads back.
    func inverse(of place: MigrationDecisions.Place) -> MigrationDecisions.Place? {
        guard let relationship = relationship(place), let inverse = relationship.inverse else { return nil }
        return .init(relationship.destination.text, inverse.text)
    }
}
