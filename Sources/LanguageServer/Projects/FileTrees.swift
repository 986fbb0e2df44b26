import ProjectFiles
import SchemaSyntax

/// The trees of files as they were parsed last.
struct FileTrees {
    private struct Known {
        var stamp: String
        var parser: PieceParser
        var tree: PieceTree
        /// The tree with the places of the file, if it was needed.
        var placed: YAMLParser.Result?
    }

    private var known: [String: Known] = [:]

    /// The tree of a file.
    /// - Parameters:
    ///   - stamp: a value that differs if the content differs.
    ///   - read: returns the content. It is not read again for the same stamp.
    mutating func tree(of path: String, _ stamp: String, read: () throws -> [UInt8]) rethrows -> PieceTree {
        if let known = known[path], known.stamp == stamp { return known.tree }
        let bytes = try read()
        // Taken out, so that the parser changes its pieces in place.
        var parser = known.removeValue(forKey: path)?.parser ?? PieceParser(file: path)
        let tree = parser.parse(bytes)
        known[path] = Known(stamp: stamp, parser: parser, tree: tree)
        return tree
    }

    /// The tree of a file with its own places.
    mutating func placedTree(of path: String, _ stamp: String, read: () throws -> [UInt8]) rethrows -> YAMLParser.Result {
        let tree = try tree(of: path, stamp, read: read)
        if let placed = known[path]?.placed { return placed }
        let placed = tree.placedResult
        known[path]?.placed = placed
        return placed
    }
}
