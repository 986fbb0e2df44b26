import Diagnostics

extension FindingCode {
    static let unknownFact = FindingCode("TR1702")
    static let wrongKindOfFact = FindingCode("TR1704")
}

/// A fact that a tag names.
struct ResolvedFact {
    var name: String
    /// Whether a subject of the whole template declares it.
    var isOfOuterThing: Bool
    var kind: FactDescription.Kind
    var form: TextForm?
}

/// Finds the fact that a name means: of the innermost subject that has it, or of the kind that precedes a dot.
struct FactResolver {
    /// The current subjects, the outermost first; nil for an unknown one.
    private var scopes: [TemplateScope?]
    /// The number of subjects that are not members of lists.
    private let outerCount: Int

    enum Failure: Error {
        case unknown(Finding)
        /// It may be a fact of an unknown subject, which was reported.
        case unknowable
    }

    init(_ scopes: [TemplateScope]) {
        self.scopes = scopes
        outerCount = scopes.count
    }

    mutating func push(_ scope: TemplateScope?) { scopes.append(scope) }

    mutating func pop() { scopes.removeLast() }

    func resolve(_ tag: TemplateTag) -> Result<ResolvedFact, Failure> {
        var parts = tag.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var frames = Array(scopes.indices.reversed())
        if parts.count > 1, let frame = frames.first(where: { scopes[$0]?.kind == parts[0] }) {
            frames = [frame]
            parts.removeFirst()
        }
        // Mustache asks the innermost subject first. A subject answers to its kind if it has no fact of that name.
        let end = frames.firstIndex { scopes[$0]?.kind == parts[0] && fact(parts[0], ofFrame: $0) == nil } ?? frames.endIndex
        let found = frames[..<end].lazy.compactMap { frame in fact(parts[0], ofFrame: frame) }.first
        guard let found else {
            if frames.contains(where: { scopes[$0] == nil }) { return .failure(.unknowable) }
            return .failure(.unknown(unknown(tag, name: parts[0], in: frames)))
        }
        guard parts.count > 1 else { return .success(found) }
        return form(parts.dropFirst().joined(separator: "."), of: found, tag)
    }

    private func form(_ name: String, of fact: ResolvedFact, _ tag: TemplateTag) -> Result<ResolvedFact, Failure> {
        switch fact.kind {
        case .text, .optionalText: break
        case .flag, .list:
            let message = "'\(fact.name)' is \(fact.kind.inWords) and has no forms"
            return .failure(.unknown(Finding(.wrongKindOfFact, message, at: tag.span)))
        }
        var fact = fact
        fact.form = TextForm(rawValue: name)
        if fact.form != nil { return .success(fact) }
        let forms = TextForm.allCases.map(\.rawValue)
        return .failure(
            .unknown(
                Finding(
                    .unknownFact, "there is no form '\(name)' of a text", at: tag.span,
                    suggestion: Self.suggestion(name, in: forms, tag) ?? .init("the forms are \(forms.joined(separator: ", "))")))
        )
    }

    private func fact(_ name: String, ofFrame frame: Int) -> ResolvedFact? {
        guard let scope = scopes[frame] else { return nil }
        if let fact = scope.facts.first(where: { $0.name == name }) {
            return ResolvedFact(name: name, isOfOuterThing: frame < outerCount, kind: fact.kind)
        }
        let isFlag =
            scope.facts.contains { $0.flagOfMembers == name } || frame >= outerCount && ["isFirst", "isLast"].contains(name)
        return isFlag ? ResolvedFact(name: name, isOfOuterThing: false, kind: .flag) : nil
    }

    // MARK: What is unknown

    private func unknown(_ tag: TemplateTag, name: String, in frames: [Int]) -> Finding {
        let known = frames.flatMap { frame in names(ofFrame: frame) }
        let lists = frames.flatMap { scopes[$0]?.facts ?? [] }.filter { list in
            if case .list(let scope) = list.kind { scope().facts.contains { $0.name == name } } else { false }
        }
        let notes = lists.prefix(1).map { Finding.Note("each member of '\($0.name)' has it: use it within {{#\($0.name)}}") }
        let listed = frames.first.map { names(ofFrame: $0).joined(separator: ", ") } ?? ""
        let kind = frames.first.flatMap { scopes[$0]?.kind } ?? ""
        return Finding(
            .unknownFact, "there is no fact '\(name)' here", at: tag.span, notes: notes,
            suggestion: Self.suggestion(name, in: known, tag)
                ?? (notes.isEmpty
                    ? .init("the facts of \(kind.first.map("aeiou".contains) == true ? "an" : "a") \(kind) are \(listed)") : nil))
    }

    private func names(ofFrame frame: Int) -> [String] {
        guard let scope = scopes[frame] else { return [] }
        return scope.facts.flatMap { [$0.name] + [$0.flagOfMembers].compactMap(\.self) }
            + (frame >= outerCount ? ["isFirst", "isLast"] : [])
    }

    private static func suggestion(_ name: String, in names: [String], _ tag: TemplateTag) -> Finding.Suggestion? {
        Spelling.nearest(to: name, in: names).map { nearest in
            let corrected = tag.name.replacing(name, with: nearest, maxReplacements: 1)
            return .init("did you mean '\(corrected)'?", replacing: tag.span, with: corrected)
        }
    }
}

extension FactDescription {
    /// The name of the flag for a list with members: `hasEntities` for `entities`; nil if the fact is not a list.
    public var flagOfMembers: String? {
        guard case .list = kind else { return nil }
        return "has" + name.prefix(1).uppercased() + name.dropFirst()
    }
}

extension FactDescription.Kind {
    /// The kind in words.
    public var inWords: String {
        switch self {
        case .text: "a text"
        case .optionalText: "an optional text"
        case .flag: "a flag"
        case .list: "a list"
        }
    }
}
