import SQLiteAccess

/// Why a store or a database of another program cannot be imported.
package struct StoreImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the place.
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }

    /// Another error with its place.
    package init(_ error: any Error, at place: String) {
        switch error {
        case let error as StoreImportError: self = error
        case let error as SQLiteError: self.init("\(place): \(error.message)")
        default: self.init("\(place): \(error)")
        }
    }
}

extension SQLiteError {
    /// Whether the file that is written is the cause: the disk is full, or takes no data. The old store is only read.
    package var isOfTarget: Bool {
        switch primaryCode {
        case 8, 13, 14: true
        // All errors of the disk but a failed read, a short read and those without a detail.
        case 10: ![10, 266, 522].contains(code)
        default: false
        }
    }
}
