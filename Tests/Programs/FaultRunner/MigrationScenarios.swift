import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import Trellis

/// The shop's newest version, as a program has it.
private enum Shop: PersistentModel {
    static let descriptor: ModelDescriptor = descriptor(isDraft: false, bringingPlans: true)
}

/// The same as a draft, whose program brings no plans.
private enum ShopDraft: PersistentModel {
    static let descriptor: ModelDescriptor = Shop.descriptor(isDraft: true, bringingPlans: false)
}

extension Shop {
    static func descriptor(isDraft: Bool, bringingPlans: Bool) -> ModelDescriptor {
        guard let shop = try? SampleHistory.shop(), let schema = shop.versions.last?.schema else { exit(3) }
        return ModelDescriptor(
            name: "Shop", version: schema.identity.version, isDraft: isDraft, hash: schema.identity.hash, ddl: schema.ddl, entities: [],
            migrations: EmbeddedPlans(of: bringingPlans ? shop.plans : []))
    }
}

/// Puts a store of a history's first version into a folder.
func makeShop(_ history: SampleHistory, _ place: Place, customers: Int = 6, isLogged: Bool, own: String = "") throws {
    try Data().write(to: URL(filePath: place.path))
    let connection = try place.connection()
    if isLogged { try connection.execute("PRAGMA journal_mode = WAL") }
    try history.make(1, in: connection)
    try SampleHistory.fillShop(connection, customers: customers)
    if !own.isEmpty { try connection.execute(own) }
}

/// What a shop's store holds in each version.
func images(_ history: SampleHistory, own: String = "") throws -> [StoreImage] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try history.versions.indices.map { index in
        let place = try Place.new("\(index)", in: folder)
        try makeShop(history, place, isLogged: false, own: own)
        try StoreMigrator(place.connection(), history.chain(to: index + 1)).migrate()
        return try StoreImage(place.path)
    }
}

extension Scenario {
    private static let shop = Result { try SampleHistory.shop() }
    private static let changes = Result { try SampleHistory.shopChanges() }

    private static let own = """
        CREATE TABLE journal (what TEXT);
        CREATE TRIGGER watch AFTER UPDATE OF price ON "order" BEGIN INSERT INTO journal VALUES ('price of ' || NEW._id); END;
        CREATE VIEW named AS SELECT name AS who, info AS what FROM customer;
        CREATE INDEX by_info ON customer (info COLLATE NOCASE, name) WHERE info IS NOT NULL;
        """

    /// - Parameter history: planned when the scenario runs, and not for the list of all.
    private static func applying(
        _ name: String, _ history: @autoclosure @escaping () throws -> SampleHistory, isLogged: Bool, own: String = "", withCopy: Bool = false
    ) -> Scenario {
        var scenario = Scenario(name: name, prepare: { try makeShop(history(), $0, isLogged: isLogged, own: own) }) { place, trial in
            let (connection, chain) = (try place.connection(), try history().chain())
            trial(withCopy ? .never : .always) {
                let options = MigrationOptions(backupPath: withCopy ? place.other : nil)
                try StoreMigrator(connection, chain, options).migrate()
                return "migrated" + (withCopy ? "\(try StoreImage(place.other))" : "")
            }
        }
        scenario.between = { try images(history(), own: own) }
        return scenario
    }

    private static func opening(_ name: String, _ model: (some PersistentModel).Type, isLogged: Bool, _ policy: EarlierDraftPolicy) -> Scenario {
        var scenario = Scenario(name: name, prepare: { try makeShop(shop.get(), $0, isLogged: isLogged) }) { place, trial in
            trial(.always) {
                _ = try PersistentContainer(for: model, at: .file(place.path), ifDraft: policy)
                return "open"
            }
        }
        scenario.between = { try images(shop.get()) }
        return scenario
    }

    static var migrating: [Scenario] {
        [
            opening("migrate a store on opening", Shop.self, isLogged: true, .refuse),
            opening("replace the store of a draft on opening", ShopDraft.self, isLogged: true, .eraseAndRecreate),
            applying("migrate through six versions", try shop.get(), isLogged: true),
            applying("migrate with the objects of a program", try firstSteps(shop.get(), 2), isLogged: true, own: own),
            applying("migrate with a copy, without a log", try firstSteps(shop.get(), 1), isLogged: false, withCopy: true),
            changing("add a column", 0), changing("require a value", 4), changing("convert values", 6), changing("replace a case", 7),
            changing("order members", 13), changing("rename an entity", 16),
        ]
    }

    /// - Parameter index: which of the sample's changes.
    private static func changing(_ name: String, _ index: Int) -> Scenario {
        applying("migrate: \(name)", try changes.get()[index], isLogged: index.isMultiple(of: 2))
    }

    private static func firstSteps(_ history: SampleHistory, _ count: Int) -> SampleHistory {
        var history = history
        history.versions.removeLast(history.versions.count - count - 1)
        history.plans.removeLast(history.plans.count - count)
        return history
    }
}
