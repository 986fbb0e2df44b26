/// The registered objects of one table, by key: at most one for a row.
///
/// The objects are in pages of slots. An array finds the pages of usual keys and a dictionary all others, so one large key does not cost
/// memory. The table holds its objects strongly; ``sweep()`` releases those that are not held elsewhere.
struct IdentityTable {
    private var directory: ContiguousArray<Page?> = []
    private var farPages: [Int64: Page] = [:]
    private(set) var count = 0

    private static let pageBits = Int64(9)
    /// How many pages the array covers: 32 million keys for half a megabyte.
    private static let nearPages = Int64(1 << 16)

    private final class Page {
        static let slotCount = Int(1 << IdentityTable.pageBits)
        let slots: UnsafeMutablePointer<ManagedObject?>

        init() {
            slots = .allocate(capacity: Self.slotCount)
            slots.initialize(repeating: nil, count: Self.slotCount)
        }

        deinit {
            slots.deinitialize(count: Self.slotCount)
            slots.deallocate()
        }
    }

    /// The object of a key; nil for keys that are not positive.
    subscript(key: Int64) -> ManagedObject? {
        guard key > 0, let page = page(key >> Self.pageBits) else { return nil }
        return page.slots[Int(key & (1 << Self.pageBits - 1))]
    }

    mutating func insert(_ object: ManagedObject, at key: Int64) {
        let slot = makePage(key >> Self.pageBits).slots + Int(key & (1 << Self.pageBits - 1))
        if slot.pointee == nil { count += 1 }
        slot.pointee = object
    }

    mutating func remove(_ key: Int64) {
        guard key > 0, let page = page(key >> Self.pageBits) else { return }
        let slot = page.slots + Int(key & (1 << Self.pageBits - 1))
        if slot.pointee != nil { count -= 1 }
        slot.pointee = nil
    }

    /// Removes the object of a key if only this table holds it.
    /// - Returns: whether the key has no object now, and the removed object, which the caller releases.
    mutating func removeIfUnheld(_ key: Int64) -> (isFree: Bool, removed: ManagedObject?) {
        guard key > 0, let page = page(key >> Self.pageBits) else { return (true, nil) }
        let index = Int(key & (1 << Self.pageBits - 1))
        if page.slots[index] == nil { return (true, nil) }
        guard isKnownUniquelyReferenced(&page.slots[index]) else { return (false, nil) }
        let object = page.slots[index]
        page.slots[index] = nil
        count -= 1
        return (true, object)
    }

    var objects: [ManagedObject] {
        (directory.compactMap(\.self) + farPages.values).flatMap { page in
            (0..<Page.slotCount).compactMap { page.slots[$0] }
        }
    }

    /// Removes the objects that only this table holds, and empty pages. The caller releases the objects, because a `deinit` may run code
    /// that uses the table.
    mutating func sweep() -> [ManagedObject] {
        var released = [ManagedObject]()
        for number in directory.indices {
            guard let page = directory[number] else { continue }
            if Self.sweep(page, &released) { directory[number] = nil }
        }
        for (number, page) in farPages where Self.sweep(page, &released) { farPages[number] = nil }
        count -= released.count
        return released
    }

    /// - Returns: whether the page has no object left.
    private static func sweep(_ page: Page, _ released: inout [ManagedObject]) -> Bool {
        var isEmpty = true
        for index in 0..<Page.slotCount where page.slots[index] != nil {
            if isKnownUniquelyReferenced(&page.slots[index]), let object = page.slots[index] {
                page.slots[index] = nil
                released.append(object)
            } else {
                isEmpty = false
            }
        }
        return isEmpty
    }

    /// Calls `body` with each object that is held outside of the table.
    mutating func forEachHeld(_ body: (ManagedObject) -> Void) {
        for page in directory.compactMap(\.self) + farPages.values {
            for index in 0..<Page.slotCount where page.slots[index] != nil {
                if !isKnownUniquelyReferenced(&page.slots[index]), let object = page.slots[index] { body(object) }
            }
        }
    }

    /// Removes objects. The caller releases them.
    mutating func remove(where isUnused: (ManagedObject) -> Bool) -> [ManagedObject] {
        let unused = objects.filter(isUnused)
        for object in unused { remove(object.key) }
        return unused
    }

    private func page(_ number: Int64) -> Page? {
        if number < Int64(directory.count) { return directory[Int(number)] }
        return number < Self.nearPages ? nil : farPages[number]
    }

    private mutating func makePage(_ number: Int64) -> Page {
        if let page = page(number) { return page }
        let page = Page()
        if number < Self.nearPages {
            if number >= Int64(directory.count) {
                directory.append(contentsOf: repeatElement(nil, count: Int(number) + 1 - directory.count))
            }
            directory[Int(number)] = page
        } else {
            farPages[number] = page
        }
        return page
    }
}
