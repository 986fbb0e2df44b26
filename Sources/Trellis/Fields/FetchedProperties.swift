extension ManagedObject {
    /// For generated code: what the fetch of a fetched property finds; nothing once the context is gone.
    /// - Throws: what ``ManagedObjectContext/fetch(_:)-(Fetch<Root>)`` throws.
    @_spi(Generated) public final func _fetched<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> [Root] {
        try managedObjectContext?.fetch(fetch) ?? []
    }
}
