/// A place in a text file.
///
/// Lines and columns count from 1; a column is a Unicode scalar, as editors and compilers count them.
public struct SourceLocation: Sendable, Hashable, Codable, Comparable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A part of a file, from `start` up to, but not including, `end`.
public struct SourceSpan: Sendable, Hashable, Codable {
    /// The file's path as the user wrote it.
    public var file: String
    public var start: SourceLocation
    public var end: SourceLocation

    public init(file: String, start: SourceLocation, end: SourceLocation) {
        self.file = file
        self.start = start
        self.end = end
    }

    /// The beginning of a file: the place of a finding about the file as a whole.
    public init(startOf file: String) {
        self.init(file: file, start: .init(line: 1, column: 1), end: .init(line: 1, column: 1))
    }

    /// The part of this span that begins `offset` scalars after its start and is `length` long, for a span on one line.
    public func part(offset: Int, length: Int) -> SourceSpan {
        let column = start.column + offset
        return SourceSpan(
            file: file, start: .init(line: start.line, column: column),
            end: .init(line: start.line, column: column + length))
    }
}
