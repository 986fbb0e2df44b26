import Foundation
import SQLiteAccess

/// What a time zone shows of an instant, and which instant shows something. Seconds are counted from 2001-01-01, of instants in UTC.
public struct TimeZoneRules: Sendable, Hashable {
    /// nil for UTC.
    private let timeZone: TimeZone?

    static let utc = TimeZoneRules(timeZone: nil)
    static let utcName = "UTC"

    private init(timeZone: TimeZone?) {
        self.timeZone = timeZone
    }

    /// nil if the system knows no time zone with this identifier.
    init?(_ identifier: String) {
        if identifier == Self.utcName || identifier == "GMT" {
            timeZone = nil
        } else {
            guard let known = TimeZone(identifier: identifier) else { return nil }
            timeZone = known
        }
    }

    /// The identifiers to suggest for an unknown one.
    static var names: [String] { TimeZone.knownTimeZoneIdentifiers + [utcName] }

    func offset(at seconds: Int) -> Int {
        timeZone?.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(seconds))) ?? 0
    }

    /// What clocks show at an instant.
    func local(_ seconds: Int) -> Int { seconds + offset(at: seconds) }

    /// The instant at which clocks show something.
    ///
    /// Of two, it is the one with a given offset, or else the earlier one. Where clocks skip it, they show it as if they had not been
    /// changed: 2:30 is 3:30.
    func instant(showing local: Int, preferring offset: Int) -> Int {
        if self.offset(at: local - offset) == offset { return local - offset }
        // Clocks are changed once within two days at most.
        let (before, after) = (self.offset(at: local - 86_400), self.offset(at: local + 86_400))
        return self.offset(at: local - after) == after && self.offset(at: local - before) != before ? local - after : local - before
    }

    /// The first instant at which clocks show something or more.
    func firstInstant(showing local: Int) -> Int {
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        if offset(at: local - before) == before { return local - before }
        if offset(at: local - after) == after { return local - after }
        // Clocks skip it: the instant at which they are changed lies between both.
        var (low, high) = (local - after, local - before)
        while high - low > 1 {
            let middle = (low + high) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }
}

/// Time zones that were looked up, by their identifiers. Belongs to one connection or one evaluation and is used by one of both at a
/// time.
final class TimeZoneCache {
    private var zones: [String: TimeZoneRules] = [TimeZoneRules.utcName: .utc]

    /// - Throws: ``EvaluationError`` for an unknown identifier.
    func zone(_ identifier: String) throws -> TimeZoneRules {
        if let known = zones[identifier] { return known }
        guard let zone = TimeZoneRules(identifier) else {
            throw EvaluationError(.timeZone, description: "there is no time zone '\(identifier)'")
        }
        zones[identifier] = zone
        return zone
    }
}
