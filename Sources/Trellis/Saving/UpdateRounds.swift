import SQLiteAccess

/// Writes updates in rounds, so that rows can exchange unique values in circles of any length.
///
/// SQLite refuses a row that takes a value which another row has. If the refused row itself is to lose a value, that value becomes
/// a temporary one, which lets other rows take it in the next round.
struct UpdateRounds {
    private let rows: RowWriter

    /// An object whose row SQLite refused, with its error.
    typealias Refusal = (object: ManagedObject, error: SQLiteError)

    enum Result {
        case written
        /// A row was not as it was read: nothing else was written.
        case changedRow
        /// These rows have values that other rows keep.
        case refused([Refusal])
    }

    init(_ rows: RowWriter) {
        self.rows = rows
    }

    /// - Parameters:
    ///   - columns: the columns that the update of an object writes.
    ///   - update: writes a row. It returns whether the row was as it was read.
    /// - Throws: the errors of `update`, but for a value that is not unique; `SQLiteError`
    func write(
        _ objects: ContiguousArray<ManagedObject>, columns: (ManagedObject) -> [ColumnIndex], update: (ManagedObject) throws -> Bool
    ) throws -> Result {
        var waiting = objects
        var replaced: [ObjectIdentifier: Set<ColumnIndex>] = [:]
        while !waiting.isEmpty {
            var refused = [Refusal]()
            for object in waiting {
                do {
                    if try !update(object) { return .changedRow }
                } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                    refused.append((object, error))
                }
            }
            var hasProgress = refused.count < waiting.count
            for (object, error) in refused {
                let written = Set(columns(object)).subtracting(replaced[ObjectIdentifier(object)] ?? [])
                let taken = UniquenessFailure.columns(error, of: object).filter(written.contains)
                if taken.isEmpty { continue }
                hasProgress = true
                replaced[ObjectIdentifier(object), default: []].formUnion(taken)
                try rows.setTemporaryValues(in: taken, of: object)
            }
            if !hasProgress { return .refused(refused) }
            waiting = ContiguousArray(refused.map(\.object))
        }
        return .written
    }
}
