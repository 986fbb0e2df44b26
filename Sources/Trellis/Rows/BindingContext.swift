import SQLiteAccess

/// What the values of a row need while a statement writes them: memory for texts, and the keys of new objects.
///
/// SQLite copies a text that lies in this memory once, into its page, and not twice.
final class BindingContext {
    let keys: NewKeys
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var used = 0

    init(keys: NewKeys, capacity: Int = 64 << 10) {
        self.keys = keys
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    /// Forgets the texts of the previous row.
    func clear() {
        used = 0
    }

    /// Binds a text in place if there is room for it, and as SQLite's own copy otherwise.
    /// - Throws: `SQLiteError`
    func bind(_ text: String, to statement: RawStatement, at index: Int32) throws {
        var text = text
        let fits = try text.withUTF8 { bytes -> Bool in
            guard let source = bytes.baseAddress, bytes.count <= capacity - used else { return false }
            let place = start + used
            place.update(from: source, count: bytes.count)
            used += bytes.count
            try statement.bindTextInPlace(place, count: bytes.count, at: index)
            return true
        }
        if !fits { try statement.bind(text, at: index) }
    }
}
