/// How the parts of a finding's text are set off from each other.
public struct TextStyle: Sendable {
    /// A part of the text.
    public enum Part: Sendable, Hashable {
        /// The file, the line and the column.
        case place
        /// What weighs so much: the word and the code, and the caret below the line.
        case severity(Severity)
        case message
        /// The number of a line that is shown, with its bar.
        case margin
        /// The word before a suggestion.
        case help
    }

    /// The text of a part as it is to be written.
    public var paint: @Sendable (_ part: Part, _ text: String) -> String

    public init(_ paint: @escaping @Sendable (_ part: Part, _ text: String) -> String) {
        self.paint = paint
    }

    /// All parts as they are.
    public static let plain = TextStyle { _, text in text }
}
