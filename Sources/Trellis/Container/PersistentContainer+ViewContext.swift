@preconcurrency import Dispatch
import Foundation

extension PersistentContainer {
    /// The main actor's context, for what people see: made when it is first asked for, and there as long as the container is.
    /// - Throws: ``StoreError`` where no further connection can be opened.
    @MainActor public var viewContext: ManagedObjectContext {
        get throws { try viewContextHolder.context(of: self) }
    }
}

/// Holds a container's context of the main actor.
///
/// Unchecked, because the compiler does not know that `context` is only touched on the main actor, and at the end, when
/// nobody else holds this.
final class ViewContextHolder: @unchecked Sendable {
    private var context: ManagedObjectContext?

    @MainActor func context(of container: PersistentContainer) throws -> ManagedObjectContext {
        if let context { return context }
        let context = ManagedObjectContext(heldBy: container, reader: try container.coordinator.takeReader())
        self.context = context
        return context
    }

    deinit {
        // A context that goes takes its objects' relationships apart, and somebody on the main actor may hold objects.
        guard !Thread.isMainThread, let last = context.take().map(Unmanaged.passRetained) else { return }
        nonisolated(unsafe) let released = last
        DispatchQueue.main.async { released.release() }
    }
}
