import Diagnostics

/// Asks about likely renames first, and about the rest as it is once they are decided.
///
/// What is gone and what is new are often one element under another name. Without this, a plan would also ask for values that the rename
/// keeps, and for the loss of what depends on a renamed entity. Pasted together, such answers overwrite values or exclude each other.
struct AssumedRenames {
    /// The decisions, with the renames that are assumed.
    private var decisions: MigrationDecisions
    private var findings: [Finding]
    /// The findings that ask for the renames.
    private var questions: [Finding] = []
    private var refused = Set<Rename>()
    private let replan: (MigrationDecisions) -> [Finding]

    private struct Rename: Hashable {
        let place: MigrationDecisions.Place
        let name: String
    }

    /// - Parameters:
    ///   - findings: the findings of a plan with the decisions.
    ///   - replan: the findings with other decisions.
    /// - Returns: the findings, without those that a likely rename answers.
    static func findings(
        _ findings: [Finding], _ decisions: MigrationDecisions, replan: @escaping (MigrationDecisions) -> [Finding]
    ) -> [Finding] {
        var assumed = AssumedRenames(decisions: decisions, findings: findings, replan: replan)
        assumed.run()
        return assumed.questions
            + assumed.findings.filter { !assumed.questions.contains($0) }.map { finding in
                // Without the renames it is not asked, or not so.
                var noted = finding
                if !findings.contains(finding), finding.suggestion != nil { noted.notes.append(note) }
                return noted
            }
    }

    private static let note = Finding.Note("this assumes the renames that the other findings propose")

    private init(decisions: MigrationDecisions, findings: [Finding], replan: @escaping (MigrationDecisions) -> [Finding]) {
        (self.decisions, self.findings, self.replan) = (decisions, findings, replan)
    }

    private mutating func run() {
        while true {
            let asked = findings.filter { finding in
                let renames = Self.renames(finding)
                return !renames.isEmpty && renames.allSatisfy { !refused.contains($0) && decisions.renames[$0.place] == nil }
            }
            // The new name of an entity decides how its properties are renamed, and that of a composite attribute its parts.
            guard let depth = asked.map(Self.depth).min() else { return }
            let outermost = asked.filter { Self.depth($0) == depth }
            if assume(outermost) { continue }
            for question in outermost where !assume([question]) { refused.formUnion(Self.renames(question)) }
        }
    }

    /// - Returns: whether the plan accepts the renames.
    private mutating func assume(_ asked: [Finding]) -> Bool {
        var assumed = decisions
        for finding in asked {
            for rename in Self.renames(finding) { assumed.renames[rename.place] = .init(rename.name, at: finding.span) }
        }
        let new = replan(assumed)
        if new.contains(where: { $0.code == .decisionOnNothing && !findings.contains($0) }) { return false }
        // What is gone and what is new ask for the same rename: once is enough.
        for question in asked.filter({ $0.code == .loss }) + asked.filter({ $0.code != .loss }) {
            let known = Set(questions.flatMap(Self.renames))
            if !known.isSuperset(of: Self.renames(question)) { questions.append(question) }
        }
        (decisions, findings) = (assumed, new)
        return true
    }

    /// The renames that are a finding's likeliest answer; empty if that is another one.
    private static func renames(_ finding: Finding) -> [Rename] {
        guard finding.severity == .error, let entries = finding.suggestion?.answers.first(where: { !$0.entries.isEmpty })?.entries,
            entries.allSatisfy({ $0.section == .renames })
        else { return [] }
        return entries.map { Rename(place: .init(said: $0.key), name: $0.value) }
    }

    private static func depth(_ finding: Finding) -> Int {
        renames(finding).map { rename in
            rename.place.property.map { $0.split(separator: ".").count } ?? 0
        }.min() ?? 0
    }
}
