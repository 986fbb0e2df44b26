import SQLiteAccess
import StoreImport

/// Reads the definitions of an attached database.
struct DatabaseReader {
    let connection: SQLiteConnection
    private var database = ExistingDatabase()
    /// Columns of which SQLite says that a row has NULL where none may be.
    private var nulls: [String] = []

    init(connection: SQLiteConnection, guesses: Bool) {
        self.connection = connection
        database.allowsGuesses = guesses
    }

    /// Tables in which frameworks count their migrations.
    private static let bookkeeping = Set(
        ["schema_migrations", "ar_internal_metadata", "django_migrations", "alembic_version", "room_master_table", "android_metadata", "grdb_migrations"].map(SQLName.init))
    private static let tableLimit = 5_000

    private typealias Definition = (type: String, name: String, table: String, sql: String)

    /// - Throws: ``StoreImportError``, `SQLiteError`
    mutating func read() throws -> ExistingDatabase {
        let rows = try connection.rows(
            "SELECT type, name, tbl_name, ifnull(sql, '') FROM source.sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid LIMIT 100000")
        let definitions = rows.map { Definition($0[0] ?? "", $0[1] ?? "", $0[2] ?? "", $0[3] ?? "") }
        let names = Set(definitions.filter { $0.type == "table" }.map { SQLName($0.name) })
        if names.contains(SQLName("_trellis_metadata")) { throw StoreImportError("the file is a store of Trellis already") }
        if names.isSuperset(of: [SQLName("z_primarykey"), SQLName("z_metadata")]) {
            throw StoreImportError("the file is a store of Core Data: use 'trellis import store'")
        }
        try checkPages()
        try readNumbers()
        let kinds = Dictionary(
            try connection.rows("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'source'").map { (SQLName($0[0] ?? ""), ($0[1] ?? "", $0[2] == "1")) },
            uniquingKeysWith: { first, _ in first })
        for definition in definitions {
            switch definition.type {
            case "view": remark(.view, definition.name, SQLToken.tokens(of: definition.sql).text)
            case "trigger": remark(.trigger, definition.name, "on '\(definition.table)'")
            case "table":
                let kind = kinds[SQLName(definition.name)] ?? ("table", false)
                if kind.0 == "virtual" { readVirtual(definition) }
                guard kind.0 == "table" else { continue }
                if Self.bookkeeping.contains(SQLName(definition.name)) {
                    remark(.table, definition.name, "a framework counts its migrations there")
                } else if database.tables.count == Self.tableLimit {
                    remark(.table, definition.name, "more than \(Self.tableLimit) tables")
                } else {
                    try readTable(definition, hasRowKeys: !kind.1)
                }
            default: break
            }
        }
        try checkNulls()
        for index in definitions where index.type == "index" && index.sql.isEmpty == false { addCondition(of: index) }
        var facts = FactReader(connection: connection, database: database, guesses: database.allowsGuesses)
        database = try facts.read()
        return database
    }

    private mutating func remark(_ kind: ImportRemark.Kind, _ place: String, _ detail: String = "") {
        database.remarks.append(ImportRemark(kind: kind, place: place, detail: detail))
    }

    /// A damaged file may have rows without an end.
    private mutating func checkPages() throws {
        do {
            // Each check is counted on its own, by ``FactReader``.
            try connection.run("PRAGMA ignore_check_constraints = ON")
            for row in try connection.rows("PRAGMA source.quick_check(100)") {
                guard let damage = row[0], damage != "ok" else { continue }
                // Rows that break a constraint can be read.
                guard [Self.null, "non-"].contains(where: damage.hasPrefix) else {
                    throw StoreImportError("the file is damaged: \(damage.visible)")
                }
                if damage.hasPrefix(Self.null) { nulls.append(String(damage.dropFirst(Self.null.count))) } else { remarkBroken(damage) }
            }
        } catch let error as SQLiteError where error.primaryCode == 1 {
            // A function or an order of texts that only the other program has.
            remark(.unchecked, "file", error.message)
        }
    }

    private static let null = "NULL value in "

    private mutating func remarkBroken(_ damage: String) { remark(.unchecked, "a row breaks a constraint", damage) }

    /// Some versions of SQLite take other columns for those of the key in tables WITHOUT ROWID, so each is counted.
    private mutating func checkNulls() throws {
        for place in Set(nulls.map(ByteText.init)).map(\.text).sorted() {
            let found = database.tables.lazy.flatMap { table in table.columns.map { (table, $0) } }.first { ByteText("\($0.name).\($1.name)") == ByteText(place) }
            if let (table, column) = found {
                let count = try connection.rows("SELECT count(*) FROM \(SourceDatabase.sql(table.name)) WHERE \(SQL.identifier(column.name)) IS NULL").first?[0]
                if count == "0" { continue }
            }
            remarkBroken(Self.null + place)
        }
    }

    /// Numbers in which programs keep what they know of the file.
    private mutating func readNumbers() throws {
        for name in ["user_version", "application_id"] {
            guard let number = try connection.rows("PRAGMA source.\(name)").first?[0], number != "0" else { continue }
            remark(.number, name, number)
        }
    }

    private mutating func readTable(_ definition: Definition, hasRowKeys: Bool) throws {
        let name = definition.name
        let literal = SQL.literal(name)
        var table = ExistingTable(name: name, hasRowKeys: hasRowKeys)
        let text = TableText(definition.sql)
        table.checks = text.checks
        for clause in text.conflicts { remark(.weaker, name, "'\(clause)': a row that breaks the constraint is an error now") }
        let columns = try connection.rows(
            "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(\(literal), 'source') WHERE hidden <> 1 ORDER BY cid")
        for row in columns {
            let isGenerated = row[5] == "2" || row[5] == "3"
            let column = row[0] ?? ""
            if isGenerated, !canRead(column, of: name) {
                remark(.column, "\(name).\(column)", "its expression needs functions of its program")
                continue
            }
            // The key of a row without a number is never NULL.
            let isNotNull = row[2] == "1" || !hasRowKeys && row[4] != "0"
            table.columns.append(
                ExistingColumn(
                    name: column, declaredType: (row[1] ?? ""), isNotNull: isNotNull, defaultText: row[3],
                    generated: isGenerated ? text.generated[SQLName(column)] ?? [] : nil))
        }
        let keys = columns.filter { $0[4] != "0" }.sorted { (Int($0[4] ?? "") ?? 0) < (Int($1[4] ?? "") ?? 0) }
        table.primaryKey = keys.compactMap { $0[0] }
        try readIndexes(of: &table)
        // SQLite makes an index for a key that is not the number of the row.
        let keyHasIndex = try connection.rows("SELECT 1 FROM pragma_index_list(\(literal), 'source') WHERE origin = 'pk'").isEmpty == false
        if hasRowKeys, keys.count == 1, !keyHasIndex, keys[0][1]?.uppercased() == "INTEGER" { table.integerKey = table.primaryKey[0] }
        try readForeignKeys(of: &table)
        guard table.isReachable else { return remark(.table, name, "its columns hide all names of the row's number") }
        guard !table.columns.isEmpty else { return remark(.table, name, "it has no column that can be read") }
        database.tables.append(table)
    }

    private func canRead(_ column: String, of table: String) -> Bool {
        (try? connection.rows("SELECT count(\(SQL.identifier(column))) FROM \(SourceDatabase.sql(table))")) != nil
    }

    private func readIndexes(of table: inout ExistingTable) throws {
        for row in try connection.rows("SELECT name, \"unique\", origin FROM pragma_index_list(\(SQL.literal(table.name)), 'source') ORDER BY seq DESC") {
            let name = row[0] ?? ""
            let keys = try connection.rows("SELECT name, \"desc\", coll FROM pragma_index_xinfo(\(SQL.literal(name)), 'source') WHERE key = 1 ORDER BY seqno")
            table.indexes.append(
                ExistingIndex(
                    name: name, isUnique: row[1] == "1", isOwn: row[2] == "c",
                    keys: keys.map { (column: $0[0], isDescending: $0[1] == "1", collation: ($0[2] ?? "BINARY").uppercased()) }))
        }
    }

    private func readForeignKeys(of table: inout ExistingTable) throws {
        let rows = try connection.rows(
            "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(\(SQL.literal(table.name)), 'source') ORDER BY id DESC, seq")
        var last: String?
        for row in rows {
            if row[0] != last {
                var key = ExistingKey(columns: [], table: row[1] ?? "", targets: [])
                (key.onUpdate, key.onDelete) = (row[4] ?? "NO ACTION", row[5] ?? "NO ACTION")
                table.foreignKeys.append(key)
                last = row[0]
            }
            let place = table.foreignKeys.count - 1
            table.foreignKeys[place].columns.append(row[2] ?? "")
            if let target = row[3] { table.foreignKeys[place].targets.append(target) }
        }
    }

    private mutating func addCondition(of index: Definition) {
        let condition = TableText.condition(ofIndex: index.sql)
        guard !condition.isEmpty, let place = database.tables.firstIndex(where: { $0.name.isSameName(as: index.table) }) else { return }
        for number in database.tables[place].indexes.indices where database.tables[place].indexes[number].name.isSameName(as: index.name) {
            database.tables[place].indexes[number].condition = condition
        }
    }

    /// A full-text search over another table is one of the model. Everything else has code of its own.
    private mutating func readVirtual(_ definition: Definition) {
        let tokens = SQLToken.tokens(of: definition.sql)
        guard let using = tokens.firstIndex(where: { $0.isWord("USING") }), tokens.indices.contains(using + 1), tokens[using + 1].isWord("FTS5") else {
            return remark(.table, definition.name, "a virtual table")
        }
        var (columns, options) = ([String](), [String: String]())
        for argument in tokens.dropFirst(using + 3).dropLast().split(whereSeparator: { $0.isWord(",") }) {
            let argument = Array(argument)
            if argument.count >= 3, argument[1].isWord("=") {
                options[argument[0].text.lowercased()] = argument.dropFirst(2).map(\.text).joined(separator: " ")
            } else if argument.count == 1 {
                columns.append(argument[0].text)
            }
        }
        guard let table = options["content"], !table.isEmpty, !columns.isEmpty else {
            return remark(.table, definition.name, "a full-text search that keeps its own texts: declare 'search' at an entity")
        }
        for (option, value) in options.sorted(by: { $0.key < $1.key }) where !["content", "content_rowid", "tokenize"].contains(option) {
            remark(.weaker, definition.name, "the search has no option '\(option) = \(value)'")
        }
        database.searches.append(ExistingSearch(name: definition.name, table: table, columns: columns, tokenizer: options["tokenize"]))
    }
}
