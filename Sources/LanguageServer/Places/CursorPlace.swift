/// The place of a cursor in a text of YAML that may be broken: the keys around it, and what is being written there.
package struct CursorPlace: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case key(String)
        /// An element of a list.
        case item
    }

    package enum Slot: Hashable, Sendable {
        /// A key of a mapping, or a value that may begin there.
        case key
        /// The value of the last step.
        case value
        /// Nothing of the language: a comment.
        case comment
    }

    /// The keys from the root to the cursor. For a value its own key is the last one.
    package var path: [Step] = []
    package var slot = Slot.key
    /// The text of the key or the value up to the cursor, without an opening quote.
    package var text = ""
    /// The offset at which `text` begins.
    package var start = 0
    /// Whether brackets surround the place.
    package var isInFlow = false
    /// The quote that is open, if any.
    package var quote: UInt8?
    /// The keys that the mapping has already.
    package var siblings: Set<String> = []
    /// The keys and values of the mapping before the cursor, where the values are on their lines.
    package var values: [String: String] = [:]

    /// The keys of the path, without elements of lists.
    package var keys: [String] {
        path.compactMap { if case .key(let name) = $0 { name } else { nil } }
    }
}
