import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badSwiftType = FindingCode("TR1430")
    static let missingSwiftType = FindingCode("TR1431")
}

/// Reads the Swift type of a json attribute.
///
///     type     = ("[" type [":" type] "]" | name { "." name }) { "?" }
///     name     = identifier [ "<" type { "," type } ">" ]
enum SwiftTypeReader {
    /// The type that `node` names, or nil if it is invalid, which is reported.
    static func read(_ node: YAMLNode, in context: inout ReadingContext) -> SwiftType? {
        guard let text = context.text(node, "a Swift type") else { return nil }
        var parser = Parser(text)
        guard let type = parser.wholeType() else {
            context.report(
                .badSwiftType, "this is not a supported Swift type", at: node.span(of: parser.failure),
                suggestion: .init("write a type as 'Tag', 'Shop.Tag', '[Tag]', '[String: Tag]', 'Set<Tag>' or 'Tag?'"))
            return nil
        }
        if case .optional(let wrapped) = type {
            context.report(
                .badSwiftType, "declare nil at the attribute, not at its Swift type", at: node.span,
                suggestion: .init("write 'type: json?' and the Swift type without its '?'"))
            return wrapped
        }
        return type
    }

    /// A parser of one type. Its identifiers are ASCII, like the names of models.
    private struct Parser {
        private let scalars: [Unicode.Scalar]
        private var position = 0
        private var depth = 0

        /// The greatest depth of nested types. A hostile text must not exhaust the stack.
        private static let depthLimit = 16
        /// The greatest length of a type: it must fit on a line of Swift.
        private static let lengthLimit = 200

        init(_ text: String) {
            scalars = Array(text.unicodeScalars)
        }

        /// Where reading stopped.
        var failure: Range<Int> { position..<max(position + 1, scalars.count) }

        mutating func wholeType() -> SwiftType? {
            guard scalars.count <= Self.lengthLimit, let type = type() else { return nil }
            skipSpaces()
            return position == scalars.count ? type : nil
        }

        private mutating func type() -> SwiftType? {
            depth += 1
            defer { depth -= 1 }
            guard depth <= Self.depthLimit, var type = take("[") ? bracketed() : named() else { return nil }
            while take("?") { type = .optional(type) }
            return type
        }

        private mutating func bracketed() -> SwiftType? {
            guard let first = type() else { return nil }
            if take(":") {
                guard let value = type(), take("]") else { return nil }
                return .dictionary(key: first, value: value)
            }
            return take("]") ? .array(first) : nil
        }

        private mutating func named() -> SwiftType? {
            var parts = [SwiftType.Part]()
            repeat {
                guard let name = identifier() else { return nil }
                var arguments = [SwiftType]()
                if take("<") {
                    repeat {
                        guard let argument = type() else { return nil }
                        arguments.append(argument)
                    } while take(",")
                    guard take(">") else { return nil }
                }
                parts.append(.init(name: name, arguments: arguments))
            } while take(".")
            return .named(parts)
        }

        private mutating func identifier() -> String? {
            skipSpaces()
            let start = position
            while position < scalars.count, scalars[position].isLetter || (position > start && scalars[position].isWord) {
                position += 1
            }
            return position > start ? String(String.UnicodeScalarView(scalars[start..<position])) : nil
        }

        private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            skipSpaces()
            guard position < scalars.count, scalars[position] == scalar else { return false }
            position += 1
            return true
        }

        private mutating func skipSpaces() {
            while position < scalars.count, scalars[position] == " " { position += 1 }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    fileprivate var isWord: Bool { isLetter || ("0"..."9").contains(self) || self == "_" }
}
