import Foundation
import GRDB
import Trellis

/// What it costs to keep lists current.
func registerFollowing() {
    compare(
        "Live list, one row edited, 1,000 times (goal 20 µs, 1.5)",
        ["1,000 rows", "\(rows) rows", "\(rows) rows without sort keys"]
    ) { folder in
        let small = try shipmentStore(in: folder.folder("small"), 1_000)
        let large = try shipmentStore(in: folder.folder("large"))
        return [
            try LiveList(small.container).edit(times: 1_000),
            try LiveList(large.container).edit(times: 1_000),
            try LiveList(large.container, keepsSortKeys: false).edit(times: 1_000),
        ]
    }

    compare("Live list in 21 sections, one row edited, 1,000 times (goal 20 µs, 1.5)", ["1,000 rows", "\(rows) rows"]) { folder in
        let (small, large) = (try shipmentStore(in: folder.folder("small"), 1_000), try shipmentStore(in: folder.folder("large")))
        return [
            try LiveList(small.container, sections: .value(of: \.country)).edit(times: 1_000),
            try LiveList(large.container, sections: .value(of: \.country)).edit(times: 1_000),
        ]
    }

    compare("Live list, 100 of 10,000 rows edited (goal 1 ms)", ["One section", "Sections"]) { folder in
        let (container, _) = try shipmentStore(in: folder, 10_000)
        return [
            try LiveList(container).edit(times: 1, rows: 100), try LiveList(container, sections: .value(of: \.country)).edit(times: 1, rows: 100),
        ]
    }

    compare("Live list of \(rows), one row saved, 10 times", ["No list", "Trellis", "GRDB's ValueObservation"]) { folder in
        let (plain, live) = (try shipmentStore(in: folder.folder("plain")), try shipmentStore(in: folder.folder("live")))
        let other = try shipmentStore(in: folder.folder("other"))
        return [
            try LiveList(plain.container, isFollowed: false).save(times: 10), try LiveList(live.container).save(times: 10),
            try observedSaves(other.path, times: 10),
        ]
    }

    // A thousandth of the difference, divided by the saves, is what a list costs a save that does not concern it.
    compare("Saves that do not concern 1,000 lists, 100 times (goal 0.5 µs a list)", ["No list", "1,000 lists"]) { folder in
        let (plain, live) = (try shipmentStore(in: folder.folder("plain"), 1_000), try shipmentStore(in: folder.folder("live"), 1_000))
        return [try unconcernedSaves(plain.container, lists: 0), try unconcernedSaves(live.container, lists: 1_000)]
    }
}

/// A list of shipments by weight and number, of which rounds edit or save some.
private final class LiveList: FetchedResultsControllerDelegate {
    typealias Entity = Shipment

    private let context: ManagedObjectContext
    private let objects: [Shipment]
    private var controller: FetchedResultsController<Shipment>?
    private var reported = 0
    private var next = 0

    init(
        _ container: PersistentContainer, sections: SectionKey<Shipment>? = nil, keepsSortKeys: Bool = true, isFollowed: Bool = true
    ) throws {
        context = try container.makeContext()
        objects = try context.fetchAll(Shipment.self)
        guard isFollowed else { return }
        let fetch = Fetch<Shipment>().sorted { [$0.weight.ascending, $0.number.ascending] }
        let controller = FetchedResultsController(fetch, sections: sections, keepsSortKeys: keepsSortKeys, in: context)
        try controller.performFetch()
        controller.delegate = self
        self.controller = controller
    }

    func controller(_ controller: FetchedResultsController<Shipment>, didChangeContentWith change: FetchedResultsChange) { reported += 1 }

    /// A round that edits rows far apart, so that they move, and reports them.
    func edit(times: Int, rows: Int = 1) -> Round {
        { [self] in
            reported = 0
            let time = try microseconds {
                for _ in 0..<times {
                    for _ in 0..<rows { move() }
                    try context.processPendingChanges()
                }
            }
            precondition(reported == times)
            return time
        }
    }

    /// A round that saves each edit.
    func save(times: Int) -> Round {
        { [self] in
            reported = 0
            let time = try microseconds {
                for _ in 0..<times {
                    move()
                    try context.save()
                }
            }
            precondition(controller == nil || reported == times)
            return time
        }
    }

    private func move() {
        next = (next + 7_919) % objects.count
        objects[next].weight = objects[next].weight < 60 ? objects[next].weight + 61.5 : objects[next].weight - 59.25
    }
}

/// A round that saves manifests, while lists show shipments.
private func unconcernedSaves(_ container: PersistentContainer, lists: Int) throws -> Round {
    let context = try container.makeContext()
    let manifest = Manifest(in: context, number: 1, issued: .now)
    try context.save()
    let controllers = try (0..<lists).map { number in
        let controller = FetchedResultsController(Fetch<Shipment>().where { $0.employee == Int32(number) }, in: context)
        try controller.performFetch()
        return controller
    }
    return {
        try microseconds {
            for _ in 0..<100 {
                manifest.number += 1
                try context.save()
            }
            withExtendedLifetime(controllers) {}
        }
    }
}

/// A round that updates rows of a table that GRDB observes, and waits for each new list.
private func observedSaves(_ path: String, times: Int) throws -> Round {
    let queue = try DatabaseQueue(path: path)
    let arrived = DispatchSemaphore(value: 0)
    let observation = ValueObservation.tracking { database in
        try ShipmentRecord.fetchAll(database, sql: PlainShipment.select + " ORDER BY weight, number")
    }
    let cancellable = observation.start(
        in: queue, scheduling: .async(onQueue: DispatchQueue(label: "arrived")), onError: { preconditionFailure("\($0)") },
        onChange: { _ in arrived.signal() })
    arrived.wait()
    var key = 1
    return {
        try microseconds {
            for _ in 0..<times {
                key = (key + 7_919) % rows + 1
                try queue.write { try $0.execute(sql: "UPDATE shipment SET weight = 125 - weight WHERE _id = ?", arguments: [key]) }
                arrived.wait()
            }
            withExtendedLifetime(cancellable) {}
        }
    }
}

extension URL {
    /// A folder of this name in this one, which is made.
    func folder(_ name: String) throws -> URL {
        let folder = appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
