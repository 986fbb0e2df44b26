/// The rows of one message.
struct RowBatch {
    let columns: [String]
    /// Whether another message with more rows follows.
    let isPart: Bool

    /// Reads a message, and gives its rows to `body`.
    /// - Parameter expected: the columns of the messages before; nil for the first one.
    /// - Throws: ``ResponseReader/Violation``, or what `body` throws
    init(_ reader: consuming ResponseReader, expected: [String]?, _ body: ([DqliteValue]) throws -> Void) throws {
        let count = try reader.number()
        // Each name takes a word.
        guard count <= WireFormat.maximumColumns, Int(count) <= reader.rest / WireFormat.word else {
            throw ResponseReader.Violation(reason: "a row has \(count) columns")
        }
        var names = [String]()
        for _ in 0..<count { names.append(try reader.text()) }
        if let expected, expected != names { throw ResponseReader.Violation(reason: "the columns change between messages") }
        columns = names

        // Four bits for the type of each value, in whole words.
        let headerWords = (names.count + 15) / 16
        while true {
            let first = try reader.number()
            if first == WireFormat.rowsDone || first == WireFormat.rowsPart {
                isPart = first == WireFormat.rowsPart
                try reader.end()
                return
            }
            guard headerWords > 0 else { throw ResponseReader.Violation(reason: "a row has no columns") }
            var types = [first]
            while types.count < headerWords { types.append(try reader.number()) }
            var row = [DqliteValue]()
            row.reserveCapacity(names.count)
            for column in names.indices {
                row.append(try reader.value(UInt8(truncatingIfNeeded: types[column / 16] >> (UInt64(column % 16) * 4)) & 0xf))
            }
            try body(row)
        }
    }
}
