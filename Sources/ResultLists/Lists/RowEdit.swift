/// What happens to one row of a list.
public enum RowEdit: Sendable, Hashable {
    /// The row is not in the list any more. A row that never was in the list may leave.
    case leaves(Int64)
    /// The row is in the list, whether it was before or not.
    /// - `sortKey`: the values that decide on its place from now on.
    /// - `isChanged`: whether its content changed, so that the change reports it as updated.
    /// - `replacing`: the key that the row had before, if it has a new one.
    case present(Int64, sortKey: SortKey, isChanged: Bool, replacing: Int64? = nil)
    /// The content of the row changed, and nothing that decides whether it is in the list, or where. A row that is not in the list
    /// stays out. Another edit of the row counts instead of this one.
    case changed(Int64)
}

/// The last edit of each row, for edits that name some rows more than once.
struct LatestEdits {
    /// A row's place in the list after the edits, or nil if it leaves.
    typealias Placement = (key: Int64, sortKey: SortKey, isChanged: Bool)

    /// The edits by the keys that rows had before them.
    private(set) var edits: [Int64: Placement?] = [:]
    /// The rows that changed in place.
    private(set) var changed: Set<Int64> = []
    // The old keys of rows that have new ones, for later edits that use the new key.
    private var oldKeys: [Int64: Int64] = [:]

    init(_ edits: [RowEdit], in list: KeySequence) {
        self.edits.reserveCapacity(edits.count)
        for edit in edits {
            switch edit {
            case .changed(let key):
                changed.insert(key)
            case .leaves(let key):
                self.edits.updateValue(nil, forKey: oldKey(key))
            case .present(let key, let sortKey, let isChanged, let replaced):
                let placement = (key, sortKey, isChanged)
                if let replaced, replaced != key {
                    replace(replaced, placement, in: list)
                } else {
                    place(oldKey(key), placement)
                }
            }
        }
    }

    private func oldKey(_ key: Int64) -> Int64 {
        oldKeys.isEmpty ? key : oldKeys[key] ?? key
    }

    private mutating func replace(_ replaced: Int64, _ placement: Placement, in list: KeySequence) {
        let (key, before) = (placement.key, oldKey(replaced))
        if before != key && list.contains(key) {
            // The key is that of another row of the list, which stays. The two become one.
            edits.updateValue(nil, forKey: before)
            place(key, placement)
        } else {
            place(before, placement)
        }
    }

    private mutating func place(_ oldKey: Int64, _ placement: Placement) {
        let key = placement.key
        // An earlier edit may have given the key to another row.
        for other in [key, self.oldKey(key)] where other != oldKey {
            if let earlier = edits[other], earlier?.key == key { edits.updateValue(nil, forKey: other) }
        }
        oldKeys[key] = oldKey == key ? nil : oldKey
        edits.updateValue(placement, forKey: oldKey)
    }
}
