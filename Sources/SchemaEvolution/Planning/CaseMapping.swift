import SQLiteAccess
import SchemaModel
import StoreMigration

/// The new values of an enum's columns, if raw values were removed or belong to another case now.
///
/// The raw value is what rows have: a case that has another name and the same raw value is the same case.
struct CaseMapping {
    typealias Place = MigrationDecisions.Place

    private let old: EnumerationType
    private let new: EnumerationType

    /// nil where a value is of another type.
    init?(from old: AttributeType, to new: AttributeType) {
        guard case .enumeration(let old) = old, case .enumeration(let new) = new, old.isInteger == new.isInteger else {
            return nil
        }
        self.old = old
        self.new = new
    }

    /// Why a case is lost.
    enum Loss { case isGone, isAnotherCase }

    /// The old cases whose rows could not be read any more, or would be read as another case, by their names.
    var lostCases: [(name: String, loss: Loss)] {
        let raws = Dictionary(new.cases.map { ($0.raw, $0.name) }, uniquingKeysWith: { first, _ in first })
        let names = Dictionary(new.cases.map { ($0.name, $0.raw) }, uniquingKeysWith: { first, _ in first })
        let lost = old.cases.filter { element in
            // Its name has another raw value now, and its raw value belongs to another case.
            if let name = raws[element.raw] { return name != element.name && names[element.name] != nil }
            return !new.hasUnknown
        }.map { (name: $0.name, loss: raws[$0.raw] == nil ? Loss.isGone : .isAnotherCase) }
        return lost + (old.hasUnknown && !new.hasUnknown ? [(EnumerationType.unknownCase, .isGone)] : [])
    }

    /// Where the cases of the old enum are decided.
    func place(of name: String) -> Place { .init(old.name, name) }

    /// The lines that decide the lost cases: the case of the same name, where there is one, or any.
    func line(for lost: [String]) -> DecisionLine {
        .cases(lost.map { name in (place(of: name), new.cases.contains { $0.name == name } ? name : DecisionLine.open) })
    }

    /// The decided cases with the new ones that they become, and those that are no new case.
    func decided(_ decisions: [Place: MigrationDecisions.Decision]) -> (raws: [(old: String?, new: String)], unknown: [Place]) {
        var (raws, unknown) = ([(old: String?, new: String)](), [Place]())
        let names =
            old.cases.map { (name: $0.name, raw: Optional($0.raw)) }
            + (old.hasUnknown ? [(EnumerationType.unknownCase, nil)] : [])
        for (name, raw) in names {
            guard let decision = decisions[place(of: name)] else { continue }
            if let target = new.cases.first(where: { $0.name == decision.text }) {
                raws.append((raw, target.raw))
            } else {
                unknown.append(place(of: name))
            }
        }
        return (raws, unknown)
    }

    /// The new value; nil where it is the old one.
    func value(_ column: String, _ decisions: [Place: MigrationDecisions.Decision]) -> RowValue? {
        let raws = decided(decisions).raws.filter { $0.old != $0.new }
        if raws.isEmpty { return nil }
        let known = raws.compactMap { pair in pair.old.map { CaseMap.Change(stored($0), stored(pair.new)) } }
        let unknown = raws.first { $0.old == nil }.map { rest in
            CaseMap.Unknown(known: Set(old.cases.map(\.raw) + new.cases.map(\.raw)).sorted().map(stored), new: stored(rest.new))
        }
        return .caseMap(CaseMap(column, known, unknown: unknown))
    }

    private func stored(_ raw: String) -> SQLiteValue {
        old.isInteger ? Int64(raw).map(SQLiteValue.integer) ?? .text(raw) : .text(raw)
    }
}
