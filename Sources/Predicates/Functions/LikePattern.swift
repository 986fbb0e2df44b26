/// A pattern of `LIKE`: `*` stands for any characters, `?` for one Unicode scalar, and a backslash takes the meaning from the
/// scalar behind it.
///
/// A star that was passed is never gone back to once a later one is reached, so that the time is at most the product of both
/// lengths, however many stars there are.
struct LikePattern: Sendable {
    private enum Part: Sendable {
        case byte(UInt8)
        case scalar
        case any
    }

    private let parts: [Part]

    init(_ pattern: some Sequence<UInt8>) {
        var parts = [Part]()
        var isEscaped = false
        for byte in pattern {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped:
                isEscaped = true
                continue
            case UInt8(ascii: "*") where !isEscaped: parts.append(.any)
            case UInt8(ascii: "?") where !isEscaped: parts.append(.scalar)
            default: parts.append(.byte(byte))
            }
            isEscaped = false
        }
        // A backslash at the end has nothing to change.
        if isEscaped { parts.append(.byte(UInt8(ascii: "\\"))) }
        self.parts = parts
    }

    /// Whether the whole text is what the pattern says.
    /// - Parameter text: valid UTF-8. As the pattern is too, what is the same in both begins and ends between scalars.
    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, part) = (0, 0)
        /// The part behind the last star, and where in the text the rest of the pattern was last tried.
        var retry: (part: Int, place: Int)?
        while place < text.count {
            if part < parts.count {
                switch parts[part] {
                case .any:
                    part += 1
                    retry = (part, place)
                    continue
                case .scalar:
                    place = text.scalar(after: place)
                    part += 1
                    continue
                case .byte(let byte) where byte == text[place]:
                    place += 1
                    part += 1
                    continue
                case .byte:
                    break
                }
            }
            guard let last = retry else { return false }
            place = text.scalar(after: last.place)
            part = last.part
            retry = (last.part, place)
        }
        return parts[part...].allSatisfy { if case .any = $0 { true } else { false } }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the scalar behind the one at a place begins.
    fileprivate func scalar(after place: Int) -> Int {
        var next = place + 1
        while next < count, self[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}
