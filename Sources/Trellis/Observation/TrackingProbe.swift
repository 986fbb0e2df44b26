import Observation

/// Finds out whether code runs within `withObservationTracking`.
///
/// The standard library keeps that to itself, but it puts a key path that is read there into a set, and not elsewhere. A key path with an
/// argument of ours reports when it is hashed.
final class TrackingProbe: Observable {
    private let registrar = ObservationRegistrar()
    private let argument: Argument
    private let keyPath: KeyPath<TrackingProbe, Void>

    init() {
        let argument = Argument()
        (self.argument, keyPath) = (argument, \TrackingProbe[argument])
    }

    /// Whether the caller's reads are tracked. A probe that has found this must not be used again: the set that has its key path may hash it
    /// on another thread.
    var findsTracking: Bool {
        registrar.access(self, keyPath: keyPath)
        return argument.wasHashed
    }

    private subscript(argument: Argument) -> Void { () }

    /// Unchecked, because the compiler does not know that the probe's owner reads `wasHashed` before other threads can know the key path.
    /// Later writes are in the registrar's lock.
    private final class Argument: Hashable, @unchecked Sendable {
        @exclusivity(unchecked) private(set) var wasHashed = false

        static func == (left: Argument, right: Argument) -> Bool { left === right }

        func hash(into hasher: inout Hasher) {
            wasHashed = true
            hasher.combine(ObjectIdentifier(self))
        }
    }
}
