import SQLiteAccess

/// Why a store of Core Data cannot be imported.
package struct StoreImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, with the place.
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }

    init(_ error: any Error, at place: String) {
        switch error {
        case let error as StoreImportError: self = error
        case let error as NotCoreDataModel: self.init("\(place): \(error.message)")
        case let error as SQLiteError: self.init("\(place): \(error.message)")
        default: self.init("\(place): \(error)")
        }
    }
}
