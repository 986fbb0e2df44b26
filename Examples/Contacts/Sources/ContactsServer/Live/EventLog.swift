import Foundation

/// An event as a page receives it.
enum ServerEvent: Sendable {
    /// A change of the list, as JSON, and the position after it.
    case change(position: String, json: String)
    /// The page must load the list again.
    case outdated
    case comment

    /// The text of the event in a `text/event-stream`.
    var text: String {
        switch self {
        case .change(let position, let json): "id: \(position)\ndata: \(json)\n\n"
        // Browsers report an event only if it has data.
        case .outdated: "event: outdated\ndata: {}\n\n"
        case .comment: ": still here\n\n"
        }
    }
}

/// The latest events, so that a page that was away for a while can catch up.
struct EventLog {
    static let capacity = 200

    /// Distinguishes positions of this log from those of an earlier run of the server.
    private let name = UUID().uuidString.prefix(8)
    private var events: [ServerEvent] = []
    /// How many events came before the first that is kept.
    private var dropped = 0

    /// The position after the last event.
    var position: String { "\(name)-\(dropped + events.count)" }

    mutating func append(_ change: ListChange) throws -> ServerEvent {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(change), as: UTF8.self)
        let event = ServerEvent.change(position: "\(name)-\(dropped + events.count + 1)", json: json)
        events.append(event)
        if events.count > Self.capacity {
            events.removeFirst()
            dropped += 1
        }
        return event
    }

    /// The events after a position; nil if the log does not have them all.
    func events(after position: String) -> ArraySlice<ServerEvent>? {
        let parts = position.split(separator: "-")
        guard parts.count == 2, parts[0] == name, let number = Int(parts[1]) else { return nil }
        guard number >= dropped, number <= dropped + events.count else { return nil }
        return events[(number - dropped)...]
    }
}
