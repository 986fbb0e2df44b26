/// The keys after a cursor that belong to its mapping.
struct FollowingKeys {
    let scanner: LineScanner
    let cursor: Int

    private var bytes: [UInt8] { scanner.bytes }

    /// How far a mapping in brackets is read, in bytes.
    private static let mostBytes = 4_096

    /// Those of a mapping in brackets.
    var inBrackets: Set<String> {
        var keys = Set<String>()
        var (depth, start, index) = (0, cursor, cursor)
        while index < bytes.count, index - cursor < Self.mostBytes {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { return keys }
            case UInt8(ascii: ",") where depth == 0: start = index + 1
            case UInt8(ascii: ":") where depth == 0: keys.insert(scanner.trimmed(start, index))
            default: break
            }
            index += 1
        }
        return keys
    }

    /// Those of a mapping whose keys stand at a column.
    func inLines(atColumn column: Int) -> Set<String> {
        var keys = Set<String>()
        var line = cursor
        while line < bytes.count, bytes[line] != 0x0a { line += 1 }
        line += 1
        while line < bytes.count {
            var end = line
            while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
            var index = line
            while index < end, bytes[index] == 0x20 { index += 1 }
            if index < end, bytes[index] != UInt8(ascii: "#") {
                if index - line < column { return keys }
                if index - line == column, let (key, _) = scanner.key(at: index, line..<end) { keys.insert(key) }
            }
            line = end + 1
        }
        return keys
    }
}
