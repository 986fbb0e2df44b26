import SQLiteAccess

extension FoldedText {
    /// The function of a connection that folds the text of a row: with one argument as a folded attribute is, with a second one
    /// as a condition's options say. A migration calls it for rows that are there, and so do queries. No schema does, so that
    /// every program can read and write a store; `sqlite3` does not have it.
    static let functionName = "trellis_fold"

    /// Gives the function to the SQL of a connection. It gives NULL for NULL, and for what is no text.
    /// - Throws: `SQLiteError`
    static func register(on functions: FunctionRegistry) throws {
        try functions.add(functionName, arguments: 1) { try fold($0, [.caseInsensitive, .diacriticInsensitive]) }
        try functions.add(functionName, arguments: 2) { try fold($0, TextOptions(rawValue: Int($0.argument(1).integer))) }
    }

    /// Texts of ASCII, which most are, are folded where they stand, without a String in between.
    private static func fold(_ call: borrowing FunctionCall, _ options: TextOptions) throws {
        let argument = call.argument(0)
        guard argument.isText else { return }
        let bytes = try argument.textBytes
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return call.give(.text(text(try argument.text, options)))
        }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        if !options.contains(.caseInsensitive) || !bytes.contains(where: capitals.contains) { return call.giveArgument(0) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
            for (place, byte) in bytes.enumerated() {
                folded.initializeElement(at: place, to: capitals.contains(byte) ? byte | 0x20 : byte)
            }
            call.give(text: UnsafeBufferPointer(folded))
        }
    }
}
