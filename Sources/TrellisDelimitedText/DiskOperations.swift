import Foundation

/// The operations that write to the disk. Each gives the result of the system's call, and leaves its error in `errno`.
package protocol DiskOperations: Sendable {
    /// Creates a file, or empties it, for writing.
    func create(_ path: String) -> Int32
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Waits until a file or a folder is on the disk.
    func sync(_ descriptor: Int32) -> Int32
    func rename(_ old: String, _ new: String) -> Int32
    func remove(_ path: String) -> Int32
    func createFolder(_ path: String) -> Int32
}

/// The system's own.
package struct SystemDisk: DiskOperations {
    package init() {}

    package func create(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Foundation.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    package func sync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            // fsync leaves data in the disk's own memory there. Some disks know no better.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        #endif
        return fsync(descriptor)
    }

    package func rename(_ old: String, _ new: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.rename(old, new)
        #else
            Foundation.rename(old, new)
        #endif
    }

    package func remove(_ path: String) -> Int32 { unlink(path) }
    package func createFolder(_ path: String) -> Int32 { mkdir(path, 0o755) }
}
