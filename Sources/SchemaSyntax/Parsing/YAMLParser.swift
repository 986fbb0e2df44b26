import CYAML
import Diagnostics

extension FindingCode {
    static let notUTF8 = FindingCode("TR1001")
    static let badYAML = FindingCode("TR1002")
    static let emptyFile = FindingCode("TR1003")
    static let duplicateKey = FindingCode("TR1004")
    static let keyIsNoText = FindingCode("TR1005")
    static let severalDocuments = FindingCode("TR1006")
    static let unknownAlias = FindingCode("TR1007")
    static let tag = FindingCode("TR1008")
    static let tooLarge = FindingCode("TR1009")
}

/// Reads the bytes of a file as one YAML document.
public enum YAMLParser {
    /// The limits of a document. They turn a hostile file into a finding before it fills the memory.
    enum Limit {
        static let bytes = 16 << 20
        static let depth = 64
        static let nodes = 2_000_000
    }

    /// The greatest size of a file in bytes. Callers need to read at most one byte more.
    public static let sizeLimit = Limit.bytes

    /// The result: a tree or nil, with all findings.
    public struct Result: Sendable {
        public var root: YAMLNode?
        public var findings: [Finding]
    }

    /// Parses `bytes`, which came from `file` (its path as the user wrote it).
    ///
    /// A syntax error ends the reading of its file. Other errors, for example duplicate keys, are collected and leave a tree.
    public static func parse(_ bytes: [UInt8], file: String) -> Result {
        var hasAnchors = false
        return parse(bytes, file: file, &hasAnchors)
    }

    /// - Parameter hasAnchors: is set to whether values have anchors.
    static func parse(_ bytes: [UInt8], file: String, _ hasAnchors: inout Bool) -> Result {
        let bytes = withoutMark(bytes)
        let start = SourceSpan(startOf: file)
        if bytes.count > Limit.bytes {
            let message = "the file is larger than \(Limit.bytes >> 20) MB"
            return Result(root: nil, findings: [Finding(.tooLarge, message, at: start)])
        }
        if let bad = UTF8Check.firstInvalidByte(in: bytes, file: file) {
            let message = "the file is not UTF-8: byte \(hex(bytes[bad.offset])) is invalid here"
            return Result(
                root: nil,
                findings: [
                    Finding(.notUTF8, message, at: bad.span, suggestion: .init("save the file as UTF-8"))
                ])
        }

        var builder = TreeBuilder(file: file)
        defer { hasAnchors = builder.hasAnchors }
        do {
            try EventStream.read(bytes, file: file) { try builder.take($0) }
        } catch let stop as Stop {
            return Result(root: nil, findings: builder.findings + [stop.finding])
        } catch {
            return Result(root: nil, findings: builder.findings + [Finding(.badYAML, "\(error)", at: start)])
        }
        if builder.root == nil {
            builder.findings.append(
                Finding(
                    .emptyFile, "the file is empty", at: start,
                    suggestion: .init("begin with 'trellis: 1'")))
        }
        return Result(root: builder.root, findings: builder.findings)
    }

    /// The bytes without a byte order mark, which takes no column of the first line.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// An error after which the rest of the file cannot be parsed.
    struct Stop: Error {
        var finding: Finding
    }

    private static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
