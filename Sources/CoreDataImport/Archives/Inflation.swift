import CZlib

/// Streams that are compressed without a header, as the copy of the model in a store is.
enum Inflation {
    /// The most bytes that a stream may become: the archives of the largest models are a few megabytes.
    private static let limit = 64 << 20

    /// - Throws: ``NotCoreDataModel``
    static func inflate(_ bytes: [UInt8]) throws(NotCoreDataModel) -> [UInt8] {
        var stream = z_stream()
        // A window without a header, whose size is the largest.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw NotCoreDataModel("zlib has no memory for the compressed model")
        }
        defer { inflateEnd(&stream) }
        var (input, output, piece) = (bytes, [UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        let isWhole = input.withUnsafeMutableBufferPointer { input -> Bool in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            while output.count <= limit {
                let code = piece.withUnsafeMutableBufferPointer { piece -> Int32 in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    return CZlib.inflate(&stream, Z_NO_FLUSH)
                }
                output += piece[..<(piece.count - Int(stream.avail_out))]
                if code == Z_STREAM_END { return true }
                // It asks for more input than there is, or the stream is damaged.
                if code != Z_OK { return false }
            }
            return false
        }
        guard isWhole else { throw NotCoreDataModel("the compressed model is damaged or too long") }
        return output
    }
}
