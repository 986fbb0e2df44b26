import SQLiteAccess

// For the testing library: new objects from stored values, without the initializers of their classes.
extension ManagedObjectContext {
    /// A value that the class of an object cannot hold, by the name of its column.
    package struct Misfit: Error {
        package var column: String
    }

    /// Creates an object that the next save inserts.
    /// - Parameters:
    ///   - entity: the name of one that is not abstract.
    ///   - values: the values by the names of columns. A missing value is NULL, or 0 for a required attribute that SQLite derives.
    /// - Throws: ``Misfit``; ``StoreError``
    package func insertObject(_ entity: String, _ values: [String: SQLiteValue]) throws -> ManagedObject {
        guard let entity = coordinator.model.entity(named: entity), !entity.descriptor.isAbstract else {
            throw StoreError.notInModel(entity: entity, model: coordinator.model.descriptor.name)
        }
        var values = values
        for column in entity.derivedByDatabase {
            values[column.name] = column.isOptional ? .null : column.type == .real ? .real(0) : .integer(0)
        }
        // The class reads these values like any other row.
        values[entity.key] = .integer(1)
        values[FetchLayout.versionColumn] = .integer(0)
        let columns = entity.selectedColumns
        let object = try read(columns.map { $0.flatMap { values[$0] } ?? .null }, of: scopes[entity.index]) { row in
            let object = entity.type.init(_row: &row)
            if row.isOutOfMemory { throw row.failure }
            if row.hasFailed { throw Misfit(column: columns[Int(row.failedColumn)] ?? "") }
            return object
        }
        for (number, column) in entity.columns.numbered where column.isLazy {
            try read([.null, values[column.name] ?? .null], of: scopes[entity.index]) { row in
                object._read(number, from: &row)
                if row.isOutOfMemory { throw row.failure(named: column.name) }
                if row.hasFailed { throw Misfit(column: column.name) }
            }
        }
        object.key = takeTemporaryKey()
        object.state = .inserted
        changeSet.noteInserted(object)
        object._awakeFromInsert()
        return object
    }

    /// Sets a relationship: a to-one to the only object, a to-many to all objects, in their order if it has one.
    package func link(_ object: ManagedObject, _ relationship: String, to others: [ManagedObject]) {
        let entity = object.scope.entity
        if let column = entity.columnByProperty[relationship] {
            Relationships.setDestination(of: object, column, to: others.first)
        } else if let number = entity.inverseSides.firstIndex(where: { $0.descriptor.name == relationship }) {
            let isOrdered = entity.inverseSides[number].order != nil
            let side = RelationshipSide(owner: object, number: number)
            for (place, other) in others.enumerated() {
                Relationships.insert(other, into: side, at: isOrdered ? place : nil)
            }
        }
    }

    /// Reads values as a row of a query.
    private func read<Result>(
        _ values: [SQLiteValue], of scope: EntityScope, _ body: (inout RowReader) throws -> Result
    ) throws -> Result {
        try reading { database in
            let parameters = repeatElement("?", count: values.count).joined(separator: ", ")
            let statement = try database.rawStatement("SELECT \(parameters)")
            defer { statement.reset() }
            for (place, value) in values.enumerated() { try statement.bind(value, at: Int32(place + 1)) }
            _ = try statement.step()
            var row = RowReader(statement: statement, scope: scope)
            return try body(&row)
        }
    }
}

extension EntityRuntime {
    /// The attributes that SQLite counts and sums, inherited ones included.
    fileprivate var derivedByDatabase: [ColumnRuntime] { columns.filter { $0.derivation?.isByDatabase == true } }
}
