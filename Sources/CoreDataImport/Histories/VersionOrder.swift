/// The order of a bundle's versions: files do not say it.
package enum VersionOrder {
    /// Names in the order of people: `Shop 2` before `Shop 10`, and `Shop` before both.
    package static func sorted(_ names: [String]) -> [String] {
        names.sorted { first, second in
            let (one, other) = (parts(of: first), parts(of: second))
            for (left, right) in zip(one, other) where left != right { return left < right }
            return one.count != other.count ? one.count < other.count : first < second
        }
    }

    private enum Part: Comparable {
        case number(UInt64)
        case text(String)

        static func < (first: Part, second: Part) -> Bool {
            switch (first, second) {
            case (.number(let one), .number(let other)): one < other
            case (.text(let one), .text(let other)): one < other
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// Runs of digits, and what stands between them.
    private static func parts(of name: String) -> [Part] {
        var parts = [Part]()
        var rest = name[...]
        while let first = rest.first {
            let isDigit = first.isASCII && first.isNumber
            let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
            // Longer runs of digits are no numbers of versions.
            parts.append(UInt64(run).map(Part.number) ?? .text(run.lowercased()))
            rest = rest[run.endIndex...]
        }
        return parts
    }
}
