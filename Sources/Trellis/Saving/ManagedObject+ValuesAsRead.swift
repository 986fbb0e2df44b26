import GRDB
import SQLiteAccess

extension ManagedObject {
    /// Whether a row without a version is not as the object read it: in a changed column or, if the object is to be deleted, in any column
    /// that was read.
    ///
    /// Values are compared in the form in which the library writes them, so that another spelling of a value is the same. A value that was
    /// set before it was read is not compared.
    /// - Parameters:
    ///   - stored: the object that the row makes now.
    ///   - known: the original values of the changed columns.
    final func wasRead(
        otherwiseThan stored: ManagedObject, _ known: [ColumnIndex: OriginalValue], in database: Database
    ) throws -> Bool {
        let columns = scope.entity.columns
        for (column, original) in known {
            guard let read = original.stored(as: columns[column].type) else { continue }
            if try !read.isSame(as: stored.storedValue(column, in: database)) { return true }
        }
        if state != .deleted { return false }
        for column in columns.indices where known[column] == nil && isLoaded(column) {
            if try !writtenValue(column).isSame(as: stored.storedValue(column, in: database)) { return true }
        }
        return false
    }
}
