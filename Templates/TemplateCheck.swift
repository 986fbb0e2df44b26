import Diagnostics

/// Resolves each tag of a template, by the kinds of subjects at its place.
struct TemplateCheck {
    private(set) var findings: [Finding] = []
    /// The facts whose values are written.
    private(set) var mentions: Set<String> = []
    private var resolver: FactResolver
    private var open: [OpenSection] = []

    /// A section that is not closed yet.
    private struct OpenSection {
        var tag: TemplateTag
        /// Whether the section has subjects of another kind.
        var opensScope = false
    }

    init(_ scopes: [TemplateScope]) {
        resolver = FactResolver(scopes)
    }

    mutating func add(_ tag: TemplateTag) {
        switch tag.role {
        case .comment: break
        case .value: addValue(tag)
        case .section, .inverted: begin(tag)
        case .end: end(tag)
        }
    }

    /// Reports sections that are not closed.
    mutating func finish() {
        for section in open {
            findings.append(
                Finding(
                    .badTemplate, "the section '\(section.tag.name)' is not closed", at: section.tag.span,
                    suggestion: .init("write {{/\(section.tag.name)}} where it ends")))
        }
    }

    private mutating func addValue(_ tag: TemplateTag) {
        guard let fact = resolve(tag) else { return }
        if case .list = fact.kind {
            let message = "'\(tag.name)' is a list, not a text"
            findings.append(
                Finding(
                    .wrongKindOfFact, message, at: tag.span,
                    suggestion: .init("write {{#\(tag.name)}} … {{/\(tag.name)}} around the text for each member")))
            return
        }
        // A form that changes letters has another meaning.
        if fact.isOfOuterThing, fact.form == nil || fact.form == .line { mentions.insert(fact.name) }
    }

    private mutating func begin(_ tag: TemplateTag) {
        let fact = resolve(tag)
        var section = OpenSection(tag: tag)
        if fact == nil {
            // An unknown fact could be a list, whose facts are unknown too.
            section.opensScope = tag.role == .section
            if section.opensScope { resolver.push(nil) }
        } else if let fact, case .text = fact.kind {
            let message = "'\(tag.name)' is a text that is always present, so it needs no section"
            findings.append(Finding(.wrongKindOfFact, message, at: tag.span, suggestion: .init("remove the tags of the section")))
        } else if let fact, fact.form != nil {
            let message = "a section tests whether a text is present, and cannot use a form of it"
            let bare = String(tag.name[..<(tag.name.lastIndex(of: ".") ?? tag.name.endIndex)])
            findings.append(
                Finding(
                    .wrongKindOfFact, message, at: tag.span, suggestion: .init("write '\(bare)'", replacing: tag.span, with: bare)
                ))
        } else if let fact, case .list(let scope) = fact.kind, tag.role == .section {
            section.opensScope = true
            resolver.push(scope())
        }
        open.append(section)
    }

    private mutating func end(_ tag: TemplateTag) {
        guard let place = open.lastIndex(where: { $0.tag.name == tag.name }) else {
            findings.append(Finding(.badTemplate, "no section '\(tag.name)' is open here", at: tag.span))
            return
        }
        for crossed in open[(place + 1)...] {
            findings.append(
                Finding(
                    .badTemplate, "the section '\(crossed.tag.name)' is not closed before '\(tag.name)' is", at: crossed.tag.span,
                    notes: [.init("'\(tag.name)' is closed here", at: tag.span)],
                    suggestion: .init("write {{/\(crossed.tag.name)}} before {{/\(tag.name)}}")))
        }
        while open.count > place, let section = open.popLast() {
            if section.opensScope { resolver.pop() }
        }
    }

    private mutating func resolve(_ tag: TemplateTag) -> ResolvedFact? {
        switch resolver.resolve(tag) {
        case .success(let fact): return fact
        case .failure(.unknown(let finding)): findings.append(finding)
        case .failure(.unknowable): break
        }
        return nil
    }
}
