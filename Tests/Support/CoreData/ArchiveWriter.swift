/// Writes keyed archives: binary property lists whose objects refer to each other.
public struct ArchiveWriter {
    public indirect enum Part: Sendable {
        case bool(Bool)
        case integer(Int)
        case real(Double)
        case text(String)
        case data([UInt8])
        /// An object of the archive.
        case reference(Int)
        case array([Part])
        case dictionary([(key: String, value: Part)])
    }

    private var objects: [Part] = [.text("$null")]
    private var classes: [String: Int] = [:]

    public init() {}

    /// What stands for nothing.
    public static let null = Part.reference(0)

    public mutating func add(_ part: Part) -> Part {
        objects.append(part)
        return .reference(objects.count - 1)
    }

    /// Adds a text as an object of its own, as archives have them.
    public mutating func text(_ text: String) -> Part { add(.text(text)) }

    public mutating func object(_ className: String, _ fields: [(key: String, value: Part)]) -> Part {
        if classes[className] == nil {
            objects.append(.dictionary([("$classname", .text(className)), ("$classes", .array([.text(className), .text("NSObject")]))]))
            classes[className] = objects.count - 1
        }
        return add(.dictionary(fields + [("$class", .reference(classes[className] ?? 0))]))
    }

    public mutating func array(_ elements: [Part]) -> Part { object("NSArray", [("NS.objects", .array(elements))]) }

    public mutating func dictionary(_ entries: [(key: String, value: Part)]) -> Part {
        let keys = entries.map { text($0.key) }
        return object("NSMutableDictionary", [("NS.keys", .array(keys)), ("NS.objects", .array(entries.map(\.value)))])
    }

    /// The archive with its root.
    public func bytes(root: Part) -> [UInt8] {
        var list = PropertyListWriter()
        return list.bytes(
            .dictionary([
                ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")), ("$top", .dictionary([("root", root)])),
                ("$objects", .array(objects)),
            ]))
    }
}

/// Writes binary property lists.
private struct PropertyListWriter {
    private var objects: [[UInt8]] = []

    mutating func bytes(_ root: ArchiveWriter.Part) -> [UInt8] {
        let top = add(root)
        var (bytes, offsets) = (Array("bplist00".utf8), [Int]())
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += Self.digits(offset, 4) }
        return bytes + [0, 0, 0, 0, 0, 0, 4, 4] + Self.digits(objects.count, 8) + Self.digits(top, 8) + Self.digits(table, 8)
    }

    private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 0xf, 0x12] + digits(count, 4)
    }

    private mutating func add(_ part: ArchiveWriter.Part) -> Int {
        let place = objects.count
        objects.append([])
        objects[place] = bytes(of: part)
        return place
    }

    private mutating func bytes(of part: ArchiveWriter.Part) -> [UInt8] {
        switch part {
        case .bool(let value): return [value ? 0x09 : 0x08]
        case .integer(let value): return [0x13] + Self.digits(value, 8)
        case .real(let value): return [0x23] + Self.digits(Int(bitPattern: UInt(value.bitPattern)), 8)
        case .text(let text):
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return Self.marker(0x5, text.utf8.count) + Array(text.utf8) }
            let units = Array(text.utf16)
            return Self.marker(0x6, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        case .data(let bytes): return Self.marker(0x4, bytes.count) + bytes
        case .reference(let place): return [0x83] + Self.digits(place, 4)
        case .array(let parts): return Self.marker(0xa, parts.count) + parts.map { add($0) }.flatMap { Self.digits($0, 4) }
        case .dictionary(let entries):
            let keys = entries.map { add(.text($0.key)) }
            let values = entries.map { add($0.value) }
            return Self.marker(0xd, entries.count) + (keys + values).flatMap { Self.digits($0, 4) }
        }
    }
}
