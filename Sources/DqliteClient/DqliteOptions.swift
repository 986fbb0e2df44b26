/// How long a client waits, and how much it takes from a node.
public struct DqliteOptions: Sendable, Hashable {
    /// How long to search for the leader and connect to it. While a cluster elects a leader there is none. Looking a host's name up is not
    /// part of it: the system decides how long that takes.
    public var connectTimeout: Duration = .seconds(10)
    /// How long to wait for one node while the leader is searched.
    public var nodeTimeout: Duration = .seconds(2)
    /// How long a request may take until its answer is complete; with rows in several messages, until the next one is.
    public var requestTimeout: Duration = .seconds(30)
    /// How long to repeat a statement that a lock or a checkpoint keeps from running.
    public var busyTimeout: Duration = .seconds(5)
    /// The largest message that is taken, in bytes. Memory is taken as bytes arrive, not as a node announces them.
    public var maximumMessageBytes = 64 << 20
    /// The most bytes of rows that are kept for one query. In memory, values take up to about five times as much.
    public var maximumResultBytes = 256 << 20
    /// How many prepared statements a connection keeps.
    public var maximumStatements = 100

    public init() {}
}
