import Observation
import SQLiteAccess

/// The observed objects of a context.
///
/// An object gets an ``ObjectObservation`` when it is first read within `withObservationTracking`, and loses it with its life. Objects that
/// are not observed have one bit here: ``ManagedObject/isObserved``.
final class ContextObservation {
    /// Whether reads are observed.
    var isEnabled = false
    private lazy var probe = TrackingProbe()
    private var observed: [ObjectIdentifier: ObjectObservation] = [:]
    private var keyPaths: [ObservedProperty: KeyPath<ManagedObject, Void>] = [:]

    /// Whether no object is observed.
    var isEmpty: Bool { observed.isEmpty }

    /// The observed objects. Code of observers may release some of them while you go through the list.
    var all: [ObjectObservation] { Array(observed.values) }

    // MARK: Reads

    /// Notes the read of a property if it is tracked.
    func access(_ object: ManagedObject, _ property: ObservedProperty) {
        if !object.isObserved {
            guard probe.findsTracking else { return }
            probe = TrackingProbe()
        }
        let observation = observation(of: object)
        observation.watch(property)
        observation.registrar.access(object, keyPath: keyPath(property))
    }

    /// The observation of an object, which begins here if it has none.
    func observation(of object: ManagedObject) -> ObjectObservation {
        if let known = observed[ObjectIdentifier(object)] { return known }
        let new = ObjectObservation(object)
        observed[ObjectIdentifier(object)] = new
        object.isObserved = true
        return new
    }

    /// The observation of an object, if it has one.
    func known(_ object: ManagedObject) -> ObjectObservation? { observed[ObjectIdentifier(object)] }

    /// Forgets an object that is released.
    func forget(_ object: ObjectIdentifier) { observed[object] = nil }

    private func keyPath(_ property: ObservedProperty) -> KeyPath<ManagedObject, Void> {
        if let known = keyPaths[property] { return known }
        let new = \ManagedObject[observed: property]
        keyPaths[property] = new
        return new
    }

    /// Notifies the observers of relationships, which a reset empties.
    func reportReset() {
        for observation in all {
            guard let object = observation.object else { continue }
            for column in observation.columns where object.visibleDestinationKey(column) != 0 { report(.column(column), of: object) }
            for number in observation.relationships where object.loadedStorage(number)?.members.isEmpty == false {
                report(.members(number), of: object)
            }
        }
    }

    // MARK: Changes

    /// Notifies the observers of a property, before it changes.
    /// - Parameter before: what it has shown, if it has changed already.
    func report(_ property: ObservedProperty, of object: ManagedObject, before: ShownValue? = nil) {
        guard let observation = known(object) else { return }
        // Code of observers may read the property, which can load the new value.
        observation.note(property, before: before)
        observation.registrar.willSet(object, keyPath: keyPath(property))
    }
}
