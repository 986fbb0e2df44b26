import Foundation

/// A line of a journal, as JSON.
///
/// The stores are the truth: each records its version in the transaction that migrates it. A journal says which version a store had
/// before, so that a run that was killed can tell its own stores from those that were current, and it keeps failures.
enum JournalEntry: Codable, Hashable {
    /// A run begins, to a version of a model.
    case run(format: Int, model: String, version: Int, hash: String)
    /// A store is about to be migrated.
    case start(path: String, version: Int, hash: String)
    /// A store has an outcome.
    case done(path: String, result: StoreResult)
    /// The run has ended, and the next one is another run.
    case end

    static let format = 1

    private enum Key: String, CodingKey { case run, model, version, hash, start, done, result, end }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .run(let format, let model, let version, let hash):
            try container.encode(format, forKey: .run)
            try container.encode(model, forKey: .model)
            try container.encode(version, forKey: .version)
            try container.encode(hash, forKey: .hash)
        case .start(let path, let version, let hash):
            try container.encode(path, forKey: .start)
            try container.encode(version, forKey: .version)
            try container.encode(hash, forKey: .hash)
        case .done(let path, let result):
            try container.encode(path, forKey: .done)
            try container.encode(result, forKey: .result)
        case .end: try container.encode(true, forKey: .end)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let path = try container.decodeIfPresent(String.self, forKey: .done) {
            self = .done(path: path, result: try container.decode(StoreResult.self, forKey: .result))
        } else if let path = try container.decodeIfPresent(String.self, forKey: .start) {
            self = .start(
                path: path, version: try container.decode(Int.self, forKey: .version), hash: try container.decode(String.self, forKey: .hash))
        } else if let format = try container.decodeIfPresent(Int.self, forKey: .run) {
            self = .run(
                format: format, model: try container.decode(String.self, forKey: .model),
                version: try container.decode(Int.self, forKey: .version), hash: try container.decode(String.self, forKey: .hash))
        } else {
            _ = try container.decode(Bool.self, forKey: .end)
            self = .end
        }
    }
}
