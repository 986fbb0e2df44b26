import Foundation

extension ManagedObjectContext {
    /// Brings live results up to date soon after each change, if the context belongs to an actor.
    func processAutomatically(isolation: isolated (any Actor)? = #isolation) {
        guard let isolation, automaticProcessing == nil else { return }
        let processing = AutomaticProcessing(of: self, on: isolation)
        automaticProcessing = processing
        wakeUp.onSignal { [weak processing] in processing?.schedule() }
    }
}

/// Brings the live results of a context up to date on the actor that the context belongs to. It holds neither: an actor may own its
/// context.
///
/// Unchecked, because the compiler does not know that `isScheduled` is used only while `lock` is held, and the context only on its actor.
final class AutomaticProcessing: @unchecked Sendable {
    private weak var context: ManagedObjectContext?
    private weak var actor: (any Actor)?
    private let lock = NSLock()
    private var isScheduled = false

    init(of context: ManagedObjectContext, on actor: any Actor) {
        (self.context, self.actor) = (context, actor)
    }

    /// Processes soon. Calls before that are one.
    func schedule() {
        guard let actor, lock.withLock({ begin() }) else { return }
        Task { await self.process(on: actor) }
    }

    private func begin() -> Bool {
        defer { isScheduled = true }
        return !isScheduled
    }

    private func process(on actor: isolated any Actor) {
        lock.withLock { isScheduled = false }
        context?.followCompleted()
    }
}
