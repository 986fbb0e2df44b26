/// A piece of HTML. A text that is put into it is escaped, so names with `<` or `"` are harmless everywhere.
///
///     let row: HTML = "<li title=\"\(name)\">\(name)</li>"
struct HTML: Sendable, Encodable, ExpressibleByStringInterpolation {
    let source: String

    init(stringLiteral source: String) { self.source = source }

    init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }

    func encode(to encoder: any Encoder) throws { try source.encode(to: encoder) }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        mutating func appendInterpolation(_ text: String) {
            for character in text.unicodeScalars {
                switch character {
                case "&": source += "&amp;"
                case "<": source += "&lt;"
                case ">": source += "&gt;"
                case "\"": source += "&quot;"
                case "'": source += "&#39;"
                default: source.unicodeScalars.append(character)
                }
            }
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) { source += String(number) }

        mutating func appendInterpolation(_ html: HTML) { source += html.source }

        /// Nothing for nil.
        mutating func appendInterpolation(_ html: HTML?) { source += html?.source ?? "" }

        mutating func appendInterpolation(_ list: [HTML]) { for html in list { source += html.source } }
    }
}
