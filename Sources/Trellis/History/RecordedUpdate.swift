/// Which of its object's data an update has changed, as the change history has recorded it.
///
/// Triggers of the store record an object for other members and for other derived values too. Its own values are as before then.
enum RecordedUpdate {
    case ofValues
    /// Of the place among the ordered members of an owner, or of a key that led nowhere before: both change the same relationship.
    case ofPlace
    case ofDerivedValues
    case ofMembers

    init(_ row: HistoryQuery.ChangedRow, of entity: EntityRuntime, in model: ModelRuntime) {
        let members = entity.inverseSides.lazy.filter { $0.join != nil }.map(\.descriptor.name)
        let derived = entity.columns.lazy.filter { $0.derivation?.isByDatabase == true }.map(\.property)
        let places = entity.toOne.lazy.filter { relationship in
            guard case .members(let number) = relationship.inverse else { return false }
            let isOrdered = model.entities[relationship.destination].inverseSides[number].order != nil
            return isOrdered && row.formerKeys[relationship.descriptor.name] == nil
        }.map(\.descriptor.name)
        let inRow = row.properties.subtracting(members)
        let own = inRow.subtracting(derived)
        if inRow.isEmpty {
            self = .ofMembers
        } else if own.isEmpty {
            self = .ofDerivedValues
        } else {
            self = own.subtracting(places).isEmpty ? .ofPlace : .ofValues
        }
    }
}
