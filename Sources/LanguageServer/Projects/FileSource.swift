import ProjectFiles

/// The files of a project, by absolute paths. The server itself does not access the disk.
package protocol FileSource {
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    func read(_ path: String) throws(CouldNotRun) -> InputFile

    /// The names of the files in a folder, in order; none if it cannot be read.
    func names(inFolder path: String) -> [String]

    /// A value that differs if the content of a file differs; nil if the file does not exist.
    func stamp(of path: String) -> String?
}

extension FileSource {
    func exists(_ path: String) -> Bool { stamp(of: path) != nil }
}
