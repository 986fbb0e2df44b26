import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// A store of a random history that goes up to the newest version and back to the first, with all questions answered as printed.
struct WayBackTrial {
    enum Result {
        /// - Parameter compared: how many values were compared.
        case same(compared: Int)
        /// The planner or the proof refuses a version or the way back, whatever is pasted.
        case refused(String)
        case wrong(String)
    }

    private var models: [WayBackModel]
    private var history = HistoryFiles(model: "Random.yaml", folder: "versions", contents: [:])
    private var schemas: [StoredVersion] = []
    /// The first version's elements whose values a version gives up, and those that it gives other elements' or new values.
    private var lost = Set<Int>()
    /// The first version's elements that are required in some version, where rows without a value get one.
    private var filled = Set<Int>()
    private var decided: [String] = []

    init(_ random: inout SeededGenerator) { models = [WayBackModel(&random)] }

    mutating func run(_ random: inout SeededGenerator) throws -> Result {
        guard try freeze(models[0], .init(), &random) == nil else { return .refused("the first version") }
        for _ in 0..<20 where models.count < 4 {
            let (next, renames, cases) = models[models.count - 1].edited(&random)
            if next == models[models.count - 1] { continue }
            if let refusal = try freeze(next, PrintedDecisions(renames: renames, cases: cases), &random) {
                if refusal.isEmpty { continue }
                return .refused(refusal)
            }
            models.append(next)
        }
        if models.count == 1 { return .same(compared: 0) }
        noteLosses()
        return try thereAndBack(&random)
    }

    // MARK: Up

    /// Freezes a version with the printed answers.
    /// - Returns: nil if it is frozen; otherwise why not, empty if it needs no version.
    private mutating func freeze(_ model: WayBackModel, _ printed: PrintedDecisions, _ random: inout SeededGenerator) throws -> String? {
        let live = try #require(ModelReader.read(Array(model.text.utf8), file: "Random.yaml").model, "\(model.text)")
        let known = try #require(HistoryReader.read(history).history)
        var printed = printed
        for _ in 0..<8 {
            let decisions = try #require(printed.read(), "\(printed.text)")
            let (next, findings) = NextVersion.freeze(live, after: known, known.newest == nil ? nil : (decisions, printed.text))
            if let next {
                for (file, text) in next.files { history.contents[file.name] = Array(text.utf8) }
                decided.append("--- \(next.number)\n\(model.text)\n\(printed.text)")
                note(printed, in: model)
                return nil
            }
            let errors = findings.filter { $0.severity == .error }
            if errors.contains(where: { $0.code.name == "TR2211" }) { return "" }
            if printed.paste(errors, for: live, LayoutPlanner.plan(live, as: .init(number: 1, isDraft: false)).0, &random) { continue }
            return "\(errors.map(\.message))\n\(decided.joined(separator: "\n"))\n--- next\n\(model.text)\n\(printed.text)"
        }
        return "questions without end: \(printed.text)"
    }

    /// Notes answers that give an element other values than its own.
    private mutating func note(_ printed: PrintedDecisions, in model: WayBackModel) {
        for (place, value) in printed.sections["values"] ?? [:] {
            guard let id = model.id(of: place) else { continue }
            let column = String(place.split(separator: ".").last ?? "")
            if !value.contains("coalesce(\(column),") && !value.contains("ifnull(\(column),") { lost.insert(id) }
        }
    }

    /// What a version lacks is lost, even if a later one has something of its name.
    private mutating func noteLosses() {
        for element in models[0].ids where models.contains(where: { !$0.ids.contains(element) }) { lost.insert(element) }
        for attribute in models[0].entities.flatMap(\.attributes) {
            let later = models.compactMap { model in model.entities.flatMap(\.attributes).first { $0.id == attribute.id } }
            if later.contains(where: { !$0.isOptional }) { filled.insert(attribute.id) }
        }
    }

    // MARK: Back

    private mutating func thereAndBack(_ random: inout SeededGenerator) throws -> Result {
        let known = try #require(HistoryReader.read(history).history)
        let versions = try known.versions.map { try #require($0.read().version) }
        let (first, last) = (versions[0], versions[versions.count - 1])
        let store = try SQLiteConnection.inMemory()
        try store.execute(first.schema.ddl)
        try store.execute("PRAGMA recursive_triggers = ON")
        let rows = WayBackRows(model: models[0])
        try rows.write(into: store, &random)
        let before = try rows.read(store)
        let identity = last.schema.identity
        do {
            try migrate(store, known.plans(), identity)
        } catch {
            return .refused("up: \(error)")
        }

        var printed = PrintedDecisions()
        for _ in 0..<8 {
            let decisions = try #require(printed.read(), "\(printed.text)")
            let all = decisions.completed(by: known.decisionsBack(from: identity.version, to: 1, live: nil))
            let (plan, planned) = MigrationPlanner.plan(from: last, to: first, all)
            let findings = planned + (plan.map { MigrationProof(from: last, to: first, all).findings(of: $0) } ?? [])
            let report = "\(decided.joined(separator: "\n"))\n--- back\n\(printed.text)\n\(plan?.text ?? "")"
            if let plan, !findings.containsError {
                if let needless = needlessDecision(printed) { return .wrong("the way back asks for \(needless)\n\(report)") }
                do {
                    try migrate(store, [plan], first.schema.identity)
                } catch {
                    return .wrong("back: \(error)\n\(report)")
                }
                return try compare(before, rows.read(store), printed, report)
            }
            let errors = findings.filter { $0.severity == .error }
            if printed.paste(errors, for: first.model, first.schema, &random) { continue }
            return .refused("back: \(errors.map { "\($0.message) \($0.suggestion?.message ?? "") \($0.notes.map(\.message))" })\n\(report)")
        }
        return .refused("back: questions without end\n\(printed.text)")
    }

    private func migrate(_ store: SQLiteConnection, _ plans: [MigrationPlan], _ identity: StoreIdentity) throws {
        let chain = MigrationChain(model: identity.model, version: identity.version, isDraft: false, hash: identity.hash, plans: plans)
        try StoreMigrator(store, chain, MigrationOptions(availableSpace: .max)).migrate()
    }

    /// A loss or a case that the way back asks for, although the first version has it.
    private func needlessDecision(_ printed: PrintedDecisions) -> String? {
        let last = models[models.count - 1]
        let kept = Set(models[0].ids).subtracting(lost)
        let asked = Array((printed.sections["drops"] ?? [:]).keys) + Array((printed.sections["cases"] ?? [:]).keys)
        return asked.first { last.id(of: $0).map(kept.contains) == true }
    }

    private func compare(
        _ before: [Int: [String: String?]], _ after: [Int: [String: String?]], _ printed: PrintedDecisions, _ report: String
    ) -> Result {
        // Answers of the way back that give values of their own.
        var lost = lost
        for (place, value) in printed.sections["values"] ?? [:] {
            guard let id = models[0].id(of: place) else { continue }
            let own = models[models.count - 1].name(of: id) ?? ""
            if !value.contains("(\(own),") { lost.insert(id) }
        }
        var compared = 0
        for (element, values) in before where !lost.contains(element) {
            let found = after[element] ?? [:]
            let isFilled = filled.contains(element)
            let wanted = isFilled ? values.filter { $0.value != nil } : values
            let compareds = isFilled ? found.filter { values[$0.key] != .some(nil) } : found
            compared += wanted.count
            guard wanted != compareds else { continue }
            let name = models[0].name(of: element) ?? "\(element)"
            return .wrong("'\(name)' had \(wanted.sorted { $0.key < $1.key }), and has \(compareds.sorted { $0.key < $1.key })\n\(report)")
        }
        return .same(compared: compared)
    }
}

extension WayBackModel {
    /// The numbers of all elements.
    var ids: [Int] {
        entities.flatMap { [$0.id] + $0.attributes.map(\.id) + $0.keys.map(\.id) } + cases.map(\.id) + [pair.id]
    }

    /// The number of what decisions call by a name.
    func id(of place: String) -> Int? {
        let parts = place.split(separator: ".").map(String.init)
        if parts.first == Self.enumeration { return cases.first { $0.name == parts.last }?.id }
        guard let entity = entities.first(where: { $0.name == parts.first }) else { return nil }
        guard parts.count > 1 else { return entity.id }
        if let attribute = entity.attributes.first(where: { $0.name == parts[1] }) { return attribute.id }
        if let key = entity.keys.first(where: { $0.name == parts[1] }) { return key.id }
        return [pair.name, pair.inverse].contains(parts[1]) ? pair.id : nil
    }

    /// The name of an element, without that of its entity.
    func name(of id: Int) -> String? {
        entities.first { $0.id == id }?.name ?? entities.lazy.flatMap(\.attributes).first { $0.id == id }?.name
            ?? entities.lazy.flatMap(\.keys).first { $0.id == id }?.name ?? (pair.id == id ? pair.name : nil)
    }
}
