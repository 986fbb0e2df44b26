import Foundation
import SQLiteAccess

/// The disk space that a migration may need beside the store.
struct StorageNeed {
    private let plans: [MigrationPlan]
    private let options: MigrationOptions

    init(_ plans: [MigrationPlan], _ options: MigrationOptions) {
        self.plans = plans
        self.options = options
    }

    /// A change of the schema alone still writes some pages.
    private static let least: Int64 = 1 << 20

    /// - Throws: ``MigrationError/notEnoughSpace(path:needed:available:)``
    func check(_ connection: SQLiteConnection) throws {
        guard !plans.isEmpty, let path = connection.path else { return }
        let size =
            try connection.rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0][0].flatMap {
                Int64($0)
            } ?? 0
        let backup = options.backupPath == nil ? 0 : size
        let own = bytes(for: size)
        // The copy may be on another disk; where the figure is given, it is of both.
        if let backupPath = options.backupPath, options.availableSpace == nil,
            Self.volume(of: backupPath) != Self.volume(of: path)
        {
            try check(path, own)
            try check(backupPath, backup)
        } else {
            try check(path, own + backup)
        }
    }

    private func check(_ path: String, _ needed: Int64) throws {
        guard let available = options.availableSpace ?? Self.available(at: path) else { return }
        if available < needed { throw MigrationError.notEnoughSpace(path: path, needed: needed, available: available) }
    }

    /// The space for a table that is rebuilt, or for rows that change: their pages are in the log or the journal first, and then in
    /// the file. Each step releases its space before the next one.
    private func bytes(for size: Int64) -> Int64 {
        let strategies = Set(plans.flatMap { plan in plan.steps.filter { !$0.operation.isRecord }.map(\.strategy) })
        if strategies.contains(.rebuild) { return 2 * size + Self.least }
        return (strategies.isDisjoint(with: [.index, .update]) ? 0 : size) + Self.least
    }

    private static func folder(of path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }

    private static func attributes(at path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfFileSystem(forPath: folder(of: path))
    }

    private static func available(at path: String) -> Int64? {
        (attributes(at: path)?[.systemFreeSize] as? NSNumber)?.int64Value
    }

    private static func volume(of path: String) -> Int? {
        (attributes(at: path)?[.systemNumber] as? NSNumber)?.intValue
    }
}
