/// When a save waits for the disk: SQLite's `PRAGMA synchronous`, for a store in a file with a write-ahead log.
///
/// Both keep the store whole after a crash of the program, a crash of the system and a power cut. They differ in what a crash of the
/// system or a power cut takes along.
public enum SynchronousMode: String, Sendable, Hashable {
    /// A save gives its pages to the system and does not wait for the disk. A crash of the program loses nothing. After a crash of the
    /// system or a power cut the store is as it was after an earlier save: the last ones may be missing, in their order.
    case normal = "NORMAL"
    /// A save returns when its pages are on the disk: no save that returned is lost. Each save waits for the disk once more, which
    /// takes from a tenth of a millisecond to tens of them, depending on the disk.
    case full = "FULL"
}
