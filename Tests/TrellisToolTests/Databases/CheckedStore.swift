import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A store of version 1 of a model, beside versions 2, 3, … of it.
struct CheckedStore {
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - versions: what follows `entities:` in each version.
    ///   - decisions: those of each step, without the first line, by the version that the step leads to.
    ///   - unfrozen: whether the last version stays a draft.
    init(_ versions: [String], decisions: [Int: String] = [:], unfrozen: Bool = false) throws {
        folder = try TemporaryFolder()
        for (place, text) in versions.enumerated() {
            let number = place + 1
            try folder.write("trellis: 1\nmodel: Shop\nentities:\n\(text)\n", to: "Shop.yaml")
            if let decisions = decisions[number] { try folder.write("trellis: 1\n\(decisions)\n", to: "versions/\(number).migration.yaml") }
            if unfrozen, number == versions.count { break }
            let frozen = try trellis("migrate", "create", "Shop.yaml")
            #expect(frozen.exitCode == 0, "\(frozen.errors)")
            guard number == 1 else { continue }
            #expect(try trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
            try folder.write("", to: "shop.sqlite")
            try execute(String(contentsOfFile: folder.file("shop.sql"), encoding: .utf8))
            try FileManager.default.removeItem(atPath: folder.file("shop.sql"))
        }
    }

    func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    func check(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["check", "--database", "shop.sqlite", "Shop.yaml"] + arguments, in: folder.path)
    }

    func connection() throws -> SQLiteConnection { try SQLiteConnection(opening: folder.file("shop.sqlite")) }

    /// Runs SQL as a program does that enforces no keys and no rules.
    func execute(_ sql: String) throws {
        try connection().execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(sql)")
    }

    /// The store after all migrations, as a copy.
    func migrated() throws -> SQLiteConnection {
        let copy = folder.file("migrated.sqlite")
        if FileManager.default.fileExists(atPath: copy) { try FileManager.default.removeItem(atPath: copy) }
        let process = try trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml", "--keep", "migrated.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        return try SQLiteConnection(opening: copy)
    }
}
