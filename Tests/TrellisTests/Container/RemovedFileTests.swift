import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Writes into a store whose file was removed, moved or replaced while it was open.
struct RemovedFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func open(_ journal: JournalMode = .writeAheadLog) throws -> PersistentContainer {
        try PersistentContainer(for: Orders.self, at: .file(path), journal: journal)
    }

    /// What can happen to the file.
    enum Loss: CaseIterable {
        case removed, moved, replaced

        func happen(to path: String) throws {
            let files = FileManager.default
            switch self {
            case .removed:
                for suffix in ["", "-wal", "-shm"] where files.fileExists(atPath: path + suffix) { try files.removeItem(atPath: path + suffix) }
            case .moved: try files.moveItem(atPath: path, toPath: path + ".old")
            case .replaced:
                try files.copyItem(atPath: path, toPath: path + ".copy")
                try files.removeItem(atPath: path)
                try files.moveItem(atPath: path + ".copy", toPath: path)
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `a save throws, names the file and keeps the changes`(_ loss: Loss) throws {
        let context = try open().makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try loss.happen(to: path)
        ada.info = "edited"
        let bob = Customer(in: context, name: "Bob")
        let error = try #require(throws: StoreError.self) { try context.save() }
        #expect(error == .fileRemoved(path: path) && error.storePath == path)
        #expect("\(error)".contains("'\(path)', or its '-wal' file, was removed, moved or replaced"))
        #expect(context.insertedObjects == [bob] && context.updatedObjects == [ada] && bob.objectID.isTemporary && ada.info == "edited")
        #expect(try context.fetch(Customer.byName()).map(\.name) == ["Ada", "Bob"])
    }

    @Test(arguments: Loss.allCases) func `a save with a rollback journal says the same of the file`(_ loss: Loss) throws {
        let context = try open(.rollback).makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try loss.happen(to: path)
        ada.info = "edited"
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.save() }
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: "x")] } }
        #expect(context.updatedObjects == [ada] && ada.info == "edited")
    }

    @Test func `a save throws if another program has a new store at the path`() throws {
        let context = try open().makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        // Its log and its shared memory stay, and the new store takes them over.
        try FileManager.default.removeItem(atPath: path)
        let newer = try open().makeContext()
        Customer(in: newer, name: "Eve")
        try newer.save()
        ada.info = "edited"
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.save() }
        #expect(ada.info == "edited")
        #expect(try open().makeContext().fetch(Customer.byName()).map(\.name) == ["Eve"] && open().checkIntegrity().isSound)
    }

    @Test func `a save throws without its log, which has the saves before`() throws {
        let context = try open().makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try FileManager.default.removeItem(atPath: path + "-wal")
        ada.info = "edited"
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.save() }
    }

    /// What can happen to a link that leads to the file, or to the file when a link takes its place.
    enum LinkLoss: CaseIterable {
        case removed, retargeted, fileBehindLink

        func happen(to link: String, _ file: String) throws {
            let files = FileManager.default
            switch self {
            case .removed: try files.removeItem(atPath: link)
            case .retargeted:
                try files.copyItem(atPath: file, toPath: file + ".copy")
                try files.removeItem(atPath: link)
                try files.createSymbolicLink(atPath: link, withDestinationPath: file + ".copy")
            case .fileBehindLink:
                // The log of the file has another name now.
                try files.moveItem(atPath: file, toPath: file + ".moved")
                try files.createSymbolicLink(atPath: file, withDestinationPath: file + ".moved")
            }
        }
    }

    @Test(arguments: LinkLoss.allCases) func `a save throws if a link is not what it was`(_ loss: LinkLoss) throws {
        try open().close()
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let opened = loss == .fileBehindLink ? path : link
        let container = try PersistentContainer(for: Orders.self, at: .file(opened))
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try container.checkpoint()
        try loss.happen(to: link, path)
        ada.info = "edited"
        #expect(throws: StoreError.fileRemoved(path: opened)) { try context.save() }
        #expect(context.updatedObjects == [ada])
    }

    @Test func `a hard link to the file, and a file that was away, are no loss`() throws {
        let context = try open().makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try FileManager.default.linkItem(atPath: path, toPath: folder.file("hard.sqlite"))
        ada.info = "x"
        try context.save()
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.moveItem(atPath: path + suffix, toPath: folder.file("away\(suffix)")) }
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.moveItem(atPath: folder.file("away\(suffix)"), toPath: path + suffix) }
        ada.info = "y"
        try context.save()
        #expect(try open().makeContext().fetch(Customer.byName()).map(\.info) == ["y"])
    }

    @Test(arguments: Loss.allCases) func `nothing else is opened at the path, and each error names it`(_ loss: Loss) throws {
        let container = try open()
        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        try loss.happen(to: path)
        let removed = StoreError.fileRemoved(path: path)
        #expect(throws: removed) { try container.makeContext().count(Fetch<Customer>()) }
        #expect(throws: removed) { try container.backup(to: folder.file("backup.sqlite")) }
        #expect(throws: removed) { try container.checkpoint() }
        #expect(throws: removed) { try container.vacuum() }
        #expect(throws: removed) { _ = try container.checkIntegrity() }
    }

    @Test func `a save succeeds once the file is back`() throws {
        let context = try open().makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        try Loss.moved.happen(to: path)
        Customer(in: context, name: "Bob")
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.save() }
        try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
        try context.save()
        #expect(try open().makeContext().fetch(Customer.byName()).map(\.name) == ["Ada", "Bob"])
    }

    @Test func `batches and deletes throw too, and write nothing`() throws {
        let container = try open()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        #expect(try other.count(Fetch<Customer>()) == 1)
        try Loss.removed.happen(to: path)
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.batchInsert(["Bob"]) { Customer(in: $1, name: $0) } }
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: "x")] } }
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.batchDelete(Fetch<Customer>()) }
        try context.delete(ada)
        #expect(throws: StoreError.fileRemoved(path: path)) { try context.save() }
        #expect(context.deletedObjects == [ada])
        try context.rollback()
        // Open connections still read what the file had.
        #expect(try other.fetch(Customer.byName()).map(\.name) == ["Ada"] && other.fetch(Customer.byName()).first?.info == nil)
        let copy = try container.copy(to: .inMemory).makeContext()
        #expect(try copy.fetch(Customer.byName()).map(\.name) == ["Ada"])
    }

    @Test func `a store behind a symbolic link and one in memory save as ever`() throws {
        let link = folder.file("link.sqlite")
        try open().close()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for location in [StoreLocation.file(link), .inMemory] {
            let context = try PersistentContainer(for: Orders.self, at: location).makeContext()
            Customer(in: context, name: "Ada")
            try context.save()
            try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: "x")] }
            #expect(try context.count(Customer.where { $0.info == "x" }) == 1)
        }
    }
}
