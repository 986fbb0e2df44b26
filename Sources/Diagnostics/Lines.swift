extension StringProtocol where SubSequence == Substring {
    /// The lines of the text, the empty ones too: what `split` finds by `isNewline`, in a fraction of its time, for it need not
    /// find out where characters begin.
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
                // These two are one character.
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
