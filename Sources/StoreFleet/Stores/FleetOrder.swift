import Foundation

/// The order in which the stores of a fleet are migrated.
package struct FleetOrder {
    /// The stores, each file once.
    package let stores: [FleetStore]
    /// Positions of `stores` that may be migrated at the same time. No group begins before the one before it has ended.
    let groups: [[Int]]
    /// Whether the first group is the canary.
    let hasCanary: Bool
    /// How many paths led to a file that another one leads to.
    let duplicates: Int

    package init(_ given: [FleetStore], canary: Int) {
        var seen = Set<FileIdentity>()
        stores = given.filter { seen.insert(FileIdentity($0.path)).inserted }
        duplicates = given.count - stores.count
        let first = min(max(canary, 0), stores.count)
        hasCanary = first > 0
        var groups = hasCanary ? [Array(0..<first)] : []
        var places = [String: Int]()
        for index in first..<stores.count {
            if let place = places[stores[index].group] {
                groups[place].append(index)
            } else {
                places[stores[index].group] = groups.count
                groups.append([index])
            }
        }
        self.groups = groups
    }
}

/// What tells a file from all others: links lead to the same one.
private enum FileIdentity: Hashable {
    case file(device: UInt64, number: UInt64)
    case missing(String)

    init(_ path: String) {
        var status = stat()
        self = !path.utf8.contains(0) && stat(path, &status) == 0
            ? .file(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino)) : .missing(path)
    }
}
