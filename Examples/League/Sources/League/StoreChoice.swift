import Trellis
import TrellisDelimitedText

/// Where the league is kept. The rest of the program does not know.
enum StoreChoice {
    case file(String)
    case text(folder: String)
    case memory

    init(arguments: [String]) throws {
        switch (arguments.first, arguments.dropFirst().first) {
        case (nil, _), ("memory", nil): self = .memory
        case ("file", let path): self = .file(path ?? "league.sqlite")
        case ("text", let folder): self = .text(folder: folder ?? "league")
        default: throw UsageError()
        }
    }

    var location: StoreLocation {
        switch self {
        case .file(let path): .file(path)
        case .text(let folder): .atomicStore(DelimitedTextStore(folder: folder))
        case .memory: .inMemory
        }
    }
}

struct UsageError: Error, CustomStringConvertible {
    var description: String { "start with 'memory', 'file PATH' or 'text FOLDER'" }
}
