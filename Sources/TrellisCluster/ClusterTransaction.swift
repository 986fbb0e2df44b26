import Trellis

/// The state of a transaction of a connection.
final class ClusterTransaction {
    let isWriting: Bool
    /// The id that a writing transaction records.
    let save = SaveRecords.newID()
    /// Whether the leader has its BEGIN.
    var hasBegun = false
    /// Whether the leader has a change of it.
    var hasWritten = false
    /// Why no further statement may run: the leader may have taken the transaction back, and would run it alone.
    var failure: (any Error)?
    /// Whether changes wait in `script`, and count as changes of one row until it runs.
    var collects: Bool
    /// What waits to be sent, in order.
    var script: [String] = []
    /// How many bytes wait.
    var size = 0
    /// Whether a savepoint is open, to which a failed script returns.
    var hasSavepoint = false
    /// The last keys of tables after the transaction, by the queries for them.
    var lastKeys: [String: Int64] = [:]

    init(isWriting: Bool, collects: Bool) {
        (self.isWriting, self.collects) = (isWriting, collects)
    }

    /// A script of more bytes is sent, although there may be more to collect.
    static let mostBytes = 1 << 20
    /// A change with longer values is sent alone: as literals they would be twice as long.
    static let mostBytesOfValues = 1 << 16
    static let savepoint = "trellis_batch"

    func add(_ statements: String...) {
        script += statements
        size += statements.reduce(0) { $0 + $1.utf8.count }
    }

    func takeScript() -> [String] {
        defer { (script, size) = ([], 0) }
        return script
    }
}
