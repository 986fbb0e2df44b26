/// The plans that a program has, as texts that are read when a store has to be migrated.
///
/// Each text is the hash of a frozen plan, the plan, and the definition of its new version. Consecutive plans have most of their lines in common, and so have
/// definitions: all texts but the newest are differences from the one that follows.
public struct EmbeddedPlans: Sendable {
    private let texts: [String]
    /// The functions for the plans' steps in Swift.
    public let swiftSteps: [SwiftStepFunction]

    /// - Parameters:
    ///   - texts: the text of the newest plan, and the differences of the older ones, each from the one before it here.
    ///   - swiftSteps: the functions for the plans' steps in Swift.
    public init(_ texts: [String], swiftSteps: [SwiftStepFunction] = []) {
        self.texts = texts
        self.swiftSteps = swiftSteps
    }

    /// The texts of plans between frozen versions.
    /// - Parameters:
    ///   - plans: oldest first.
    ///   - swiftSteps: the functions for their steps in Swift.
    public init(of plans: [MigrationPlan], swiftSteps: [SwiftStepFunction] = []) {
        var texts = [String]()
        var former: [Substring]?
        for plan in plans.reversed() {
            let definition = plan.steps.lazy.compactMap(\.operation.definition).first ?? ""
            let lines = [Substring(plan.frozenHash ?? "")] + Self.lines(PlanText.text(plan) + definition)
            texts.append(former.map { LineDifference.text(of: lines, from: $0) } ?? lines.joined(separator: "\n"))
            former = lines
        }
        self.init(texts, swiftSteps: swiftSteps)
    }

    /// The text of the newest plan, then the differences of the older ones.
    public var content: [String] { texts }

    /// Reads the plans that a store may need.
    /// - Parameters:
    ///   - version: the version of the store; nil for all plans, if the version does not determine which one is needed.
    ///   - hash: the hash of that version; nil for any.
    /// - Returns: the plans, oldest first. None that follows one that cannot be read, which generated code never has.
    public func plans(from version: Int? = nil, hash: String? = nil) -> [MigrationPlan] {
        var plans = [MigrationPlan]()
        var former: [Substring]?
        for text in texts {
            guard let lines = former.map({ LineDifference.lines(text, from: $0) }) ?? Self.lines(text),
                let end = lines.dropFirst().firstIndex(of: "}")
            else { break }
            former = lines
            let definition = lines[(end + 1)...].joined(separator: "\n")
            guard var plan = try? PlanText.plan(lines[1...end].joined(separator: "\n").utf8, definition: definition) else { break }
            plan.frozenHash = lines[0].isEmpty ? nil : String(lines[0])
            plans.append(plan)
            guard let version else { continue }
            let isFirst = plan.fromVersion == version && plan.fromHash == hash ?? plan.fromHash
            if isFirst || plan.fromVersion < version { break }
        }
        return plans.reversed()
    }

    private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
