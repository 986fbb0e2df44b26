/// How the parts of a finding's text are styled.
public struct TextStyle: Sendable {
    /// A part of the text.
    public enum Part: Sendable, Hashable {
        /// The file, the line and the column.
        case place
        /// The parts coloured by severity: its word, the code, and the caret below the line.
        case severity(Severity)
        case message
        /// The number of an excerpt's line, with its bar.
        case margin
        /// The word before a suggestion.
        case help
    }

    /// The styled text of a part.
    public var paint: @Sendable (_ part: Part, _ text: String) -> String

    public init(_ paint: @escaping @Sendable (_ part: Part, _ text: String) -> String) {
        self.paint = paint
    }

    /// No styles.
    public static let plain = TextStyle { _, text in text }
}
