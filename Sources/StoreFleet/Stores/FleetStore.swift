/// A store of a fleet: many files of one model, such as one for each customer.
public struct FleetStore: Sendable, Hashable {
    /// The path of its file.
    public var path: String
    /// The group that it is migrated with. Groups run one after the other, in the order in which they first occur.
    public var group: String

    public init(_ path: String, group: String = "") {
        self.path = path
        self.group = group
    }
}

/// How many stores may fail before a run over a fleet stops.
public enum FailureBudget: Sendable, Hashable {
    /// A number of stores.
    case stores(Int)
    /// A share of all stores, from 0 to 1; its number is rounded down.
    case share(Double)

    /// The number of failures that stop no run over `total` stores.
    func count(of total: Int) -> Int {
        switch self {
        case .stores(let count): max(0, count)
        case .share(let share): Int((Double(total) * min(max(share, 0), 1)).rounded(.down))
        }
    }
}
