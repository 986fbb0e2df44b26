extension ManagedObjectContext {
    /// Leaves only the keys of destinations that a child has deleted, or that a refresh has found deleted above. The contexts above may
    /// take the deletion back, and then the key leads to another object.
    ///
    /// Relationships that no rule has cleared have such keys: one of the rule `deny`, with members that came back above after the delete,
    /// and one of an object that the child holds and that is deleted above as well.
    /// - Parameter objects: those that may be gone.
    func forgetDestinations(goneAmong objects: some Sequence<ManagedObject>) {
        if parent == nil { return }
        let gone = Set(objects.lazy.filter { $0.state == .gone })
        if gone.isEmpty { return }
        for object in registries.flatMap(\.objects) {
            for relationship in object.scope.entity.toOne {
                let reference = object[_reference: relationship.column]
                guard let known = reference.object, gone.contains(known) else { continue }
                object[_reference: relationship.column] = ToOneReference(key: reference.currentKey)
            }
        }
    }
}
