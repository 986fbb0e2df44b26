import FlyingSocks
import Foundation
import Trellis

/// The list that all open pages show: one controller, in an actor with a context of its own.
///
/// Requests save in their own contexts. The controller reports each of these saves, and those of other processes; a report becomes one
/// event for all open pages.
actor LiveList {
    private let container: PersistentContainer
    /// nil before ``open()``. It is created in the actor, so it reports changes here, automatically.
    private var controller: FetchedResultsController<Person>?
    private var log = EventLog()
    private var followers: [Int: AsyncStream<ServerEvent>.Continuation] = [:]
    private var lastFollower = 0
    private var isClosed = false

    init(of container: PersistentContainer) {
        self.container = container
    }

    /// Fetches the list and begins to follow it.
    /// - Throws: ``StoreError``
    func open() throws {
        let controller = FetchedResultsController(Person.byAge(), sections: .value(of: \.age), in: try container.makeContext())
        try controller.performFetch()
        controller.delegate = self
        self.controller = controller
    }

    // MARK: The whole list

    /// The list now, with the position of the last event that it includes.
    /// - Throws: ``StoreError``
    func page() throws -> HTML {
        guard let controller else { throw StoreError.resultsNotFetched }
        // A browser that has just saved finds the change in the list.
        try controller.managedObjectContext.processPendingChanges()
        let sections = try controller.sections.enumerated().map { index, section in
            try sectionHTML(section.name, rows: (0..<section.count).map { rowHTML(try controller.object(at: [index, $0])) })
        }
        return listHTML(sections, position: log.position)
    }

    // MARK: Events

    /// The events after a position. It begins with those that a page has missed. If they are not known any more, the only event is
    /// ``ServerEvent/outdated``.
    func events(after position: String) -> AsyncStream<ServerEvent> {
        // A page that reads too slowly misses events, and connects again at its position.
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self, bufferingPolicy: .bufferingOldest(EventLog.capacity + 1))
        guard !isClosed, let missed = log.events(after: position) else {
            continuation.yield(.outdated)
            continuation.finish()
            return stream
        }
        for event in missed { continuation.yield(event) }
        lastFollower += 1
        let number = lastFollower
        followers[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(number) } }
        return stream
    }

    private func forget(_ number: Int) { followers[number] = nil }

    private func send(_ event: ServerEvent) {
        for follower in followers.values {
            if case .dropped = follower.yield(event) { follower.finish() }
        }
    }

    /// Sends a comment from time to time: a connection that has ended is noticed only when it is written to.
    func keepConnectionsAlive() async {
        while (try? await Task.sleep(for: .seconds(15))) != nil { send(.comment) }
    }

    /// Ends all connections, so that the server can stop.
    func close() {
        isClosed = true
        for follower in followers.values { follower.finish() }
    }

    // MARK: Changes

    private func publish(_ change: FetchedResultsChange) {
        do {
            guard let controller else { return }
            send(try log.append(ListChange(change, rowHTML: { rowHTML(try controller.object(at: $0)) })))
        } catch {
            giveUpPosition(error)
        }
    }

    /// After an error the events no longer lead from one list to the next: all pages load the list again.
    private func giveUpPosition(_ error: any Error) {
        Console.complain("the list cannot follow its store: \(error)")
        log = EventLog()
        send(.outdated)
    }
}

/// The controller calls its delegate in the actor that it was created in.
extension LiveList: FetchedResultsControllerDelegate {
    nonisolated func controller(_ controller: FetchedResultsController<Person>, didChangeContentWith change: FetchedResultsChange) {
        assumeIsolated { $0.publish(change) }
    }

    nonisolated func controller(_ controller: FetchedResultsController<Person>, didFailWith error: any Error) {
        assumeIsolated { $0.giveUpPosition(error) }
    }
}
