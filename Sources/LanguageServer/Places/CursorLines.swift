/// The lines that a place depends on: the last key at the start of a line, and the entry below it that contains the cursor. Entries between
/// them end where this one begins, whatever they contain.
struct CursorLines {
    /// The line of the key, without its end.
    let section: Range<Int>
    /// The start of the entry's line.
    let entry: Int
    /// The column of the entry.
    let column: Int

    /// nil if all lines are needed: only keys are at the starts of lines, and all entries have one column.
    init?(_ bytes: [UInt8], before cursor: Int) {
        let found = bytes.withUnsafeBufferPointer { Self.find($0, cursor) }
        guard let found else { return nil }
        (section, entry, column) = found
    }

    private static func find(_ bytes: UnsafeBufferPointer<UInt8>, _ cursor: Int) -> (section: Range<Int>, entry: Int, column: Int)? {
        var section: Range<Int>?
        var column: Int?
        var entry: Int?
        var line = 0
        while line < cursor {
            var index = line
            while index < cursor, bytes[index] == 0x20 { index += 1 }
            var end = index
            while end < cursor, bytes[end] != 0x0a {
                // Other readers count other lines.
                if bytes[end] == 0x0d { return nil }
                end += 1
            }
            // The line of the cursor is no whole one.
            if end == cursor { break }
            let indent = index - line
            if index < end, bytes[index] != UInt8(ascii: "#") {
                if bytes[index] == 0x09 { return nil }
                if indent == 0 {
                    // A bracket there is open until it is closed.
                    guard isKey(bytes, index..<end, isAlone: false) else { return nil }
                    section = isKey(bytes, index..<end, isAlone: true) ? line..<end : nil
                    (column, entry) = (nil, nil)
                } else if section != nil {
                    if column == nil { column = indent }
                    if indent < column ?? 0 { return nil }
                    if indent == column {
                        guard isKey(bytes, index..<end, isAlone: false) else { return nil }
                        entry = line
                    }
                }
            }
            line = end + 1
        }
        guard let section, let column, let entry else { return nil }
        return (section, entry, column)
    }

    /// Whether a line begins with a name and a colon, after which the line ends or a value can follow.
    private static func isKey(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, isAlone: Bool) -> Bool {
        var index = line.lowerBound
        while index < line.upperBound, Unicode.Scalar(bytes[index]).isOfName { index += 1 }
        guard index > line.lowerBound, index < line.upperBound, bytes[index] == UInt8(ascii: ":") else { return false }
        return index + 1 == line.upperBound || !isAlone && bytes[index + 1] == 0x20
    }
}
