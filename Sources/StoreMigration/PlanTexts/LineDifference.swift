/// A text as its difference from another one, by lines: `=7,3` stands for three lines of the other text from its line 7 on, counted
/// from 0, and `+` begins a line of its own.
package enum LineDifference {
    /// How many places of a line are tried.
    private static let candidates = 16

    /// The difference of a text.
    /// - Parameters:
    ///   - lines: the lines of the text.
    ///   - base: the lines of the other text.
    package static func text(of lines: [Substring], from base: [Substring]) -> String {
        let places = Dictionary(grouping: base.indices, by: { base[$0] })
        var parts = [String]()
        var (line, next) = (0, 0)
        func run(from place: Int) -> Int { zip(lines[line...], base[place...]).prefix { $0 == $1 }.count }
        while line < lines.count {
            // What goes on where the last lines were is most often the longest.
            let known = (next < base.count ? [next] : []) + (places[lines[line]] ?? []).prefix(candidates)
            let longest = known.map { (place: $0, count: run(from: $0)) }.max { $0.count < $1.count }
            if let longest, longest.count > 0 {
                parts.append("=\(longest.place),\(longest.count)")
                (line, next) = (line + longest.count, longest.place + longest.count)
            } else {
                parts.append("+\(lines[line])")
                line += 1
            }
        }
        return parts.joined(separator: "\n")
    }

    /// The lines of the text that a difference stands for.
    /// - Returns: nil if the difference is not one from that text.
    package static func lines(_ difference: String, from base: [Substring]) -> [Substring]? {
        var lines = [Substring]()
        for part in difference.split(separator: "\n", omittingEmptySubsequences: false) {
            if part.first == "+" {
                lines.append(part.dropFirst())
                continue
            }
            let numbers = part.dropFirst().split(separator: ",").compactMap { Int($0) }
            guard part.first == "=", numbers.count == 2, numbers[0] >= 0, numbers[1] >= 0, numbers[1] <= base.count - numbers[0]
            else { return nil }
            lines += base[numbers[0]..<numbers[0] + numbers[1]]
        }
        return lines
    }
}
