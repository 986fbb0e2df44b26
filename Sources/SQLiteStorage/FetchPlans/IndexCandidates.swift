import Predicates

/// The indexes that may serve a fetch, from what its condition and its order name. Whether one does SQLite says.
///
/// An index serves columns that have to have a value, then either one range or the order: so each candidate begins with the
/// former and goes on with one of the latter (https://www.sqlite.org/optoverview.html).
struct IndexCandidates {
    private let fetch: ResolvedFetch

    init(for fetch: ResolvedFetch) { self.fetch = fetch }

    /// Sets of indexes that are tried together, those that promise most first.
    var sets: [[AdvisedIndex]] {
        let conjuncts = fetch.condition?.conjuncts ?? []
        let own = Terms(conjuncts)
        let order = sortKeys.filter { key in !own.values.contains { $0.column == key.column } }
        var lists = [own.values + order]
        lists += own.ranges.map { own.values + [$0] }
        lists += [own.values, order]
        var sets = lists.map { [AdvisedIndex(entity: fetch.entity, keys: $0)] }
        sets += conjuncts.compactMap(indexesForParts)
        sets += conjuncts.compactMap(\.indexAtDestination).map { [$0] }
        var seen = Set<[AdvisedIndex]>()
        return sets.filter { set in set.allSatisfy { !$0.keys.isEmpty } && seen.insert(set).inserted }
    }

    /// How many keys the longest one has.
    var greatestLength: Int { sets.joined().map(\.keys.count).max() ?? 0 }

    /// The order as far as an index of the fetched entity can have it: up to the first key that is another object's.
    private var sortKeys: [AdvisedIndex.Key] {
        fetch.sort.prefix { $0.path.canBeKey }.reduce(into: []) { keys, term in
            let key = AdvisedIndex.Key(property: term.path.property, isAscending: term.isAscending, column: term.path.column)
            if !keys.contains(where: { $0.column == key.column }) { keys.append(key) }
        }
    }

    /// An index for each part of an OR, where each part can have one.
    private func indexesForParts(_ condition: ResolvedCondition) -> [AdvisedIndex]? {
        guard case .or(let parts) = condition else { return nil }
        let indexes = parts.map { part in
            let terms = Terms(part.conjuncts)
            return AdvisedIndex(entity: fetch.entity, keys: terms.values + terms.ranges.prefix(1))
        }
        guard indexes.allSatisfy({ !$0.keys.isEmpty }) else { return nil }
        return indexes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What comparisons ask of the fetched entity's own columns.
    private struct Terms {
        /// Columns that have to have a value, and columns of which a range is asked for.
        var values: [AdvisedIndex.Key] = []
        var ranges: [AdvisedIndex.Key] = []

        init(_ conjuncts: [ResolvedCondition]) {
            for case (let path, let isEquality)? in conjuncts.map(\.columnTerm) where path.canBeKey {
                let key = AdvisedIndex.Key(property: path.property, isAscending: true, column: path.column)
                if isEquality, !values.contains(key) { values.append(key) }
                if !isEquality, !ranges.contains(key) { ranges.append(key) }
            }
            ranges.removeAll { values.contains($0) }
        }
    }
}

extension ResolvedCondition {
    /// The conditions all of which have to be met.
    fileprivate var conjuncts: [ResolvedCondition] {
        if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The property that an index can find by, and whether by a value or by a range of them. Conditions that no index serves, and
    /// those that are not known here, have none.
    fileprivate var columnTerm: (path: ResolvedPath, isEquality: Bool)? {
        switch self {
        case .comparison(let left, let comparison, let right):
            let path: ResolvedPath
            switch (left, right) {
            case (.path, .path): return nil
            case (.path(let left), _): path = left
            case (_, .path(let right)): path = right
            default: return nil
            }
            return comparison == .notEqual ? nil : (path, comparison == .equal)
        case .membership(.path(let path), _):
            return (path, true)
        case .text(.path(let path), .beginsWith, _):
            return (path, false)
        case .or(let parts):
            // Several values of one property are to SQLite what IN is.
            let terms = parts.map(\.columnTerm)
            guard let first = terms.first ?? nil, terms.allSatisfy({ $0?.isEquality == true && $0?.path == first.path }) else {
                return nil
            }
            return first
        default:
            return nil
        }
    }

    /// An index of the entity that a key path leads to: SQLite can begin there and follow the relationship backwards.
    fileprivate var indexAtDestination: AdvisedIndex? {
        guard let path = columnTerm?.path, let step = path.steps.last, !FetchLayout.isKey(path.column), path.type.canBeKey
        else { return nil }
        let key = AdvisedIndex.Key(property: path.property, isAscending: true, column: path.column)
        return AdvisedIndex(entity: step.destination, keys: [key])
    }
}

extension ResolvedPath {
    /// Whether an index of the fetched entity can have it for a key.
    fileprivate var canBeKey: Bool {
        steps.isEmpty && folding.isEmpty && calendar == nil && !FetchLayout.isKey(column) && type.canBeKey
    }
}

extension ValueType {
    /// Whether a model can name it in an index.
    fileprivate var canBeKey: Bool {
        switch self {
        case .composite, .json: false
        default: true
        }
    }
}
