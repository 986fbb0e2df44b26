import CSQLite

/// How many keywords the linked SQLite has.
func sqliteKeywordCount() -> Int32 { sqlite3_keyword_count() }

/// A keyword of the linked SQLite, in capitals.
func sqliteKeyword(_ index: Int32) -> String {
    var start: UnsafePointer<CChar>?
    var count: Int32 = 0
    guard sqlite3_keyword_name(index, &start, &count) == 0, let start else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
}
