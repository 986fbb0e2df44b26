import CYAML
import Diagnostics

/// The events that libyaml reports while it reads, as Swift values.
enum YAMLEvent {
    case documentStart
    case scalar(String, style: ScalarStyle, anchor: String?, tag: String?)
    case sequenceStart(isFlow: Bool, anchor: String?, tag: String?)
    case mappingStart(isFlow: Bool, anchor: String?, tag: String?)
    case collectionEnd
    case alias(String)
}

/// Drives libyaml's parser over bytes in memory.
enum EventStream {
    /// Calls `body` with each event and its place, in order.
    /// - Throws: ``YAMLParser/Stop`` for text that is not YAML, and what `body` throws.
    static func read(_ bytes: [UInt8], file: String, _ body: ((event: YAMLEvent, span: SourceSpan)) throws -> Void) throws {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLParser.Stop(finding: Finding(.badYAML, "not enough memory to read the file", at: .init(startOf: file)))
        }
        defer { yaml_parser_delete(&parser) }

        try bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else {
                    throw YAMLParser.Stop(finding: finding(for: parser, bytes, file: file))
                }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return }
                if let translated = translate(event) {
                    let span = SourceSpan(
                        file: file, start: location(event.start_mark), end: location(event.end_mark))
                    try body((translated, span))
                }
            }
        }
    }

    private static func translate(_ event: yaml_event_t) -> YAMLEvent? {
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            return .documentStart
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(
                String(decoding: bytes, as: UTF8.self), style: ScalarStyle(scalar.style), anchor: text(scalar.anchor),
                tag: text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return .sequenceStart(
                isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE, anchor: text(start.anchor), tag: text(start.tag))
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return .mappingStart(
                isFlow: start.style == YAML_FLOW_MAPPING_STYLE, anchor: text(start.anchor), tag: text(start.tag))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return .collectionEnd
        case YAML_ALIAS_EVENT:
            return .alias(text(event.data.alias.anchor) ?? "")
        default:
            return nil
        }
    }

    /// libyaml reports what it was doing and what went wrong there. The message contains both.
    private static func finding(for parser: yaml_parser_t, _ bytes: [UInt8], file: String) -> Finding {
        let problem = parser.problem.map { String(cString: $0) } ?? "the text cannot be read"
        let place = location(parser.problem_mark)
        var span = SourceSpan(file: file, start: place, end: SourceLocation(line: place.line, column: place.column + 1))
        if parser.error == YAML_READER_ERROR {
            // The reader is ahead of the marks and counts in bytes.
            span = UTF8Check.span(ofByteAt: parser.problem_offset, in: bytes, file: file)
        }
        var notes = [Finding.Note]()
        if let context = parser.context {
            let at = location(parser.context_mark)
            notes.append(.init(String(cString: context), at: SourceSpan(file: file, start: at, end: at)))
        }
        return Finding(.badYAML, "invalid YAML: \(problem)", at: span, notes: notes, suggestion: suggestion(for: problem, line: place.line, bytes))
    }

    /// The usual cause of a problem, where libyaml's words do not tell it.
    private static func suggestion(for problem: String, line: Int, _ bytes: [UInt8]) -> Finding.Suggestion? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: line, omittingEmptySubsequences: false)
        let indentation = lines.dropFirst(line - 1).first?.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? []
        if indentation.contains(UInt8(ascii: "\t")) { return .init("indent with spaces: YAML allows no tab there") }
        guard problem == "mapping values are not allowed in this context" else { return nil }
        return .init("write several options in braces, as in '{ type: string, minLength: 1 }', and a text with a colon in quotes")
    }

    /// libyaml counts lines and columns, in characters, from 0.
    private static func location(_ mark: yaml_mark_t) -> SourceLocation {
        SourceLocation(line: mark.line + 1, column: mark.column + 1)
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
