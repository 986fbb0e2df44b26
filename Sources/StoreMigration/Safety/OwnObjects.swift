package import SQLiteAccess

/// The user-defined triggers, views and indexes of a store: those that no version of the model declares. A migration drops them
/// before tables change, and recreates them afterwards.
///
/// Left where they are they would be lost with a table that is dropped, or keep SQLite from renaming one; a trigger on another
/// table may speak of it just as well, so the whole schema is looked through.
package struct OwnObjects {
    private struct Object {
        var kind: String
        var name: String
        var table: String
        var sql: String
    }

    private let triggers: [Object]
    private let views: [Object]
    private let indexes: [Object]

    /// Finds them.
    /// - Parameter plan: what its old version made is none of them.
    package init(_ connection: SQLiteConnection, beside plan: MigrationPlan) throws {
        let known = Set(plan.objects.map { $0.lowercased() })
        let objects = try connection.rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        ).compactMap { row in
            if let kind = row[0], let name = row[1], let table = row[2], let sql = row[3], !known.contains(name.lowercased()) {
                Object(kind: kind, name: name, table: table, sql: sql)
            } else {
                nil
            }
        }
        triggers = objects.filter { $0.kind == "trigger" }
        views = objects.filter { $0.kind == "view" }
        indexes = objects.filter { $0.kind == "index" }
    }

    private init(triggers: [Object], views: [Object], indexes: [Object]) {
        self.triggers = triggers
        self.views = views
        self.indexes = indexes
    }

    // MARK: Before

    /// - Throws: ``MigrationError/brokenObject(name:reason:)`` for a view or a trigger that cannot be used as it is.
    func check(_ connection: SQLiteConnection) throws {
        for view in views {
            if let reason = Self.fault(of: view.name, isView: true, connection) {
                throw MigrationError.brokenObject(name: view.name, reason: reason)
            }
        }
        for trigger in triggers {
            if let reason = Self.fault(of: trigger.table, isView: false, connection) {
                throw MigrationError.brokenObject(name: trigger.name, reason: reason)
            }
        }
    }

    /// The same objects with the names that tables and columns have in the new version.
    ///
    /// SQLite itself renames them, for a moment: what it rewrites is read and taken back.
    /// - Throws: ``MigrationError/notCarried(kind:name:reason:)`` for one that speaks of what goes, and for one in which SQLite
    ///   cannot rename: where it does not, every other object keeps names that may be another's afterwards.
    package func renamed(by tables: [TableOutcome], _ connection: SQLiteConnection) throws -> OwnObjects {
        let changes = NameChanges(tables)
        guard !changes.statements.isEmpty, !(triggers.isEmpty && views.isEmpty && indexes.isEmpty) else { return self }
        try connection.execute("SAVEPOINT _trellis_names")
        for statement in changes.statements {
            do {
                try connection.execute(statement)
            } catch let error as SQLiteError {
                throw notRenamed(error)
            }
        }
        var texts: [String: String] = [:]
        for row in try connection.rows("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
            if let key = row[0] { texts[key] = row[1] }
        }
        try connection.execute("ROLLBACK TO _trellis_names; RELEASE _trellis_names")
        let goneTables = Set(tables.filter { $0.newName == nil }.map { $0.oldName.lowercased() })
        for object in indexes + views + triggers where !goneTables.contains(object.table.lowercased()) {
            guard let text = texts["\(object.kind) \(object.name)"] else { continue }
            if let gone = changes.gone.first(where: { text.contains($0.placeholder) }) {
                throw MigrationError.notCarried(
                    kind: object.kind, name: object.name, reason: "it speaks of '\(gone.name)', which goes")
            }
        }
        func renamed(_ objects: [Object]) -> [Object] {
            objects.map { object in
                var object = object
                object.sql = texts["\(object.kind) \(object.name)"] ?? object.sql
                return object
            }
        }
        return OwnObjects(triggers: renamed(triggers), views: renamed(views), indexes: renamed(indexes))
    }

    /// Why SQLite could not rename, by the object that it names: `error in view part after rename: no such column: info`.
    private func notRenamed(_ error: SQLiteError) -> any Error {
        for object in indexes + views + triggers {
            let opening = "error in \(object.kind) \(object.name)"
            for end in [": ", " after rename: "] where error.message.hasPrefix(opening + end) {
                let reason = String(error.message.dropFirst((opening + end).count))
                return MigrationError.notCarried(kind: object.kind, name: object.name, reason: reason)
            }
        }
        return error
    }

    /// Drops triggers and views, and the indexes of dropped columns.
    package func remove(_ tables: [TableOutcome], _ connection: SQLiteConnection) throws {
        for trigger in triggers { try connection.execute("DROP TRIGGER \(SQL.identifier(trigger.name))") }
        for view in views { try connection.execute("DROP VIEW \(SQL.identifier(view.name))") }
        let shrinking = Set(
            tables.filter { !$0.isRewritten && $0.columns.contains { $0.newName == nil } }.map { $0.oldName.lowercased() })
        for index in indexes where shrinking.contains(index.table.lowercased()) {
            try connection.execute("DROP INDEX \(SQL.identifier(index.name))")
        }
    }

    // MARK: After

    /// Makes again what is missing, and looks whether it can be used. What stood on a table that is gone goes with it.
    /// - Throws: ``MigrationError/notCarried(kind:name:reason:)``
    package func restore(_ tables: [TableOutcome], _ connection: SQLiteConnection) throws {
        let gone = Set(tables.filter { $0.newName == nil }.map { $0.oldName.lowercased() })
        let later = Dictionary(
            tables.compactMap { table in table.newName.map { (table.oldName.lowercased(), $0) } },
            uniquingKeysWith: { first, _ in first })
        let present = Set(try connection.rows("SELECT type || ' ' || name FROM sqlite_schema").compactMap { $0[0] })
        for object in indexes + views + triggers
        where !gone.contains(object.table.lowercased()) && !present.contains("\(object.kind) \(object.name)") {
            do {
                try connection.execute(object.sql)
            } catch let error as SQLiteError {
                if [9, 13].contains(error.primaryCode) { throw error }
                throw MigrationError.notCarried(kind: object.kind, name: object.name, reason: error.message)
            }
        }
        for object in views + triggers where !gone.contains(object.table.lowercased()) {
            let name = object.kind == "view" ? object.name : later[object.table.lowercased()] ?? object.table
            if let reason = Self.fault(of: name, isView: object.kind == "view", connection) {
                throw MigrationError.notCarried(kind: object.kind, name: object.name, reason: reason)
            }
        }
    }

    /// Why a view cannot be read, or a table or view not be written because of a trigger; nil where it can. SQLite resolves names
    /// while it prepares a statement: nothing is run.
    private static func fault(of name: String, isView: Bool, _ connection: SQLiteConnection) -> String? {
        let table = SQL.identifier(name)
        if isView { return reason { _ = try connection.prepare("SELECT * FROM \(table)") } }
        return reason { _ = try connection.prepare("DELETE FROM \(table)") } ?? reason {
            _ = try connection.prepare("INSERT INTO \(table) DEFAULT VALUES")
        }
            ?? reason {
                let columns = try connection.rows("SELECT name FROM pragma_table_xinfo(\(SQL.literal(name))) WHERE hidden = 0")
                    .compactMap { $0[0] }
                let assignments = columns.map { "\(SQL.identifier($0)) = \(SQL.identifier($0))" }.joined(separator: ", ")
                _ = try connection.prepare("UPDATE \(table) SET \(assignments)")
            }
    }

    private static func reason(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as SQLiteError {
            // What a program of its own adds to its connections is not known here; and a view need not be one that is written to.
            let isElsewhere = ["no such function", "no such collation", "no such module", "cannot modify"].contains {
                error.message.contains($0)
            }
            return isElsewhere ? nil : error.message
        } catch {
            return "\(error)"
        }
    }
}
