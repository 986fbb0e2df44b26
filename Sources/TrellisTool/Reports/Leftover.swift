/// What an import or an export states in another way or leaves out.
struct Leftover {
    /// Why, in words.
    var reason: String
    /// Such as `Album.cover`.
    var place: String
    var detail: String

    /// The entry for programs.
    var json: JSONValue {
        .object([("reason", .string(reason)), ("place", .string(place))] + (detail.isEmpty ? [] : [("detail", .string(detail))]))
    }
}

/// Leftovers, by their reasons.
struct LeftoverList {
    let leftovers: [Leftover]

    /// - Parameter reasons: all reasons, in the order of the output.
    init(_ leftovers: [Leftover], reasons: [String]) {
        let places = Dictionary(uniqueKeysWithValues: reasons.enumerated().map { ($1, $0) })
        self.leftovers = leftovers.enumerated().sorted { left, right in
            (places[left.element.reason] ?? 0, left.offset) < (places[right.element.reason] ?? 0, right.offset)
        }.map(\.element)
    }

    /// A line for each reason and each place; none without leftovers. No text of a model can begin another line.
    func lines(title: String) -> [String] {
        var lines = leftovers.isEmpty ? [] : [title]
        var reason: String?
        for leftover in leftovers {
            if leftover.reason != reason { lines.append("  \(leftover.reason):") }
            reason = leftover.reason
            let text = "    \(leftover.place)" + (leftover.detail.isEmpty ? "" : ": \(leftover.detail)")
            lines.append(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        }
        return lines
    }
}
