public import Diagnostics
import SchemaModel

/// Why programs of an older version cannot use stores of a newer one.
public struct Obstacle: Sendable, Hashable {
    /// What the programs cannot do, as the rest of a sentence that begins with "programs of version 14".
    public var reason: String
    /// The place in the newer version.
    public var span: SourceSpan
}

/// The obstacles of one version, each once.
struct Obstacles {
    private(set) var all: [Obstacle] = []
    private var known = Set<Obstacle>()
    /// The properties with an obstacle.
    private(set) var places = Set<MigrationDecisions.Place>()

    /// - Parameter place: what it is about, by its old name.
    mutating func add(_ reason: String, at span: SourceSpan, of place: MigrationDecisions.Place? = nil) {
        if let place { places.insert(place) }
        let obstacle = Obstacle(reason: reason, span: span)
        if known.insert(obstacle).inserted { all.append(obstacle) }
    }
}
