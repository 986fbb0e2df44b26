import Predicates

/// A condition or a derivation with the new names of properties.
struct RenamedPaths {
    /// The text; the old one if the language does not read it, or if no property has another name.
    private(set) var text: String

    private let names: NewNames
    private let root: NewNames.Owner
    private let source: NewNames.Owner?
    private let scalars: [Unicode.Scalar]
    private var edits: [(range: Range<Int>, name: String)] = []

    /// - Parameters:
    ///   - condition: in the spelling of the language.
    ///   - entity: the entity of the objects that the condition is about.
    ///   - source: the entity of `$FETCH_SOURCE`.
    init(_ condition: String, from entity: String, source: String? = nil, _ names: NewNames) {
        (self.names, root, self.source) = (names, .entity(entity), source.map { .entity($0) })
        text = condition
        scalars = Array(condition.unicodeScalars)
        guard !names.areOld, let parsed = try? PredicateParser.condition(condition) else { return }
        read(parsed, [:])
        var new = scalars
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) { new.replaceSubrange(edit.range, with: edit.name.unicodeScalars) }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: new)
        text = String(view)
    }

    /// A derivation, in which each path starts at an object of the entity.
    static func derivation(_ text: String, of entity: String, _ names: NewNames) -> String {
        if names.areOld { return text }
        return text.replacing(/[\w@.]+(?![\w@.:(])/) { match in
            names.path(match.output.split(separator: ".", omittingEmptySubsequences: false).map { NewNames.standIn(String($0)) }, from: .entity(entity))
                .names.joined(separator: ".")
        }
    }

    // MARK: Reading

    /// - Parameter members: what the variables stand for that a `SUBQUERY` gives.
    private mutating func read(_ condition: Condition, _ members: [String: NewNames.Owner]) {
        for operand in condition.comparisons.flatMap(\.operands) { read(operand, members) }
    }

    private mutating func read(_ operand: Operand, _ members: [String: NewNames.Owner]) {
        let start = operand.range?.lowerBound ?? 0
        switch operand.kind {
        case .value, .parameter: break
        case .keyPath(let path): rename(path, from: root, at: start)
        case .variable(let name, let path): rename(path, from: owner(name, members), at: start)
        case .list(let operands), .function(_, let operands): for operand in operands { read(operand, members) }
        case .arithmetic(let left, _, let right):
            read(left, members)
            read(right, members)
        case .negated(let operand), .cast(let operand, _), .period(let operand, _, _): read(operand, members)
        case .aggregate(_, let set, let path):
            let owner = set.variable.map { self.owner($0, members) } ?? root
            guard let filter = set.filter else {
                rename(set.path + path, from: owner, at: start)
                return
            }
            let destination = rename(set.path, from: owner, at: start + "SUBQUERY".count)
            read(filter.condition, members.merging([filter.variable: destination].compactMapValues(\.self)) { _, new in new })
            // The names behind the function follow the last parenthesis.
            let end = min(operand.range?.upperBound ?? 0, scalars.count)
            rename(path, from: destination, at: scalars[..<end].lastIndex(of: ")") ?? end)
        }
    }

    private func owner(_ variable: String, _ members: [String: NewNames.Owner]) -> NewNames.Owner? {
        members[variable] ?? (variable == "FETCH_SOURCE" ? source : nil)
    }

    // MARK: Writing

    /// Renames the names of a path, the first of which is the next one behind a place.
    @discardableResult
    private mutating func rename(_ path: [String], from owner: NewNames.Owner?, at start: Int) -> NewNames.Owner? {
        let (new, end) = names.path(path, from: owner)
        var place = start
        for (old, name) in zip(path, new) {
            guard let range = nextName(from: place) else { break }
            place = range.upperBound
            guard old != name else { continue }
            // A '#' makes a reserved word a name, which the new one is without it.
            let isEscaped = range.lowerBound > 0 && scalars[range.lowerBound - 1] == "#"
            edits.append((isEscaped ? range.lowerBound - 1..<range.upperBound : range, name))
        }
        return end
    }

    /// The next name that is no variable and no function of members.
    private func nextName(from start: Int) -> Range<Int>? {
        var place = start
        while place < scalars.count {
            guard Self.isOfName(scalars[place]) else {
                place += 1
                continue
            }
            let end = scalars[place...].firstIndex { !Self.isOfName($0) } ?? scalars.count
            if place == 0 || !["$", "@"].contains(scalars[place - 1]) { return place..<end }
            place = end
        }
        return nil
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }
}
