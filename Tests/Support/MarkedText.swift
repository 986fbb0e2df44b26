import Diagnostics

/// A text with position markers in it: `1️⃣` to `9️⃣` stand directly before the place that they name, and are no part of it.
public struct MarkedText: Sendable {
    /// The text without its markers.
    public var text: String
    /// Where each marker stood, by its digit.
    public var places: [Int: SourceLocation]

    public init(_ source: String) {
        var scalars = String.UnicodeScalarView()
        var places = [Int: SourceLocation]()
        var place = SourceLocation(line: 1, column: 1)
        var rest = Array(source.unicodeScalars)[...]
        while let scalar = rest.first {
            // A marker is a keycap: a digit and two scalars that make it one.
            if ("0"..."9").contains(scalar), rest.dropFirst().starts(with: ["\u{FE0F}", "\u{20E3}"]) {
                let digit = Int(scalar.value) - 0x30
                precondition(places[digit] == nil, "the marker \(digit) stands in the text twice")
                places[digit] = place
                rest = rest.dropFirst(3)
                continue
            }
            scalars.append(scalar)
            place =
                scalar == "\n"
                ? SourceLocation(line: place.line + 1, column: 1)
                : SourceLocation(line: place.line, column: place.column + 1)
            rest = rest.dropFirst()
        }
        self.text = String(scalars)
        self.places = places
    }

    public var bytes: [UInt8] { Array(text.utf8) }
}

/// A finding as a test expects it: what must be right is the code and the place; more where it is given.
public struct ExpectedFinding: Sendable {
    public var code: String
    /// The digit of the marker before its place; 0 stands for the beginning of the file.
    public var marker: Int
    /// What the message has to contain.
    public var saying: String?
    /// The first line of the suggested replacement, spaces at its ends aside, once the replacement is made.
    public var fixed: String?

    public init(_ code: String, at marker: Int, saying: String? = nil, fixed: String? = nil) {
        self.code = code
        self.marker = marker
        self.saying = saying
        self.fixed = fixed
    }
}

extension MarkedText {
    /// What differs between `findings` and `expected`, which are all and in order; empty where nothing does.
    public func differences(_ findings: [Finding], _ expected: [ExpectedFinding]) -> String {
        var lines = [String]()
        var unexpected = findings
        for expectation in expected {
            guard let place = expectation.marker == 0 ? .init(line: 1, column: 1) : places[expectation.marker] else {
                lines.append("the text has no marker \(expectation.marker)")
                continue
            }
            guard let index = unexpected.firstIndex(where: { $0.code.name == expectation.code && $0.span.start == place })
            else {
                lines.append("missing: \(expectation.code) at \(place.line):\(place.column)")
                continue
            }
            let finding = unexpected.remove(at: index)
            if let words = expectation.saying, !finding.message.contains(words) {
                lines.append("\(expectation.code) says '\(finding.message)' and not '\(words)'")
            }
            if let fixed = expectation.fixed, line(after: finding.suggestion?.replacement) != fixed {
                lines.append("\(expectation.code) is fixed to '\(line(after: finding.suggestion?.replacement) ?? "nothing")'")
            }
        }
        lines += unexpected.map {
            "unexpected: \($0.code) at \($0.span.start.line):\($0.span.start.column): \($0.message)"
        }
        if findings.sortedByPlace() != findings { lines.append("the findings are not in the order of their places") }
        return lines.joined(separator: "\n")
    }

    /// The line that a replacement leaves behind, without spaces at its ends.
    private func line(after replacement: Finding.Suggestion.Replacement?) -> String? {
        guard let replacement, replacement.span.start.line == replacement.span.end.line else { return nil }
        var line = Array(
            text.split(separator: "\n", omittingEmptySubsequences: false)[replacement.span.start.line - 1].unicodeScalars)
        line.replaceSubrange(
            replacement.span.start.column - 1..<replacement.span.end.column - 1, with: replacement.text.unicodeScalars)
        let trimmed = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return String(String.UnicodeScalarView(trimmed))
    }
}
