import Diagnostics
public import Foundation
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
public import Trellis

/// The frozen versions of a model, which create stores of any version for tests of its migrations.
///
/// ```swift
/// let versions = try ModelVersions(of: Orders.self, in: URL(filePath: "Schemas/Orders/versions"))
/// let store = try versions.store(ofVersion: 1, rows: .init(count: 50, seed: 7))
/// try store.migrate()
/// #expect(try store.schemaDifferences() == [])
/// ```
///
/// The schemas of versions come from the folder. Stores are migrated by the plans that the program embeds, as in the program.
public struct ModelVersions<Model: PersistentModel>: Sendable {
    private let history: ModelHistory
    private let plans: [MigrationPlan]

    /// - Parameters:
    ///   - model: the generated model, such as `Orders.self`.
    ///   - folder: the folder `versions` beside the model's file.
    /// - Throws: ``VersionError`` if the folder is not that of the model; an error of Foundation if it cannot be read.
    public init(of model: Model.Type, in folder: URL) throws {
        var files = HistoryFiles(model: "\(model.descriptor.name).yaml", folder: folder.path, contents: [:])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasPrefix(".") {
            files.contents[name] = Array(try Data(contentsOf: folder.appending(path: name)))
        }
        let (history, findings) = HistoryReader.read(files)
        if let error = findings.first(where: { $0.severity == .error }) {
            throw VersionError("\(error.span.file): \(error.message)")
        }
        guard let history, let newest = history.newest else { throw VersionError("'\(folder.path)' has no frozen version") }
        guard let name = newest.read().version?.model.name.text, name == model.descriptor.name else {
            throw VersionError("'\(folder.path)' has versions of another model than '\(model.descriptor.name)'")
        }
        self.history = history
        // A program of a draft embeds no plans.
        plans = model.descriptor.isDraft ? history.plans() : model.descriptor.migrations.plans()
    }

    /// The numbers of the versions, oldest first.
    public var numbers: [Int] { history.versions.map(\.number) }

    /// Creates a store of a version in a temporary file, with generated rows.
    /// - Throws: ``VersionError`` if there is no such version, or if a value has to be given; `StoreError`
    public func store(ofVersion number: Int, rows: GeneratedRows = .init()) throws -> VersionStore<Model> {
        try VersionStore(version(number), self, rows)
    }

    /// A version with its schema.
    func version(_ number: Int) throws -> StoredVersion {
        guard let frozen = history[version: number] else {
            throw VersionError("'\(Model.descriptor.name)' has no version \(number): it has \(VersionRanges.words(numbers))")
        }
        guard let version = frozen.read().version else { throw VersionError("version \(number) of '\(Model.descriptor.name)' cannot be read") }
        return version
    }

    /// The plans that lead to a version.
    func chain(to number: Int) throws -> MigrationChain {
        guard let newest = history.newest else { throw VersionError("there is no frozen version") }
        let whole = MigrationChain(
            model: Model.descriptor.name, version: newest.number, isDraft: false, hash: newest.hash, plans: plans)
        guard let chain = whole.ending(at: number) else {
            throw VersionError("the program has no plan that leads to version \(number)")
        }
        return chain
    }
}

/// Which rows a store of an older version gets.
public struct GeneratedRows: Sendable {
    /// How many objects each entity has.
    public var count: Int
    /// Determines all values and connections: one seed gives the same rows each time.
    public var seed: UInt64
    /// SQL for values that Trellis cannot generate, or that a test needs, by entity and attribute: `Customer.email`. It gets the number
    /// of the object, from 1. A text needs quotes: `{ "'user\($0)@example.org'" }`.
    public var values: [String: @Sendable (Int) -> String]

    /// - Parameters:
    ///   - count: how many objects each entity has.
    ///   - seed: determines all values and connections.
    ///   - values: SQL for values, by entity and attribute.
    public init(count: Int = 20, seed: UInt64 = 1, values: [String: @Sendable (Int) -> String] = [:]) {
        self.count = count
        self.seed = seed
        self.values = values
    }
}

/// Why a store of a version cannot be created, migrated or read.
public struct VersionError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
