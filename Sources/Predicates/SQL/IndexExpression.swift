extension ResolvedCondition {
    /// The condition as SQL on the columns of its own table, for a partial index. nil where it looks at another table, has a
    /// parameter, or a value that SQL cannot write.
    public var indexExpression: String? {
        var renderer = ConditionRenderer(for: .index)
        let text = renderer.render(self)
        return renderer.exceedsIndex ? nil : text
    }
}

extension ResolvedFetch {
    /// Which rows the fetch is about, as SQL on the columns of its own table, for a partial index. nil where all are, and where the
    /// condition cannot be an index's.
    public var indexExpression: String? {
        var renderer = ConditionRenderer(for: .index)
        let text = renderer.clause(of: self)
        return renderer.exceedsIndex ? nil : text
    }
}
