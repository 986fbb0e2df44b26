/// How far a migration is.
public struct MigrationProgress: Sendable, Hashable {
    /// The step, from 1. Each is one transaction: it makes a store of one version one of the next, or of a later one.
    public var step: Int
    public var steps: Int
    /// The version that the step leads to.
    public var toVersion: Int
    /// The statement that runs, from 1; 0 while the file is checked or copied, and one more than there are while the result is
    /// checked.
    public var statement: Int
    public var statements: Int
    /// What the statement is for.
    public var purpose: String
    /// How many rows the statement has passed: 0 when it begins, and for those that scan no table.
    public var rows: Int64
    /// What the statements of all steps have read and written so far.
    public var done: Amount
    /// What they will have read and written at the end, as estimated before the migration. A row counts once for each statement that
    /// reads or writes it.
    public var total: Amount
    /// How much of the whole is done, from 0 to 1, by the estimated time of each statement. It never decreases. It is 1 in the last
    /// report alone, when all steps are committed.
    public var fraction: Double
    /// How long the rest will take, by the time that the migration took so far; nil as long as that is too short to tell.
    public var timeLeft: Duration?

    /// A moment that a meter completes.
    init(step: Int, steps: Int, toVersion: Int, statement: Int, statements: Int, purpose: String, rows: Int64) {
        (self.step, self.steps, self.toVersion, self.statement, self.statements) = (step, steps, toVersion, statement, statements)
        (self.purpose, self.rows, done, total, fraction) = (purpose, rows, .zero, .zero, 0)
    }

    /// A number of rows, and of bytes in them.
    public struct Amount: Sendable, Hashable {
        public var rows: Int64
        public var bytes: Int64

        /// Nothing.
        public static let zero = Amount(rows: 0, bytes: 0)

        static func + (left: Amount, right: Amount) -> Amount { Amount(rows: left.rows + right.rows, bytes: left.bytes + right.bytes) }

        /// A part of it.
        func part(_ share: Double) -> Amount {
            share >= 1 ? self : Amount(rows: Int64(Double(rows) * share), bytes: Int64(Double(bytes) * share))
        }
    }
}
