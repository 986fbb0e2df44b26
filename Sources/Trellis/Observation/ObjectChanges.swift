/// What has changed of an object since a loop last asked.
public struct ObjectChange<Object: ManagedObject>: Sendable, Hashable {
    /// The names of the properties with other values. Transient attributes are not among them.
    public let properties: Set<String>
}

extension ObjectChange where Object: Fetchable {
    /// Whether a property has another value: `change.contains { $0.name }`.
    public func contains(_ property: (Object.Fields) -> some PathMember) -> Bool {
        properties.contains(property(Object.Fields(_path: FieldPath()))._path.names[0])
    }
}

extension ObjectChange where Object: FetchableHierarchy {
    /// Whether a property has another value: `change.contains { $0.name }`.
    public func contains(_ property: (HierarchyFields<Object>) -> some PathMember) -> Bool {
        properties.contains(property(HierarchyFields(_path: FieldPath()))._path.names[0])
    }
}

/// The changes of one object from now on: `for await change in order.changes { … }`.
///
/// The loop runs where the object's context is, and gets edits, saves, merges, refreshes and rollbacks. What happens while it is busy is
/// one change, without the properties that show again what the loop has seen. It ends when the object is deleted, or its context is
/// released or reset.
public struct ObjectChanges<Object: ManagedObject>: AsyncSequence {
    public typealias Element = ObjectChange<Object>
    public typealias Failure = Never

    let object: Object

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(object) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: Subscription
        private var signals: AsyncStream<Void>.Iterator

        /// Ends with the iterator.
        private final class Subscription {
            let object: Object
            let observation: ObjectObservation?
            let number: Int

            init(_ object: Object) {
                self.object = object
                observation = object.scope.context?.observation.observation(of: object)
                number = observation?.addListener() ?? 0
            }

            deinit {
                observation?.removeListener(number)
            }
        }

        init(_ object: Object) {
            subscription = Subscription(object)
            let signals = object.scope.context?.wakeUp.signals() ?? AsyncStream { $0.finish() }
            self.signals = signals.makeAsyncIterator()
        }

        /// The next change; nil at the end, and if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> ObjectChange<Object>? {
            while true {
                let object = subscription.object
                if let context = object.scope.context {
                    // The next fetch or save throws the error.
                    do { try context.mergeWaitingChanges() } catch { context.remember(error) }
                }
                let properties = subscription.observation?.takeChanges(for: subscription.number) ?? []
                if !properties.isEmpty { return ObjectChange(properties: properties) }
                if object.isRemoved || object.scope.context == nil { return nil }
                if await signals.next(isolation: actor) == nil { return nil }
            }
        }

        /// The next change, for callers of before Swift 6.
        public mutating func next() async -> ObjectChange<Object>? { await next(isolation: nil) }
    }
}

// A member of a protocol and not of the class, so that an attribute of a model may be called `changes`.

extension Identifiable where Self: ManagedObject {
    /// The changes of this object from now on.
    public var changes: ObjectChanges<Self> { ObjectChanges(object: self) }
}

// MARK: - Names

extension EntityRuntime {
    /// The names of the model's properties that an observed property is; none for a fact.
    func names(of property: ObservedProperty) -> [String] {
        switch property {
        case .column(let column):
            return [columns[column].property.prefix { $0 != "." }.description]
        case .members(let number): return [inverseSides[number].descriptor.name]
        case .transient, .isInserted, .isUpdated, .isDeleted, .hasChanges: return []
        }
    }
}
