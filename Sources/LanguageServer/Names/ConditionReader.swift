import Predicates

/// Follows the key paths of a condition word by word. The text may be incomplete, so nothing depends on the condition as a whole.
struct ConditionReader {
    private let scope: ConditionScope
    private let words: [ConditionWord]
    private(set) var found: [ConditionScope.FoundName] = []
    /// The place that the last path leads to, if a name can follow its last dot; that of the object if no path is open.
    private(set) var lastTarget: ConditionScope.Target?
    /// The enums that the last comparison is about.
    private(set) var comparedEnumerations: [String] = []

    private var index = 0
    /// The entity of names without a path before them.
    private var entity: String
    /// The entities of the members that subqueries name.
    private var variables: [String: String] = [:]
    /// The enums of the comparison that is read, and its names that are no properties.
    private var enumerations: [String] = []
    private var unknown: [ConditionWord] = []

    init(_ scope: ConditionScope, _ words: [ConditionWord]) {
        self.scope = scope
        self.words = words
        entity = scope.entity
    }

    mutating func read() {
        while index < words.count { readWord() }
        comparedEnumerations = enumerations
        finishComparison()
        if let last = words.last, last.kind != .dot { lastTarget = .entity(entity) }
        if words.isEmpty { lastTarget = .entity(entity) }
    }

    private mutating func readWord() {
        let word = words[index]
        switch word.kind {
        case .name: readName(word)
        case .parameter: readParameter(word)
        case .string:
            unknown.append(word)
            index += 1
        case .sign where ["&&", "||", "!"].contains(word.text):
            finishComparison()
            index += 1
        default:
            index += 1
        }
    }

    private mutating func readName(_ word: ConditionWord) {
        if scope.isDerivation, word.text == "where", let member = derivedMember {
            // What follows is a condition on a member.
            finishComparison()
            entity = member
            index += 1
            return
        }
        if next(1)?.kind == .open, word.keyword != "NOT", word.keyword != "AND", word.keyword != "OR" {
            index += 1
            if word.keyword == "SUBQUERY" { readSubquery() }
            return
        }
        let isProperty = scope.outline.property(word.text, of: entity) != nil
        if let keyword = word.keyword {
            if ["AND", "OR", "NOT"].contains(keyword), next(1)?.kind != .dot {
                finishComparison()
                index += 1
                return
            }
            if keyword == "SELF" {
                index += 1
                return followPath(from: .entity(entity))
            }
            if !isProperty || !isNameBeforeOperator {
                index += 1
                return
            }
        }
        guard isProperty, let (symbol, target) = scope.step(word.text, from: .entity(entity)) else {
            if next(1)?.kind != .dot { unknown.append(word) }
            lastTarget = nil
            index += 1
            // The rest of an unknown path means nothing.
            while next(0)?.kind == .dot { index += 2 }
            return
        }
        found.append(.init(symbol: symbol, range: word.range))
        index += 1
        followPath(from: target)
    }

    /// Whether a word that is a property's name too is used as one.
    private var isNameBeforeOperator: Bool {
        guard let next = next(1) else { return index == 0 || words[index - 1].kind == .sign }
        switch next.kind {
        case .sign, .dot, .close, .comma, .closeList: return true
        case .name: return next.keyword != nil && next.keyword != "AND" && next.keyword != "OR" || index > 0 && words[index - 1].kind == .sign
        default: return false
        }
    }

    private mutating func readParameter(_ word: ConditionWord) {
        index += 1
        if word.text == "FETCH_SOURCE", let source = scope.source { return followPath(from: .entity(source)) }
        if let member = variables[word.text] { return followPath(from: .entity(member)) }
        guard let fetch = scope.fetch, let parameter = scope.parameters.first(where: { $0.name == word.text }) else { return }
        let range = (word.range.upperBound - word.text.unicodeScalars.count)..<word.range.upperBound
        found.append(.init(symbol: .parameter(word.text, ofFetch: fetch, of: scope.entity), range: range))
        if case .enumeration(let name) = scope.target(ofType: parameter.type) { enumerations.append(name) }
    }

    /// `SUBQUERY(path, $x, …)`: the variable is known from here on.
    private mutating func readSubquery() {
        // The open parenthesis.
        index += 1
        guard let first = next(0), case .name = first.kind, let (symbol, target) = scope.step(first.text, from: .entity(entity)) else {
            if let first = next(0), first.kind == .parameter { readParameter(first) }
            return nameVariable(lastTarget)
        }
        found.append(.init(symbol: symbol, range: first.range))
        index += 1
        followPath(from: target)
        nameVariable(lastTarget)
    }

    private mutating func nameVariable(_ target: ConditionScope.Target?) {
        guard next(0)?.kind == .comma, let variable = next(1), variable.kind == .parameter, case .entity(let member)? = target else { return }
        variables[variable.text] = member
        index += 2
    }

    /// Follows `.name` and `.@function` after a target.
    private mutating func followPath(from start: ConditionScope.Target) {
        var target: ConditionScope.Target? = start
        lastTarget = start
        while next(0)?.kind == .dot {
            guard let word = next(1) else {
                // A name can follow here.
                lastTarget = target
                index += 1
                return
            }
            switch word.kind {
            case .memberFunction:
                index += 2
            case .name:
                if let current = target, let (symbol, next) = scope.step(word.text, from: current) {
                    found.append(.init(symbol: symbol, range: word.range))
                    target = next
                } else {
                    target = nil
                }
                index += 2
            default:
                index += 1
                return
            }
            lastTarget = target
        }
        if case .enumeration(let name)? = target { enumerations.append(name) }
    }

    /// The members' entity of a derivation, `rows.@sum.price where …`.
    private var derivedMember: String? {
        guard index > 0, let first = words.first, case .name = first.kind,
            case .relationship(let destination, true, _)? = scope.outline.property(first.text, of: scope.entity)?.property.kind
        else { return nil }
        return destination
    }

    /// The cases of the enums that a comparison is about.
    private mutating func finishComparison() {
        defer { (enumerations, unknown) = ([], []) }
        for word in unknown {
            for enumeration in enumerations where scope.outline.hasCase(word.text, of: enumeration) {
                if word.kind == .string {
                    // A text is a raw value. It is a case's name only if the names are stored.
                    guard scope.outline.enumeration(named: enumeration)?.storesNames == true,
                        word.range.count == word.text.unicodeScalars.count + 2
                    else { continue }
                    found.append(
                        .init(symbol: .enumerationCase(word.text, of: enumeration), range: (word.range.lowerBound + 1)..<(word.range.upperBound - 1)))
                } else {
                    found.append(.init(symbol: .enumerationCase(word.text, of: enumeration), range: word.range))
                }
                break
            }
        }
    }

    private func next(_ ahead: Int) -> ConditionWord? { index + ahead < words.count ? words[index + ahead] : nil }
}
