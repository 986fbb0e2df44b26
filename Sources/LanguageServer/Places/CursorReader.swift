/// Finds the place of a cursor in one pass over the lines before it. It never fails: an unclosed bracket or quote ends where a line is
/// indented no further than the one that opened it, as YAML requires of all that belongs to a value.
package struct CursorReader {
    private let scanner: LineScanner
    private let cursor: Int
    private var blocks: [Block] = []
    private var flows: [Flow] = []
    /// The column of the line that the open value belongs to; the value has further lines below it.
    private var valueIndent = -1
    private var value = OpenValue.none

    /// A mapping or a list, by the column of its keys or dashes.
    private struct Block {
        var column: Int
        var isItem = false
        var key: String?
        var values: [String: String] = [:]
    }

    /// An open bracket.
    private struct Flow {
        var isMapping: Bool
        var key: String?
        var values: [String: String] = [:]
        /// Where the text within it begins.
        var opened: Int
        /// Where the text of the current key or value begins.
        var start: Int
    }

    /// A value that may go on in the next line.
    private enum OpenValue: Equatable {
        case none
        case plain(start: Int)
        case block(start: Int)
        case quoted(UInt8, start: Int)
    }

    /// - Parameter readsAll: whether all lines before the cursor are read, also those of entries that cannot matter.
    package static func place(at offset: Int, in document: TextDocument, readsAll: Bool = false) -> CursorPlace {
        let cursor = max(0, min(offset, document.bytes.count))
        var reader = CursorReader(bytes: document.bytes, cursor: cursor)
        var known: CursorPlace?
        if !readsAll, let lines = CursorLines(document.bytes, before: cursor) {
            known = reader.read(lines)
            // Keys of the entries themselves have the others as siblings, and so has an item of a list that stands where a key should.
            if reader.blocks.last(where: { !$0.isItem }).map({ $0.column <= lines.column }) ?? true { (known, reader) = (nil, CursorReader(bytes: document.bytes, cursor: cursor)) }
        }
        var place = known ?? reader.read(from: document.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, cursor) : 0)
        if place.slot == .key { place.siblings.formUnion(reader.followingKeys(inBrackets: place.isInFlow)) }
        return place
    }

    private init(bytes: [UInt8], cursor: Int) {
        scanner = LineScanner(bytes: bytes)
        self.cursor = cursor
    }

    private var bytes: [UInt8] { scanner.bytes }

    // MARK: Lines

    private mutating func read(_ lines: CursorLines) -> CursorPlace? {
        // No line but the last gives a place.
        _ = readLine(lines.section, isLast: false)
        return read(from: lines.entry)
    }

    private mutating func read(from start: Int) -> CursorPlace {
        var line = start
        while true {
            var end = line
            while end < cursor, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
            if let place = readLine(line..<end, isLast: end >= cursor) { return place }
            line = end + 1
        }
    }

    private mutating func readLine(_ line: Range<Int>, isLast: Bool) -> CursorPlace? {
        var index = line.lowerBound
        while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
        let column = index - line.lowerBound
        let isBlank = index == line.upperBound || bytes[index] == 0x09
        // What belongs to a value is indented further than its key.
        if !isBlank, column <= valueIndent, !(isClosing(index, line)) { endValue() }
        if isBlank, !isLast { return nil }
        switch value {
        case .block(let start):
            if isLast { return isBlank && column <= valueIndent ? blankPlace(column, at: index) : valuePlace(from: start, slot: .value) }
            return nil
        case .quoted(let quote, let start):
            return readQuoted(quote, from: start, at: line.lowerBound, line, isLast: isLast)
        case .plain(let start):
            if flows.isEmpty, !isBlank, bytes[index] != UInt8(ascii: "#"), !scanner.hasKey(index, line) {
                if isLast { return valuePlace(from: start, slot: .value) }
                return nil
            }
            value = .none
        case .none: break
        }
        if !flows.isEmpty { return readFlow(index, line, isLast: isLast) }
        if isBlank { return blankPlace(column, at: index) }
        if bytes[index] == UInt8(ascii: "#") { return isLast ? CursorPlace(slot: .comment) : nil }
        return readBlock(index, column: column, line, isLast: isLast)
    }

    /// A bracket may be closed at the column of its key.
    private func isClosing(_ index: Int, _ line: Range<Int>) -> Bool {
        !flows.isEmpty && index < line.upperBound && (bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]"))
    }

    private mutating func endValue() {
        flows = []
        value = .none
        valueIndent = -1
    }

    // MARK: Blocks

    private mutating func readBlock(_ first: Int, column: Int, _ line: Range<Int>, isLast: Bool) -> CursorPlace? {
        var (index, column) = (first, column)
        leaveBlocks(column: column, isDash: scanner.isDash(index, line))
        while scanner.isDash(index, line) {
            if let last = blocks.last, last.isItem, last.column == column {
                blocks[blocks.count - 1].key = nil
            } else {
                blocks.append(Block(column: column, isItem: true))
            }
            index += 1
            while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
            column = index - line.lowerBound
        }
        if index == line.upperBound { return isLast ? place(slot: .key, from: index) : nil }
        if let (key, after) = scanner.key(at: index, line) {
            if blocks.last.map({ $0.isItem || $0.column < column }) ?? true { blocks.append(Block(column: column)) }
            blocks[blocks.count - 1].key = key
            blocks[blocks.count - 1].values[key] = ""
            valueIndent = blocks[blocks.count - 1].column
            return readValue(after, line, isLast: isLast)
        }
        // A key that is being typed, or an element of a list.
        let isElement = blocks.last?.isItem == true
        if isLast, !isElement, !scanner.isOpening(bytes[index]) {
            if blocks.last.map({ $0.column < column }) ?? true { blocks.append(Block(column: column)) }
            blocks[blocks.count - 1].key = nil
            return place(slot: .key, from: index)
        }
        valueIndent = isElement ? blocks[blocks.count - 1].column : column - 1
        return readValue(index, line, isLast: isLast)
    }

    /// Leaves the mappings and lists that a line at a column does not belong to.
    private mutating func leaveBlocks(column: Int, isDash: Bool) {
        while let last = blocks.last {
            if last.column < column { return }
            // A list may begin at the column of its key.
            if last.column == column, last.isItem ? isDash : true { return }
            blocks.removeLast()
        }
    }

    // MARK: Values

    private mutating func readValue(_ start: Int, _ line: Range<Int>, isLast: Bool) -> CursorPlace? {
        var index = start
        while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
        guard index < line.upperBound else {
            value = .none
            // The cursor directly after the colon is not within the value yet.
            return isLast ? place(slot: .value, from: index) : nil
        }
        switch bytes[index] {
        case UInt8(ascii: "#"): return isLast ? CursorPlace(slot: .comment) : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): return readFlow(index, line, isLast: isLast)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            value = .block(start: line.upperBound)
            return isLast ? CursorPlace(path: path, slot: .comment) : nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            value = .quoted(bytes[index], start: index + 1)
            return readQuoted(bytes[index], from: index + 1, at: index + 1, line, isLast: isLast)
        default:
            if let comment = scanner.comment(from: index, line) {
                note(scanner.text(index, comment))
                return isLast ? CursorPlace(slot: .comment) : nil
            }
            value = .plain(start: index)
            if isLast { return valuePlace(from: index, slot: .value) }
            note(scanner.text(index, line.upperBound))
            return nil
        }
    }

    private mutating func note(_ value: String) {
        let value = String(value.reversed().drop { $0 == " " }.reversed())
        if !flows.isEmpty, let key = flows[flows.count - 1].key {
            flows[flows.count - 1].values[key] = value
        } else if flows.isEmpty, !blocks.isEmpty, let key = blocks[blocks.count - 1].key {
            blocks[blocks.count - 1].values[key] = value
        }
    }

    private mutating func readQuoted(_ quote: UInt8, from start: Int, at first: Int, _ line: Range<Int>, isLast: Bool) -> CursorPlace? {
        var index = first
        while index < line.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                index += 2
                continue
            }
            if byte == quote {
                if quote == UInt8(ascii: "'"), index + 1 < line.upperBound, bytes[index + 1] == quote {
                    index += 2
                    continue
                }
                value = .none
                note(scanner.text(start, index))
                if !flows.isEmpty { return readFlow(index + 1, line, isLast: isLast) }
                return isLast ? CursorPlace(path: path, slot: .comment) : nil
            }
            index += 1
        }
        if isLast {
            var place = valuePlace(from: start, slot: flowSlot)
            place.quote = quote
            return place
        }
        return nil
    }

    /// Whether a key or a value is being written within brackets; outside of them a value.
    private var flowSlot: CursorPlace.Slot {
        guard let flow = flows.last else { return .value }
        return flow.isMapping && flow.key == nil ? .key : .value
    }

    // MARK: Brackets

    private mutating func readFlow(_ first: Int, _ line: Range<Int>, isLast: Bool) -> CursorPlace? {
        var index = first
        while index < line.upperBound {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                flows.append(Flow(isMapping: byte == UInt8(ascii: "{"), opened: index + 1, start: index + 1))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                noteFlow(upTo: index)
                note(scanner.trimmed(flows.removeLast().opened, index))
                if flows.isEmpty {
                    value = .none
                    return isLast ? CursorPlace(path: path, slot: .comment) : nil
                }
                flows[flows.count - 1].start = index + 1
            case UInt8(ascii: ","):
                noteFlow(upTo: index)
                flows[flows.count - 1].key = nil
                flows[flows.count - 1].start = index + 1
            case UInt8(ascii: ":") where flows[flows.count - 1].isMapping && flows[flows.count - 1].key == nil
                && (index + 1 == line.upperBound || bytes[index + 1] == 0x20):
                let key = scanner.trimmed(flows[flows.count - 1].start, index)
                flows[flows.count - 1].key = key
                flows[flows.count - 1].values[key] = ""
                flows[flows.count - 1].start = index + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                // A quote within a plain text is a character like any other.
                if scanner.trimmed(flows[flows.count - 1].start, index).isEmpty {
                    value = .quoted(byte, start: index + 1)
                    return readQuoted(byte, from: index + 1, at: index + 1, line, isLast: isLast)
                }
            case UInt8(ascii: "#") where index > 0 && bytes[index - 1] == 0x20:
                flows[flows.count - 1].start = line.upperBound
                return isLast ? CursorPlace(slot: .comment) : nil
            default: break
            }
            index += 1
        }
        guard isLast else { return nil }
        var start = flows[flows.count - 1].start
        while start < cursor, [0x20, 0x0a, 0x0d].contains(bytes[start]) { start += 1 }
        return place(slot: flowSlot, from: start)
    }

    private mutating func noteFlow(upTo end: Int) {
        guard let flow = flows.last, flow.key != nil else { return }
        let value = scanner.trimmed(flow.start, end)
        if !value.isEmpty { note(value) }
    }

    // MARK: Places

    private var path: [CursorPlace.Step] {
        var path = [CursorPlace.Step]()
        for block in blocks {
            if block.isItem { path.append(.item) }
            if let key = block.key { path.append(.key(key)) }
        }
        for flow in flows {
            if !flow.isMapping { path.append(.item) }
            if let key = flow.key { path.append(.key(key)) }
        }
        return path
    }

    private func place(slot: CursorPlace.Slot, from start: Int) -> CursorPlace {
        var place = CursorPlace(path: path, slot: slot, text: scanner.text(min(start, cursor), cursor), start: min(start, cursor))
        place.isInFlow = !flows.isEmpty
        // The mapping of the place, which is not that of an element within it.
        let isElement = flows.isEmpty ? blocks.last?.isItem == true : flows.last?.isMapping == false
        let values = isElement && slot == .key ? [:] : flows.last { $0.isMapping }?.values ?? blocks.last { !$0.isItem }?.values ?? [:]
        place.values = values
        place.siblings = Set(values.keys)
        return place
    }

    private func valuePlace(from start: Int, slot: CursorPlace.Slot) -> CursorPlace { place(slot: slot, from: start) }

    /// A line with nothing but spaces: a key of the mapping at its column, or below a key without a value.
    private mutating func blankPlace(_ column: Int, at index: Int) -> CursorPlace {
        endValue()
        while let last = blocks.last, last.column > column { blocks.removeLast() }
        if let last = blocks.last, last.column == column {
            if last.isItem { blocks.removeLast() } else { blocks[blocks.count - 1].key = nil }
        } else if column > 0 || blocks.isEmpty {
            blocks.append(Block(column: column))
        }
        return place(slot: .key, from: index)
    }

    private func followingKeys(inBrackets: Bool) -> Set<String> {
        let following = FollowingKeys(scanner: scanner, cursor: cursor)
        return inBrackets ? following.inBrackets : blocks.last.map { following.inLines(atColumn: $0.column) } ?? []
    }
}
