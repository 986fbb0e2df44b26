package import SQLiteAccess

/// What a plan does to a store. The list is closed: cost, affected rows, the SQLite that is needed, the places of errors and the
/// SQL are functions of it.
///
/// An operation speaks of tables and columns by the names that they have when it runs.
package enum Operation: Sendable, Hashable {
    // MARK: Tables

    case createTable(TableDefinition)
    case dropTable(String)
    case renameTable(String, to: String)
    /// Replaces a table by a new one with its rows, for what SQLite cannot change in place
    /// (https://www.sqlite.org/lang_altertable.html, section 7).
    case rebuildTable(Rebuild)

    // MARK: Columns and constraints

    case addColumn(ColumnDefinition, table: String)
    case dropColumn(String, table: String)
    case renameColumn(String, to: String, table: String)
    case dropNotNull(column: String, table: String)
    case setNotNull(column: String, table: String)
    /// Without a name, as a fresh table has it: both have to be the same for plans that follow.
    case addCheck(ColumnCheck, table: String)

    // MARK: Rows

    case updateRows(RowUpdate)
    /// Stops the migration if a value of a column does not fit. Where all fit, nothing is written.
    case refuseValues(column: String, notFitting: [ValueFit], table: String, type: StoredType)
    /// Deletes the rows of an entity; all rows without one.
    case deleteRows(ofEntity: String?, table: String)
    /// Takes rows out of the table of a hierarchy, with their keys, into a table that was empty.
    case moveRows(RowMove)
    /// Computes rows that come to another table, and keeps them in a table of their own.
    case computeRows(ComputedRows)
    /// Adds computed rows to a table that has others.
    case addRows(from: String, to: String, columns: [String])
    /// Copies rows into a table of their own, from which others read them before it is dropped.
    case copyAside(String, rows: RowSet)
    /// Gives rows new keys, or what leads to them.
    case raiseKeys(KeyRaising)
    /// Lets a table give no key that another one gave before its keys were raised.
    case raiseSequence(SequenceRaising)
    /// The same for keys in recorded changes.
    case raiseRecordedKeys(RecordedKeyRaising)
    /// Gives recorded changes the new keys of their rows.
    case raiseRecordedIDs(table: String, entities: [String], by: KeyOffset)
    /// Changes texts of a column, all at once: names may be exchanged.
    case renameTexts([NameChange], column: String, table: String)
    /// Empties the keys that lead to some rows.
    case emptyKeys(column: String, table: String, leadingTo: RowSet)
    /// Deletes the connections of some rows.
    case deleteConnections(column: String, table: String, of: RowSet)
    /// Fills a new table of connections.
    case copyConnections(ConnectionCopy)
    /// Gives connections without a place the one that they have in other rows.
    case copyPlaces(PlaceCopy)
    /// Gives properties in the recorded changes of an entity their new names; those without one are left out.
    case renameRecordedProperties([RecordedName], entity: String, table: String)

    // MARK: What is made from rows

    case createIndex(IndexDefinition)
    case dropIndex(String)
    case createTrigger(String, sql: String)
    case dropTrigger(String)
    case createView(String, sql: String)
    case dropView(String)
    case createSearch(String, sql: String)
    case dropSearch(String)
    case fillSearch(String)
    /// Computes the values of a count or a sum again.
    case recompute(column: String, table: String, sql: String)

    // MARK: The rest

    /// Has the store say which version it is of.
    case recordVersion(RecordedVersion)
    /// A statement of a person, without the semicolon at its end: it may remove any number of rows.
    case user(sql: String)
    /// Code of a program, which may write any rows of the entities that it names.
    case runSwift(SwiftStep)
    /// A statement of a plan from before plans consisted of operations. It runs as it stands.
    case frozen(FrozenStatement)
}

/// A table with the values of its columns, on rows of the table with its name as it was.
package struct Rebuild: Sendable, Hashable, Codable {
    package var table: TableDefinition
    package var values: [ColumnValue]
    /// Whether the table counts its keys: the greatest key that it ever had is kept, though its row may be gone.
    package var keepsSequence: Bool

    /// - Parameters:
    ///   - table: the table as it becomes.
    ///   - values: the values of its columns.
    ///   - keepsSequence: whether the table counts its keys.
    package init(_ table: TableDefinition, _ values: [ColumnValue], keepsSequence: Bool) {
        self.table = table
        self.values = values
        self.keepsSequence = keepsSequence
    }

    /// What the table is called until the one that was is gone.
    package static func rebuiltName(of table: String) -> String { "_trellis_new_\(table)" }
}

/// A column with the value that it gets.
package struct ColumnValue: Sendable, Hashable, Codable {
    package var column: String
    package var value: RowValue

    /// - Parameters:
    ///   - column: the column's name.
    ///   - value: what it gets.
    package init(_ column: String, _ value: RowValue) {
        self.column = column
        self.value = value
    }
}

/// What the values of a column must meet.
package struct ColumnCheck: Sendable, Hashable, Codable {
    package var column: String
    /// Conditions as SQL on the column.
    package var conditions: [String]

    /// - Parameters:
    ///   - column: the column's name.
    ///   - conditions: SQL on the column.
    package init(_ column: String, _ conditions: [String]) {
        self.column = column
        self.conditions = conditions
    }
}

/// New values of columns where they are.
package struct RowUpdate: Sendable, Hashable, Codable {
    package var table: String
    package var values: [ColumnValue]
    /// Whether only rows change in which one of the columns is NULL.
    package var fillsGaps: Bool
    /// What the table demands of the columns.
    package var checks: [ColumnCheck]

    /// - Parameters:
    ///   - table: the table's name.
    ///   - values: the columns that change, with their new values.
    ///   - fillsGaps: whether only rows change in which one of the columns is NULL.
    ///   - checks: what the table demands of the columns.
    package init(_ table: String, _ values: [ColumnValue], fillsGaps: Bool = false, checks: [ColumnCheck] = []) {
        self.table = table
        self.values = values
        self.fillsGaps = fillsGaps
        self.checks = checks
    }
}

/// Rows that leave a table for another one.
package struct RowMove: Sendable, Hashable, Codable {
    package var table: String
    package var source: String
    package var entities: [String]
    package var values: [ColumnValue]
    /// Whether values name the table by its new name; nil for no.
    package var namesTable: Bool?

    /// - Parameters:
    ///   - table: the table that the rows come into.
    ///   - source: the one that they are in. They stay there until another operation deletes them.
    ///   - entities: the entities whose rows move.
    ///   - values: the values of the new table's columns, on rows of the old one.
    ///   - namesTable: whether values name the table by its new name.
    package init(
        into table: String, from source: String, ofEntities entities: [String], _ values: [ColumnValue], namesTable: Bool = false
    ) {
        self.namesTable = namesTable ? true : nil
        self.table = table
        self.source = source
        self.entities = entities
        self.values = values
    }
}

/// The rows of a table, or those of some entities.
package struct RowSet: Sendable, Hashable, Codable {
    package var table: String
    /// nil for all rows.
    package var entities: [String]?

    /// - Parameters:
    ///   - table: the table's name.
    ///   - entities: the entities of the rows; nil for all rows.
    package init(_ table: String, ofEntities entities: [String]? = nil) {
        self.table = table
        self.entities = entities
    }
}

/// A copy of connections into a new table.
package struct ConnectionCopy: Sendable, Hashable, Codable {
    package var table: String
    package var source: String
    /// The columns of the new table, each with the one of the source that it copies.
    package var columns: [Copied]
    /// Which rows of the source are copied: those that meet all conditions.
    package var conditions: [Condition]

    /// - Parameters:
    ///   - table: the table that is filled.
    ///   - source: the table that has the connections.
    ///   - columns: the columns of the new table, each with the one that it copies.
    ///   - conditions: which rows are copied.
    package init(into table: String, from source: String, _ columns: [Copied], where conditions: [Condition]) {
        self.table = table
        self.source = source
        self.columns = columns
        self.conditions = conditions
    }

    /// A column, with the one that it copies.
    package struct Copied: Sendable, Hashable, Codable {
        package var column: String
        package var from: String

        /// - Parameters:
        ///   - column: a column of the new table.
        ///   - from: the column of the source.
        package init(_ column: String, from: String) {
            self.column = column
            self.from = from
        }
    }

    /// Which rows are copied. The names of the cases are part of the plan's form.
    package enum Condition: Sendable, Hashable, Codable {
        /// Those whose key leads to a row of a table.
        case leads(key: String, to: String)
        /// Those whose key leads to none of some rows.
        case avoids(key: String, rows: RowSet)
        /// Those that are of none of some entities.
        case isOfNone(entities: [String])
        /// Those whose two keys the table does not connect yet.
        case isNew(owner: Copied, member: Copied)
        case never
    }
}

/// A name that becomes another one.
package struct NameChange: Sendable, Hashable, Codable {
    package var old: String
    package var new: String

    /// - Parameters:
    ///   - old: the name as it is.
    ///   - new: the name as it becomes.
    package init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }
}

/// A property's name in recorded changes, and its new one.
package struct RecordedName: Sendable, Hashable, Codable {
    package var old: String
    /// nil if the property is gone.
    package var new: String?

    /// - Parameters:
    ///   - old: the name as it was recorded.
    ///   - new: the new name; nil if the property is gone.
    package init(_ old: String, _ new: String?) {
        self.old = old
        self.new = new
    }
}

/// What a store declares in its record.
package struct RecordedVersion: Sendable, Hashable, Codable {
    package var version: Int
    package var isDraft: Bool
    package var meaning: Meaning?
    /// The hash, for a store that keeps its meaning and records another hash.
    package var hash: String?
    /// The hashes of older versions whose programs may open the store; nil for none.
    package var compatible: [String]?

    /// What a version means; a store that only gets another number keeps it.
    package struct Meaning: Sendable, Hashable, Codable {
        package var hash: String
        /// The model in canonical form.
        package var definition: String
        package var model: String

        /// - Parameters:
        ///   - hash: the hash over the model's meaning.
        ///   - definition: the model in canonical form.
        ///   - model: the model's name.
        package init(hash: String, definition: String, model: String) {
            self.hash = hash
            self.definition = definition
            self.model = model
        }
    }

    /// - Parameters:
    ///   - version: the number of the version, from 1.
    ///   - isDraft: whether the version can still change.
    ///   - meaning: what it means; nil if that is as before.
    ///   - hash: the hash, if the meaning is as before and the hash is not.
    package init(_ version: Int, isDraft: Bool, _ meaning: Meaning? = nil, hash: String? = nil) {
        self.version = version
        self.isDraft = isDraft
        self.meaning = meaning
        self.hash = hash
    }
}

/// A statement that was frozen as SQL.
package struct FrozenStatement: Sendable, Hashable, Codable {
    /// The statement, without the semicolon at its end.
    package var sql: String
    package var strategy: MigrationPlan.Strategy

    /// - Parameters:
    ///   - sql: the statement, without the semicolon at its end.
    ///   - strategy: its cost.
    package init(_ sql: String, _ strategy: MigrationPlan.Strategy) {
        self.sql = sql
        self.strategy = strategy
    }
}
