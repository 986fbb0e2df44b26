import Foundation

/// What a program did to files, in its order: `Tests/Programs/FaultInjection/Trace.c` writes it.
public struct FileTrace {
    public enum Event {
        case create(String)
        case write(String, offset: Int, [UInt8])
        case truncate(String, size: Int)
        case sync(String)
        case delete(String, syncsFolder: Bool)
        /// The program was told that a piece of work is committed.
        case acknowledge(Int)
    }

    public private(set) var events: [Event] = []

    public struct Failure: Error {}

    public init(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))[...]
        func take(_ count: Int) throws -> [UInt8] {
            guard bytes.count >= count else { throw Failure() }
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }
        func number(_ count: Int) throws -> Int {
            try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while !bytes.isEmpty {
            let kind = try take(1)[0]
            let name = String(decoding: try take(number(2)), as: UTF8.self)
            let value = try number(8)
            let content = try take(number(4))
            switch kind {
            case UInt8(ascii: "C"): events.append(.create(name))
            case UInt8(ascii: "W"): events.append(.write(name, offset: value, content))
            case UInt8(ascii: "T"): events.append(.truncate(name, size: value))
            case UInt8(ascii: "S"): events.append(.sync(name))
            case UInt8(ascii: "D"): events.append(.delete(name, syncsFolder: value == 1))
            case UInt8(ascii: "A"): events.append(.acknowledge(value))
            default: throw Failure()
            }
        }
    }
}
