import SQLiteAccess

/// The texts that begin with a text, as a range in SQLite's order of texts.
enum TextRange {
    /// The first value after all texts that begin with `prefix`: a text or, if no such text exists, the empty BLOB, which sorts
    /// after all texts.
    ///
    /// UTF-8 sorts like scalars, so it is the prefix with its last scalar replaced by the next one. The last of all scalars has
    /// no next one and is dropped; then the scalar before it is replaced.
    static func end(of prefix: String) -> SQLiteValue {
        var scalars = Array(prefix.unicodeScalars)
        while let last = scalars.popLast() {
            // Between these two lie the surrogates, which are no scalars.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let next = Unicode.Scalar(next) {
                var text = String.UnicodeScalarView(scalars)
                text.append(next)
                return .text(String(text))
            }
        }
        return .blob([])
    }
}
