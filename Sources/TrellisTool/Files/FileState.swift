import Foundation

/// The state of a file, without reading it.
///
/// It changes when the file is written, replaced or moved. A replacement, as many editors write, has another file number. A file
/// whose time was set back has another time of its last change.
struct FileState: Equatable, CustomStringConvertible {
    private var number: UInt64
    private var size: Int64
    private var modified: Time
    private var changed: Time

    private struct Time: Equatable, CustomStringConvertible {
        var seconds: Int
        var nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }

        var description: String { "\(seconds).\(nanoseconds)" }
    }

    /// - Returns: nil without a file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        (number, size) = (UInt64(status.st_ino), Int64(status.st_size))
        (self.modified, self.changed) = (Time(modified), Time(changed))
    }

    var description: String { "\(number) \(size) \(modified) \(changed)" }
}
