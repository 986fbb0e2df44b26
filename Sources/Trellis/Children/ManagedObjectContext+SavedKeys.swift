// When the context over the store has saved, its children have new objects of it under the keys of their rows.
extension ManagedObjectContext {
    /// Gives the children the keys that a save has given to new objects.
    /// - Parameters:
    ///   - objects: the new objects, with the keys of their rows.
    ///   - temporaryKeys: the keys that they had before.
    func passSavedKeys(of objects: ContiguousArray<ManagedObject>, _ temporaryKeys: [Int64]) {
        let keys = objects.keysByRoot(temporaryKeys.map(InheritedKey.key(inChildFor:)))
        for child in children.all { child.take(keys) }
    }

    private func take(_ keys: [Int: [Int64: Int64]]) {
        var identities: [(ObjectID, former: ObjectID)] = []
        for (root, saved) in keys {
            savedKeys[root, default: [:]].merge(saved) { $1 }
            for (former, key) in saved {
                guard let object = registries[root][former] else { continue }
                registries[root].unregister(former)
                let temporaryID = object.objectID
                (object.key, object.rowVersion) = (key, object.scope.entity.version(after: 0))
                registries[root].register(object)
                // What the context above has changed before the save is not known by the new key.
                resultsFollower?.noteInherited(object.row)
                if resultsFollower != nil { identities.append((object.objectID, temporaryID)) }
            }
        }
        for object in registries.flatMap(\.objects) + changeSet.listedNewObjects {
            for relationship in object.scope.entity.toOne {
                let reference = object[_reference: relationship.column]
                guard InheritedKey.isInherited(reference.key) else { continue }
                let root = scopes[relationship.destination].entity.root
                if let destination = reference.object {
                    object[_reference: relationship.column] = ToOneReference(destination)
                } else if let key = keys[root]?[reference.key] {
                    object[_reference: relationship.column] = ToOneReference(key: key)
                }
            }
        }
        noteForResults { log in
            log.notePermanentKeys(keys)
            for (id, former) in identities { log.notePermanentID(id, for: former) }
            log.noteIncomplete()
        }
        for child in children.all { child.take(keys) }
    }
}
