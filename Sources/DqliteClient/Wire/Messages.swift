// The numbers of the wire protocol: https://canonical.com/dqlite/docs/reference/wire-protocol

/// What a client asks for.
enum RequestType: UInt8 {
    case leader = 0
    case open = 3
    case prepare = 4
    case execute = 5
    case query = 6
    case finalize = 7
    case executeSQL = 8
    case querySQL = 9
    case interrupt = 10
    case dump = 15
    case cluster = 16
}

/// What a node answers.
enum ResponseType: UInt8 {
    case failure = 0
    case node = 1
    case welcome = 2
    case nodes = 3
    case database = 4
    case statement = 5
    case result = 6
    case rows = 7
    case empty = 8
    case files = 9
}

/// The type of a value in a tuple.
enum ValueCode {
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
    static let null: UInt8 = 5
    static let unixTime: UInt8 = 9
    static let iso8601: UInt8 = 10
    static let boolean: UInt8 = 11
}

enum WireFormat {
    /// All sizes are multiples of it.
    static let word = 8
    /// The version of the protocol, which begins each connection.
    static let version: UInt64 = 1
    /// Ends the rows of a message.
    static let rowsDone = UInt64.max
    /// Ends the rows of a message when another one with more rows follows.
    static let rowsPart: UInt64 = 0xeeee_eeee_eeee_eeee
    /// The most parameters of a statement. The count is one byte; nodes of dqlite 1.11 misread the newer format with four bytes.
    static let maximumParameters = 255
    /// The most columns that SQLite can be built for.
    static let maximumColumns: UInt64 = 32_767
    /// The database of a connection, which has only one.
    static let database: UInt64 = 0
}

/// Codes of dqlite beside those of SQLite.
enum DqliteCode {
    /// SQLite's BUSY: a lock, or a checkpoint, keeps the statement from running.
    static let busy = 5
    /// The current and the earlier codes of a node that is not the leader.
    static let notLeader: Set = [10_250, 8_202]
    /// The current and the earlier codes of a node that lost the leadership while it replicated a change.
    static let leadershipLost: Set = [10_506, 8_458]
}
