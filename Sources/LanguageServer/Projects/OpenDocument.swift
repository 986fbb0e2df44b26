/// A text that is open in the editor.
package struct OpenDocument: Sendable {
    package var text: TextDocument
    /// The editor's number of the text; nil if it has none.
    package var version: Int?
}
