extension StringProtocol where SubSequence == Substring {
    /// The lines of the text, including empty ones. Equal to `split` by `isNewline`, and faster, because it does not search for
    /// the bounds of characters.
    package var lines: [Substring] {
        let scalars = unicodeScalars
        var lines = [Substring]()
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            let scalar = scalars[index]
            var next = scalars.index(after: index)
            if scalar.breaksLine {
                lines.append(self[start..<index])
                // A carriage return and a newline are one character.
                if scalar == "\r", next < endIndex, scalars[next] == "\n" { next = scalars.index(after: next) }
                start = next
            }
            index = next
        }
        return lines + [self[start...]]
    }
}

extension Unicode.Scalar {
    fileprivate var breaksLine: Bool {
        switch value {
        case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
