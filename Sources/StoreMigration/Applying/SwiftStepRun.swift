package import SQLiteAccess

/// The function of a program that runs a Swift step of a migration.
public struct SwiftStepFunction: Sendable {
    /// The version that the step's plan leads to.
    let toVersion: Int
    let name: String
    let body: @Sendable (SwiftStepRun) throws -> Void

    /// - Parameters:
    ///   - name: the step's name.
    ///   - toVersion: the version that the step's plan leads to.
    ///   - body: runs the step. An error that it throws undoes the migration to the version.
    public init(_ name: String, toVersion: Int, _ body: @escaping @Sendable (SwiftStepRun) throws -> Void) {
        self.toVersion = toVersion
        self.name = name
        self.body = body
    }
}

/// A Swift step that runs, within the transaction of its migration. It is good until its function returns.
public final class SwiftStepRun {
    package let step: SwiftStep
    private let connection: SQLiteConnection
    private let onProgress: (_ rows: Int64) throws -> Void
    private var statements: [StatementUse: PreparedStatement] = [:]
    private var rows: Int64 = 0
    /// What stopped the step. It counts also if the function catches it.
    private(set) var interruption: (any Error)?
    private var isOver = false

    /// After how many rows progress is reported.
    private static let interval: Int64 = 250

    init(_ step: SwiftStep, _ connection: SQLiteConnection, _ onProgress: @escaping (_ rows: Int64) throws -> Void) {
        self.step = step
        self.connection = connection
        self.onProgress = onProgress
    }

    /// A statement that is ready to be bound. Each is written and prepared once: a step has millions of rows.
    /// - Parameter sql: its text, for the first use.
    /// - Throws: `SQLiteError`, or ``SwiftStepError``
    package func statement(for use: StatementUse, _ sql: () -> String) throws -> RawStatement {
        if isOver { throw SwiftStepError.isOver(step: step.name) }
        if let statement = statements[use] { return statement.raw }
        let statement = try connection.prepare(sql())
        statements[use] = statement
        return statement.raw
    }

    /// What a statement does with the rows of an entity.
    package struct StatementUse: Hashable {
        private let table: String
        private let entity: String
        private let action: Action

        package enum Action: Hashable {
            case readBatch, readRow, insert, delete
            /// The numbers of the properties that change.
            case update([Int])
            /// The number of the property with the key.
            case checkKey(Int)
        }

        package init(_ action: Action, _ rows: SwiftStep.Rows) {
            (self.action, table, entity) = (action, rows.table, rows.entity)
        }
    }

    /// Counts a row that was read or written.
    /// - Throws: what `onProgress` throws, from then on for each row.
    package func pass() throws {
        if let interruption { throw interruption }
        rows += 1
        guard rows % Self.interval == 0 else { return }
        do {
            try onProgress(rows)
        } catch {
            interruption = error
            throw error
        }
    }

    /// No statement may be open when the migration goes on.
    func end() {
        isOver = true
        statements = [:]
    }
}

/// Why a Swift step could not read or write a row.
public enum SwiftStepError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The step's function has returned.
    case isOver(step: String)
    /// The step does not name the entity.
    case notNamed(entity: String, step: String)
    /// A stored value is none of its property.
    case unreadable(entity: String, row: Int64, property: String, value: String)
    /// A value has no stored form, for example a decimal with more places than its scale.
    case unwritable(entity: String, property: String)
    /// A key leads to a row of another entity.
    case wrongDestination(entity: String, property: String, destination: String, row: Int64)

    public var description: String {
        switch self {
        case .isOver(let step): "the step '\(step)' is over, and reads and writes no more rows"
        case .notNamed(let entity, let step): "the step '\(step)' does not name '\(entity)'"
        case .unreadable(let entity, let row, let property, let value):
            "the value \(value) of '\(entity).\(property)' cannot be read (_id \(row))"
        case .unwritable(let entity, let property): "the value of '\(entity).\(property)' cannot be stored"
        case .wrongDestination(let entity, let property, let destination, let row):
            "'\(entity).\(property)' would lead to a row that is no '\(destination)' (_id \(row))"
        }
    }
}
