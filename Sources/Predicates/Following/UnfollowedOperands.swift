extension FetchQuery {
    /// The operands of the condition for which a live list queries again, in the order in which they are written. Counts that are
    /// compared with 0 are none of them: they are the same as ANY and NONE.
    /// - Parameter parameters: the types of the parameters of the fetch.
    public func unfollowedOperands(in layout: FetchLayout, parameters: [String: FetchParameter] = [:]) -> [Operand] {
        let comparisons = condition?.comparisons ?? []
        return comparisons.flatMap { comparison -> [Operand] in
            let aggregates = comparison.aggregates
            // Most comparisons have none.
            if aggregates.isEmpty { return [] }
            let query = FetchQuery(entity: entity, condition: comparison)
            guard let fetch = try? ResolvedFetch(query, in: layout, parameters: parameters),
                case .again = FollowedFetch(fetch, in: layout).strategy
            else { return [] }
            return aggregates
        }
    }
}
