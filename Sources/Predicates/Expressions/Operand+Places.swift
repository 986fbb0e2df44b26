extension Operand {
    /// Where the names of the operand's key path begin: behind the variable that it starts from, and behind `SUBQUERY(`.
    var pathRange: Range<Int>? {
        guard let range else { return nil }
        var skipped = 0
        switch kind {
        case .variable(let name, let path) where !path.isEmpty:
            skipped = Self.length(ofVariable: name)
        case .aggregate(_, let members, _):
            skipped = members.filter == nil ? 0 : "SUBQUERY(".count
            skipped += members.variable.map(Self.length) ?? 0
        default:
            break
        }
        return min(range.lowerBound + skipped, range.upperBound)..<range.upperBound
    }

    /// `$name.`
    private static func length(ofVariable name: String) -> Int { name.unicodeScalars.count + 2 }
}
