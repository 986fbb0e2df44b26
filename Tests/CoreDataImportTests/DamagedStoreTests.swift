import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel
import StoreImport
import TestSupport
import Testing

@testable import CoreDataImport

/// Damaged stores of Core Data.
struct DamagedStoreTests {
    @Test func `a store that is damaged at any place is refused with the place, or imported`() throws {
        let folder = try TemporaryFolder()
        // The files beside the store have its name.
        let whole = Array(try Data(contentsOf: URL(filePath: CoreDataFixture.shelf(at: folder.file("Damaged.sqlite")).path)))
        var generator = SeededGenerator.forTests("damaged stores")
        let count = TestScale.count(150, long: 20_000)
        let path = folder.file("Damaged.sqlite")
        var (taken, slowest) = (0, Duration.zero)
        let clock = ContinuousClock()
        for _ in 0..<count {
            var bytes = whole
            if Int.random(in: 0..<10, using: &generator) == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
            for _ in 0..<Int.random(in: 1...12, using: &generator) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            try Data(bytes).write(to: URL(filePath: path))
            let time = try clock.measure {
                do {
                    let store = try CoreDataStore(opening: path, copyingBeside: folder.file("copy.sqlite"))
                    let translation = Translation(try CoreDataModel(contents: Data(store.archive)), named: "Shelf", transformables: .archives)
                    guard let model = ModelReader.read(Array(translation.text.utf8), file: "Shelf.yaml").model else { return }
                    let (schema, findings) = LayoutPlanner.plan(model)
                    guard !findings.containsError, !SchemaVerifier.verify(model, schema).containsError else { return }
                    _ = try StoreTransfer(of: store, translation, model: model, schema: schema).run(to: folder.file("new.sqlite"))
                    taken += 1
                } catch let error as StoreImportError {
                    #expect(!error.message.isEmpty)
                } catch let error as NotCoreDataModel {
                    #expect(!error.message.isEmpty)
                }
            }
            slowest = max(slowest, time)
            try? FileManager.default.removeItem(atPath: folder.file("new.sqlite"))
        }
        print("damaged stores: \(taken) of \(count) imported, the slowest after \(slowest)")
        #expect(taken > 0 && taken < count)
        #expect(slowest < .seconds(20))
        // Other tests run in this process too, but for the long run.
        if TestScale.isLong { #expect(PeakMemory.bytes.map { $0 < 500 << 20 } ?? true) }
    }
}
