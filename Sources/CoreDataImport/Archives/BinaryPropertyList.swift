/// A property list in Apple's binary form, read object by object.
///
/// Foundation does not show the references of keyed archives on every system, and reads the whole list at once: one whose parts hold
/// each other would never end. Here an object is read when it is asked for, and ``budget`` bounds what all reading costs.
struct BinaryPropertyList {
    enum Value {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        /// Seconds since 2001-01-01 UTC.
        case date(Double)
        case data(ArraySlice<UInt8>)
        case string(String)
        /// The place of another object in a keyed archive.
        case reference(Int)
        /// The numbers of the elements.
        case array([Int])
        /// The numbers of keys and values.
        case dictionary([(key: Int, value: Int)])
    }

    private let bytes: [UInt8]
    private let offsets: Range<Int>
    private let (offsetSize, numberSize): (Int, Int)
    /// How many objects there are.
    let count: Int
    /// The number of the object that holds all others.
    let top: Int
    /// How many bytes may still be read: no model's archive asks for as many.
    private(set) var budget = 64 << 20

    static let magic = Array("bplist00".utf8)

    /// - Throws: ``NotCoreDataModel``
    init(_ bytes: [UInt8]) throws(NotCoreDataModel) {
        guard bytes.starts(with: Self.magic), bytes.count >= 8 + 32 else { throw NotCoreDataModel("the file is no binary property list") }
        let trailer = bytes[(bytes.count - 32)...]
        let start = trailer.startIndex
        func number(at place: Int) -> Int { Int(clamping: Self.integer(trailer[(start + place)..<(start + place + 8)])) }
        (offsetSize, numberSize) = (Int(trailer[start + 6]), Int(trailer[start + 7]))
        (count, top) = (number(at: 8), number(at: 16))
        let first = number(at: 24)
        guard (1...8).contains(offsetSize), (1...8).contains(numberSize), count > 0, count <= bytes.count, top < count, first >= 8,
            first <= start, count * offsetSize <= start - first
        else { throw NotCoreDataModel("the table of objects does not fit into the property list") }
        self.bytes = bytes
        offsets = first..<(first + count * offsetSize)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an object.
    /// - Throws: ``NotCoreDataModel``
    mutating func value(_ number: Int) throws(NotCoreDataModel) -> Value {
        guard number >= 0, number < count else { throw NotCoreDataModel("object \(number): there is none") }
        let entry = offsets.lowerBound + number * offsetSize
        var place = Int(clamping: Self.integer(bytes[entry..<(entry + offsetSize)]))
        let marker = try take(1, &place, of: number).first ?? 0
        let low = Int(marker & 0xf)
        switch marker >> 4 {
        case 0x0 where marker == 0x00: return .null
        case 0x0 where marker == 0x08 || marker == 0x09: return .bool(marker == 0x09)
        case 0x1 where low <= 4:
            // 16 bytes are a number without a sign, whose upper half is zero in all that fit.
            let digits = try take(1 << low, &place, of: number)
            let magnitude = Self.integer(digits.suffix(8))
            return .integer(Int64(bitPattern: magnitude))
        case 0x2 where low == 2: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.integer(try take(4, &place, of: number))))))
        case 0x2 where low == 3: return .real(Double(bitPattern: Self.integer(try take(8, &place, of: number))))
        case 0x3 where low == 3: return .date(Double(bitPattern: Self.integer(try take(8, &place, of: number))))
        case 0x4: return .data(try take(try length(low, &place, of: number), &place, of: number))
        case 0x5: return .string(String(decoding: try take(try length(low, &place, of: number), &place, of: number), as: UTF8.self))
        case 0x6:
            let units = try take(times(2, try length(low, &place, of: number), of: number), &place, of: number)
            let first = units.startIndex
            let text = (0..<(units.count / 2)).map { UInt16(units[first + 2 * $0]) << 8 | UInt16(units[first + 2 * $0 + 1]) }
            return .string(String(decoding: text, as: UTF16.self))
        case 0x8: return .reference(Int(clamping: Self.integer(try take(low + 1, &place, of: number).suffix(8))))
        case 0xa, 0xc: return .array(try numbers(try length(low, &place, of: number), &place, of: number))
        case 0xd:
            let count = try length(low, &place, of: number)
            let keys = try numbers(count, &place, of: number)
            return .dictionary(Array(zip(keys, try numbers(count, &place, of: number))).map { (key: $0, value: $1) })
        default: throw NotCoreDataModel("object \(number): it is of no known kind")
        }
    }

    /// The length of an object: in its marker, or a number after it.
    private mutating func length(_ low: Int, _ place: inout Int, of number: Int) throws(NotCoreDataModel) -> Int {
        if low < 0xf { return low }
        let marker = try take(1, &place, of: number).first ?? 0
        guard marker >> 4 == 0x1, marker & 0xf <= 3 else { throw NotCoreDataModel("object \(number): its length is no number") }
        return Int(clamping: Self.integer(try take(1 << Int(marker & 0xf), &place, of: number)))
    }

    private func times(_ size: Int, _ count: Int, of number: Int) throws(NotCoreDataModel) -> Int {
        guard count <= bytes.count else { throw NotCoreDataModel("object \(number): it is longer than the property list") }
        return size * count
    }

    private mutating func numbers(_ count: Int, _ place: inout Int, of number: Int) throws(NotCoreDataModel) -> [Int] {
        let all = try take(try times(numberSize, count, of: number), &place, of: number)
        let first = all.startIndex
        return (0..<count).map { index in
            Int(clamping: Self.integer(all[(first + index * numberSize)..<(first + (index + 1) * numberSize)]))
        }
    }

    /// The next bytes of an object.
    private mutating func take(_ count: Int, _ place: inout Int, of number: Int) throws(NotCoreDataModel) -> ArraySlice<UInt8> {
        guard count >= 0, place >= 8, place <= offsets.lowerBound, count <= offsets.lowerBound - place else {
            throw NotCoreDataModel("object \(number): it does not fit into the property list")
        }
        // Some cost for each piece, so that empty ones are not free.
        budget -= count + 32
        guard budget > 0 else { throw NotCoreDataModel("object \(number): the objects hold each other too often for a model") }
        defer { place += count }
        return bytes[place..<(place + count)]
    }
}
