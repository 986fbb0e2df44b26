@preconcurrency import Dispatch
import Foundation

extension PersistentContainer {
    /// The main actor's context, for what the user interface shows. The container creates it on first use and keeps it.
    ///
    /// It opens its connection at its first statement, which throws ``StoreError`` if that fails or the container is closed.
    @MainActor public var viewContext: ManagedObjectContext { viewContextHolder.context(of: self) }
}

/// Holds a container's context of the main actor.
///
/// Unchecked, because the compiler does not know that `context` is used on the main actor only, and at the end, when nothing else holds
/// this object.
final class ViewContextHolder: @unchecked Sendable {
    private var context: ManagedObjectContext?

    @MainActor func context(of container: PersistentContainer) -> ManagedObjectContext {
        if let context { return context }
        let context = ManagedObjectContext(heldBy: container)
        context.notifiesObservers = true
        self.context = context
        return context
    }

    deinit {
        // The deinitializer of a context changes its objects, which code on the main actor may hold.
        guard !Thread.isMainThread, let last = context.take().map(Unmanaged.passRetained) else { return }
        nonisolated(unsafe) let released = last
        DispatchQueue.main.async { released.release() }
    }
}
