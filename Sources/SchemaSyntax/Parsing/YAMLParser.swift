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
    /// What a document may hold, so that a hostile file ends in a finding and not in a machine without memory.
    enum Limit {
        static let bytes = 16 << 20
        static let depth = 64
        static let nodes = 2_000_000
    }

    /// The most bytes that a file may have; whoever reads one needs no more than a byte beyond to have it refused.
    public static let sizeLimit = Limit.bytes

    /// The outcome: a tree, or nothing; and in either case what was found.
    public struct Result: Sendable {
        public var root: YAMLNode?
        public var findings: [Finding]
    }

    /// Parses `bytes`, which came from `file` (its path as the person wrote it).
    ///
    /// A syntax error ends the reading of its file; duplicate keys and the like are all found, and leave a tree.
    public static func parse(_ bytes: [UInt8], file: String) -> Result {
        let bytes = withoutMark(bytes)
        let start = SourceSpan(startOf: file)
        if bytes.count > Limit.bytes {
            let message = "the file is larger than \(Limit.bytes >> 20) MB"
            return Result(root: nil, findings: [Finding(.tooLarge, message, at: start)])
        }
        if let bad = UTF8Check.firstInvalidByte(in: bytes, file: file) {
            let message = "the file is not UTF-8: byte \(hex(bytes[bad.offset])) does not belong there"
            return Result(
                root: nil,
                findings: [
                    Finding(.notUTF8, message, at: bad.span, suggestion: .init("save the file as UTF-8"))
                ])
        }

        var builder = TreeBuilder(file: file)
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
                    .emptyFile, "the file holds nothing", at: start,
                    suggestion: .init("begin with 'trellis: 1'")))
        }
        return Result(root: builder.root, findings: builder.findings)
    }

    /// The bytes without a byte order mark: that is no character of the text, and takes no column of its first line.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    /// An error after which the rest of the file cannot be understood.
    struct Stop: Error {
        var finding: Finding
    }

    private static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
