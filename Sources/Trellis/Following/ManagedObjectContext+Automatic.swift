extension ManagedObjectContext {
    /// Brings live results up to date soon after each change, if the context belongs to an actor.
    func processAutomatically(isolation: isolated (any Actor)? = #isolation) {
        guard isolation != nil, !processesAutomatically else { return }
        processesAutomatically = true
        let signals = wakeUp.signals()
        Task { [weak self] in
            // The closure runs in the isolation that it captures.
            _ = isolation
            for await _ in signals {
                guard let self else { return }
                self.followCompleted()
            }
        }
        // Earlier changes have signalled before the loop began to wait.
        wakeUp.signal()
    }
}
