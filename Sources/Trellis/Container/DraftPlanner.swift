public import StoreMigration

/// Plans a step from a store of an earlier draft to the program's model. The library links no planner; `TrellisDrafts` has one.
@_spi(Drafts)
public protocol DraftPlanner: Sendable {
    /// Plans the step that needs no decision.
    /// - Parameters:
    ///   - store: the store's record, with the text of its model.
    ///   - program: the record of a new store of the program.
    func step(from store: StoreRecord, to program: StoreRecord) -> DraftStep
}

/// The answer of a ``DraftPlanner``.
@_spi(Drafts)
public enum DraftStep: Sendable {
    /// A proved plan that loses nothing.
    case plan(MigrationPlan)
    /// Why you have to decide something first.
    case undecided([String])
}
