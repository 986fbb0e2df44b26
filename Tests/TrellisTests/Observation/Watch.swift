import Observation
import Testing
import Trellis

/// One value that a test reads within `withObservationTracking`, and what that has reported.
final class Watch {
    let name: String
    private let read: () -> String
    private(set) var before = ""
    private var report: Report?

    /// Unchecked, because a test runs on one thread.
    private final class Report: @unchecked Sendable {
        let valueNow: () -> String
        var count = 0
        var value: String?

        init(_ valueNow: @escaping () -> String) {
            self.valueNow = valueNow
        }
    }

    /// Begins to watch.
    init(_ name: String = "", _ read: @escaping () -> String) {
        (self.name, self.read) = (name, read)
        again()
    }

    /// Reads the value again, in a new tracking if the last one has reported a change.
    func again() {
        before = read()
        if let report, report.count == 0 { return }
        let new = Report(read)
        report = new
        withObservationTracking { _ = read() } onChange: {
            new.count += 1
            new.value = new.valueNow()
        }
    }

    /// How often a change was reported.
    var count: Int { report?.count ?? 0 }

    /// The value that the object had when its change was reported.
    var valueThen: String? { report?.value }

    var now: String { read() }

    /// Whether the value differs from the one at the last reading.
    var hasChanged: Bool { now != before }
}

/// Expects that a change is reported once if the value changes, and not at all otherwise.
func expectReport(_ watch: Watch, _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    let isExpected = watch.hasChanged
    #expect(
        watch.count == (isExpected ? 1 : 0), "\(watch.name): \(watch.before) -> \(watch.now) \(comment())", sourceLocation: sourceLocation)
}

/// Names of objects that stay when a save gives them their keys. It holds the objects.
final class ObjectNames {
    private var objects: [ObjectIdentifier: (number: Int, object: ManagedObject)] = [:]

    subscript(object: ManagedObject?) -> String {
        guard let object else { return "nil" }
        if let known = objects[ObjectIdentifier(object)] { return "#\(known.number)" }
        objects[ObjectIdentifier(object)] = (objects.count, object)
        return "#\(objects.count - 1)"
    }

    subscript<Members: Sequence>(members: Members) -> String where Members.Element: ManagedObject { members.map { self[$0] }.joined(separator: " ") }

    /// Members without an order.
    func sorted<Members: Sequence>(_ members: Members) -> String where Members.Element: ManagedObject { members.map { self[$0] }.sorted().joined(separator: " ") }
}
