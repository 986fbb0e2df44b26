import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
public import Trellis

/// A store of any version of a model, in a temporary file that is removed with this object and the containers that it has opened.
///
/// Not to be used from two threads at once.
public final class VersionStore<Model: PersistentModel> {
    private let versions: ModelVersions<Model>
    private let folder: TemporaryFolder
    private var current: StoredVersion

    /// The file, for a container or for SQL of your own.
    public var path: String { folder.url.appending(path: "store.sqlite").path }
    /// The version that the store has.
    public var version: Int { current.schema.identity.version }

    init(_ version: StoredVersion, _ versions: ModelVersions<Model>, _ rows: GeneratedRows) throws {
        self.versions = versions
        current = version
        folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "store.sqlite"))
        let connection = try connect()
        try connection.execute(version.schema.ddl)
        var generator = RowGenerator(version, rows)
        try generator.insert(into: connection)
    }

    /// A folder that is removed with the last owner.
    private final class TemporaryFolder: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "trellis-version-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private func connect() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(opening: path)
        try ConditionFunctions.register(on: connection.functions)
        return connection
    }

    // MARK: Migrating

    /// Migrates the store with the plans and the steps in Swift that the program has.
    /// - Parameters:
    ///   - number: the version that the store gets; nil for the newest.
    ///   - composing: whether consecutive plans run as one, as in a program.
    /// - Throws: ``VersionError`` if no plan leads there; `MigrationError` if rows or the schema stop the migration.
    public func migrate(to number: Int? = nil, composing: Bool = true) throws {
        let target = number ?? versions.numbers.last ?? version
        if target < version { throw VersionError("the store has version \(version): programs do not migrate back to version \(target)") }
        var options = MigrationOptions(composesPlans: composing)
        options.swiftSteps = Model.descriptor.migrations.swiftSteps
        try StoreMigrator(connect(), versions.chain(to: target), options).migrate()
        current = try versions.version(target)
    }

    /// Opens the store as the program does, which migrates it to the program's version.
    /// - Throws: `StoreError`
    public func open() throws -> PersistentContainer {
        // The container keeps the folder, because a save into a file that is gone is refused.
        let migration = MigrationPolicy.automatic { [folder] _ in _ = folder }
        return try PersistentContainer(for: Model.self, at: .file(path), migration: migration)
    }

    // MARK: Looking at it

    /// The objects of an entity and of those that inherit from it, in the order of their keys, as the store's version has them.
    /// - Parameter entity: the entity by its name in that version.
    /// - Throws: ``VersionError`` if the version has no such entity.
    public func rows(of entity: String) throws -> [VersionRow] {
        guard let declared = current.model.entity(named: entity), let table = current.schema.table(forEntity: entity) else {
            throw VersionError("version \(version) has no entity '\(entity)'")
        }
        let kinds = current.model.subtree(of: declared)
        let reader = VersionRowReader(table, owners: (current.model.lineage(of: declared) + kinds.dropFirst()), rows: kinds.map(\.name.text))
        return try reader.rows(connect())
    }

    /// How the schema differs from that of a new store of the version; empty after a right migration. Tables, views, indexes and triggers
    /// of your own are no difference.
    public func schemaDifferences() throws -> [String] {
        try SchemaComparison.differences(of: connect(), from: current)
    }

    /// What is wrong with the file: what SQLite's `integrity_check` finds, and keys that lead to no row. Empty for a sound store.
    public func damage() throws -> [String] {
        let connection = try connect()
        let pages = try connection.rows("PRAGMA integrity_check").compactMap { $0[0] }.filter { $0 != "ok" }
        let keys = try connection.rows("PRAGMA foreign_key_check").map { row in
            "a key in row \(row[1] ?? "?") of '\(row[0] ?? "?")' leads to no row of '\(row[2] ?? "?")'"
        }
        return pages + keys
    }
}
