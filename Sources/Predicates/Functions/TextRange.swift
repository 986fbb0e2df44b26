import SQLiteAccess

/// The texts that begin with a text, as a range in SQLite's order of texts.
enum TextRange {
    /// The first value behind all texts that begin with `prefix`: a text, or where there is none such the empty BLOB, which
    /// comes behind all texts.
    ///
    /// UTF-8 sorts as scalars do, so it is the prefix with its last scalar replaced by the next one; the last scalar of all
    /// has no next one and gives way to the one before it.
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
