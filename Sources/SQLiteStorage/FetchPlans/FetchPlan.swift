import Predicates
import SchemaModel

/// What a model asks of the store by a name, with the statement that it becomes, and how SQLite goes about it.
public struct FetchPlan: Sendable {
    /// What is asked with the fetch.
    public enum Kind: String, Sendable {
        case fetch
        case fetchedProperty
        case search
    }

    public var kind: Kind
    /// The entity that declares it.
    public var entity: Entity
    public var name: Name
    /// What a program gives; of a fetched property the object that has it.
    public var parameters: [NamedFetch.Parameter]
    /// The statement as a program runs it, but for columns of other entities that share the table: a program has NULL in place of
    /// these.
    public var statement: SelectStatement
    /// SQLite's plan without statistics, as in a file that was never analyzed.
    public var plan: QueryPlan
    public var waste: PlanWaste
    /// The indexes that spare some of the waste; nil where none does, or there is none.
    public var advice: IndexAdvice?
    /// How live lists of its objects follow changes; nil for a search, whose order is a rank.
    public var following: FollowedFetch?
    /// The operands of the condition for which live lists query again.
    var unfollowed: [Operand] = []
    let resolved: ResolvedFetch
    let tables: PlanTables

    /// The statement in lines for people: `t0.*` for its columns, and parameters by their names.
    public var statementLines: [String] { StatementText(statement.sql).lines(statement.bindings) }

    /// The plan in words.
    public var words: [PlanLine] { PlanWords(tables: tables).lines(plan) }

    /// Whether the order goes through a relationship, so that no index can have it.
    public var sortsByOthers: Bool { resolved.sort.contains { !$0.path.steps.isEmpty } }

    /// The first text that the order folds row by row, which a derived attribute with an index would avoid; nil if no key does.
    public var foldedSortKey: String? {
        resolved.sort.first { $0.path.steps.isEmpty && $0.path.folding == [.caseInsensitive, .diacriticInsensitive] }?.path.property
    }
}
