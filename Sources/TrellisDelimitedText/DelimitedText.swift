import Foundation

/// Text of RFC 4180: records of fields, with commas between them.
///
/// A field in quotes is text, also if it is empty. An empty field without quotes is a missing value.
struct DelimitedText {
    struct Field: Equatable {
        var text: String
        var isQuoted: Bool
        var isMissing: Bool { text.isEmpty && !isQuoted }
    }

    struct Record: Equatable {
        /// The line on which it begins, from 1.
        var line: Int
        var fields: [Field]
    }

    private static let quote = UInt8(ascii: "\""), comma = UInt8(ascii: ","), cr = UInt8(ascii: "\r"), lf = UInt8(ascii: "\n")

    // MARK: Writing

    static func append(_ records: [String?], to data: inout Data) {
        for (index, field) in records.enumerated() {
            if index > 0 { data.append(comma) }
            if let field { append(field, to: &data) }
        }
        data.append(cr)
        data.append(lf)
    }

    private static func append(_ field: String, to data: inout Data) {
        let bytes = field.utf8
        // Programs take spaces and marks at the ends for their own. A NUL ends a bare field in some of them.
        let isPlain =
            bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != quote && $0 != comma }
            || (!field.isEmpty && bytes.first != 0x20 && bytes.last != 0x20 && bytes.first ?? 0 < 0x80
                && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != quote && $0 != comma })
        guard !field.isEmpty, isPlain else {
            data.append(quote)
            for byte in bytes {
                if byte == quote { data.append(quote) }
                data.append(byte)
            }
            data.append(quote)
            return
        }
        data.append(contentsOf: bytes)
    }

    // MARK: Reading

    /// The records of a file. Lines end with CR LF, LF or CR; blank lines are left out, and so is a byte order mark.
    static func records(of data: Data, file: String) throws -> [Record] {
        let bytes = [UInt8](data)
        var parser = Parser(bytes: bytes, file: file)
        return try parser.records()
    }

    private struct Parser {
        let bytes: [UInt8]
        let file: String
        var position = 0
        var line = 1

        mutating func records() throws -> [Record] {
            if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
            var records: [Record] = []
            while position < bytes.count {
                let start = line
                var fields = [try field()]
                while position < bytes.count, bytes[position] == DelimitedText.comma {
                    position += 1
                    fields.append(try field())
                }
                endLine()
                if fields.count > 1 || !fields[0].isMissing { records.append(Record(line: start, fields: fields)) }
            }
            return records
        }

        private mutating func endLine() {
            guard position < bytes.count else { return }
            if bytes[position] == DelimitedText.cr, position + 1 < bytes.count, bytes[position + 1] == DelimitedText.lf { position += 1 }
            position += 1
            line += 1
        }

        private mutating func field() throws -> Field {
            if position < bytes.count, bytes[position] == DelimitedText.quote { return try quotedField() }
            let start = position
            while position < bytes.count, bytes[position] != DelimitedText.comma, bytes[position] != DelimitedText.cr,
                bytes[position] != DelimitedText.lf
            {
                if bytes[position] == DelimitedText.quote {
                    throw DelimitedTextError(file, line: line, "a quote within a field: put the whole field in quotes, and double the quotes in it")
                }
                position += 1
            }
            return Field(text: try text(bytes[start..<position], line), isQuoted: false)
        }

        private mutating func quotedField() throws -> Field {
            let first = line
            position += 1
            var content: [UInt8] = []
            while true {
                guard position < bytes.count else { throw DelimitedTextError(file, line: first, "the quote that begins here does not end") }
                let byte = bytes[position]
                position += 1
                if byte == DelimitedText.quote {
                    guard position < bytes.count, bytes[position] == DelimitedText.quote else { break }
                    position += 1
                } else if byte == DelimitedText.lf || byte == DelimitedText.cr && !(position < bytes.count && bytes[position] == DelimitedText.lf) {
                    line += 1
                }
                content.append(byte)
            }
            let isEnd = position == bytes.count || [DelimitedText.comma, DelimitedText.cr, DelimitedText.lf].contains(bytes[position])
            guard isEnd else { throw DelimitedTextError(file, line: line, "a comma or the end of the line must follow a closing quote") }
            return Field(text: try text(content[...], first), isQuoted: true)
        }

        private func text(_ bytes: ArraySlice<UInt8>, _ line: Int) throws -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw DelimitedTextError(file, line: line, "it is not UTF-8") }
            return text
        }
    }
}
