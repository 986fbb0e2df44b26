import SQLiteStorage
import SchemaModel

/// A named fetch, a fetched property or a search, its SQL and its plan, for people and for programs.
struct FetchPlanText {
    private let plan: FetchPlan
    private let model: Model

    init(_ plan: FetchPlan, model: Model) {
        self.plan = plan
        self.model = model
    }

    var entity: String { plan.entity.name.text }
    var name: String { plan.name.text }

    /// Whether it matches the requested entity and name.
    func isOf(entity: String?, fetch: String?) -> Bool {
        (entity == nil || entity == self.entity) && (fetch == nil || fetch == name)
    }

    /// Its name, its SQL, then the plan with a line for each step, and the remarks on it.
    var lines: [String] {
        let parameters = plan.parameters.map { "\($0.name.text): \($0.type.text)\($0.isOptional ? "?" : "")" }
        let span = plan.name.span
        let place = "(\(span.file):\(span.start.line):\(span.start.column))"
        // A fetched property has no parameters, because it has its object.
        let call = plan.kind == .fetchedProperty ? "" : "(\(parameters.joined(separator: ", ")))"
        return ["\(entity).\(name)\(call)  \(place)"] + plan.statementLines.map { "    \($0)" }
            + plan.words.map { "  \(String(repeating: "  ", count: $0.depth))- \($0.words)" }
            + following.map { "  \($0)" } + remarks.map { "  \($0.kind): \($0.text)" }
    }

    /// How live lists of its objects follow changes: none for a search.
    private var following: [String] {
        guard let strategy = plan.following?.strategy, let words = plan.followingWords else { return [] }
        return ["live list (\(strategy.name)): \(words)"]
    }

    /// The advice on indexes.
    private var remarks: [(kind: String, text: String)] {
        var remarks = [(kind: String, text: String)]()
        if let finding = plan.finding(in: model) {
            remarks.append(("warning[\(finding.code)]", finding.message))
            if let suggestion = finding.suggestion { remarks.append(("help", suggestion.message)) }
        } else if !plan.waste.isEmpty {
            let reason = plan.sortsByOthers && plan.waste.sort != .none ? ": it sorts through a relationship" : ""
            remarks.append(("note", "it \(plan.waste.words), and no index would avoid that\(reason)"))
            if plan.waste.sort != .none, let key = plan.foldedSortKey {
                remarks.append(("help", "add an attribute with 'derived: fold(\(key))' and an index on it: the order uses them"))
            }
        }
        return remarks
    }

    var json: JSONValue {
        let span = plan.name.span
        var entries: [(key: String, value: JSONValue)] = [
            ("model", .string(model.name.text)), ("entity", .string(entity)), ("fetch", .string(name)),
            ("kind", .string(plan.kind.rawValue)),
            ("file", .string(span.file)), ("line", .integer(span.start.line)), ("column", .integer(span.start.column)),
            (
                "parameters",
                .array(
                    plan.parameters.map {
                        ["name": .string($0.name.text), "type": .string($0.type.text), "optional": .bool($0.isOptional)]
                    })
            ),
            ("sql", .string(plan.statement.sql)),
            (
                "plan",
                .array(
                    plan.words.map {
                        ["depth": .integer($0.depth), "words": .string($0.words), "sqlite": .string($0.step.detail)]
                    })
            ),
            ("wasted", waste(plan.waste)),
        ]
        if let following = plan.following {
            var live: [(key: String, value: JSONValue)] = [
                ("strategy", .string(following.strategy.name)), ("entities", .array(plan.followedEntities.map(JSONValue.string))),
            ]
            if let part = plan.unfollowedPart { live.append(("because", .string(part))) }
            entries.append(("live", .object(live)))
        }
        if let advice = plan.advice {
            let indexes = advice.indexes.map { index -> JSONValue in
                ["entity": .string(index.entity), "keys": .array(index.keys.map { .string($0.text) })]
            }
            entries.append(("advice", ["indexes": .array(indexes), "stillWasted": waste(advice.remaining)]))
        }
        return .object(entries)
    }

    private func waste(_ waste: PlanWaste) -> JSONValue {
        ["scans": .array(waste.scans.map(JSONValue.string)), "sort": .string(waste.sort.name)]
    }
}

extension PlanWaste.Sort {
    /// Its identifier in JSON.
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .partial: "partial"
        case .whole: "whole"
        }
    }
}

extension ParameterType {
    /// The type as written in a model.
    fileprivate var text: String {
        switch self {
        case .value(let type): type.keyword
        case .object(let entity): entity
        }
    }
}
