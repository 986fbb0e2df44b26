import Predicates
import SchemaModel

extension FetchPlan {
    /// The entities whose changes a live list follows, the fetched one first.
    public var followedEntities: [String] {
        let entities = [resolved.entity] + (following?.routes.map(\.entity) ?? [])
        return entities.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The part of the condition or the order for which a live list queries again; nil if it follows changes.
    public var unfollowedPart: String? {
        guard case .again(let reason)? = following?.strategy else { return nil }
        return switch reason {
        case .derived(let path): path
        case .aggregate, .subquery: unfollowed.first?.text
        }
    }

    /// How a live list follows changes, in words; nil for a search.
    public var followingWords: String? {
        guard let following else { return nil }
        let changes = "follows changes of \(PlanWords.list(followedEntities))"
        return switch following.strategy {
        case .rows, .related: changes
        case .window: changes + " within its limit"
        case .again(.derived): "queries again: '\(unfollowedPart ?? "")' is a derived attribute"
        case .again: "queries again: '\(unfollowedPart ?? "")' computes a value from members"
        }
    }
}
