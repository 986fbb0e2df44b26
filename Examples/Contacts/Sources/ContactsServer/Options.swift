/// What the command line says.
struct Options {
    /// 0 for a free port that the system chooses.
    var port: UInt16 = 8080
    var store = "contacts.sqlite"

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``UsageError``
    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard ["--port", "--store"].contains(option), let value = rest.next() else { throw UsageError(description: Self.usage) }
            switch option {
            case "--port":
                guard let number = UInt16(value) else { throw UsageError(description: "'\(value)' is no port from 0 to 65535") }
                port = number
            default: store = value
            }
        }
    }

    private static let usage = "usage: ContactsServer [--port NUMBER] [--store FILE]"
}
