import DepotModel
import TestSupport
import Testing
import Trellis

/// A store with random depots, edited through contexts that know everything, something or nothing of it.
struct DepotSession {
    private let file: StoreFile<Depot>
    private let container: PersistentContainer
    /// The file, as plain SQL sees it.
    private let plain: any PlainSQL
    private var context: ManagedObjectContext
    private var truth = DepotTruth()
    /// The objects that the context has given so far, and the keys of those that are saved.
    private var objects: [String: ManagedObject] = [:]
    private var keys: [String: Int64] = [:]
    private var count = 0
    /// After how many saves store and graph were compared with the truth.
    private(set) var saves = 0
    private var log: [String] = []
    private let script: HookScript

    init(_ script: HookScript) throws {
        file = try StoreFile(of: Depot.self)
        container = try file.container()
        plain = try file.connection()
        try plain.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        context = try container.makeContext()
        self.script = script
        script.willSave = { $0.saves += 1 }
        script.awakeFromFetch = { $0.title = "read \($0.name)" }
        script.awakeFromInsert = { $0.title = "made \($0.name)" }
    }

    /// Makes a depot, edits it for a while, and at last deletes something in it, in the graph and by plain SQL.
    mutating func run(_ random: inout SeededGenerator) throws {
        log = []
        for _ in 0..<Int.random(in: 4...12, using: &random) { try make(&random) }
        try save()
        for _ in 0..<Int.random(in: 5...20, using: &random) { try step(&random) }
        try save()
        try deleteBothWays(&random)
        try clear()
    }

    private mutating func step(_ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try make(&random)
        case 2, 3: try delete(&random)
        case 4: try save()
        case 5: try reopen(&random)
        case 6: try expectGraph()
        default: try lead(&random)
        }
    }

    // MARK: Edits

    private mutating func make(_ random: inout SeededGenerator) throws {
        let kind = DepotTruth.Kind.allCases.randomElement(using: &random) ?? .item
        count += 1
        let name = "\(kind.rawValue)\(count)"
        var links: [String: String] = [:]
        for link in kind.links where Int.random(in: 0..<3, using: &random) > 0 {
            links[link] = truth.names(of: DepotTruth.Kind.destinations(of: link)).randomElement(using: &random)
        }
        note("make \(name) \(links.sorted { $0.key < $1.key })")
        var destinations: [String: ManagedObject] = [:]
        for (link, other) in links { destinations[link] = try self.object(other) }
        let shelf = destinations["shelf"] as? Shelf
        let below = destinations["below"] as? Box
        let object: ManagedObject =
            switch kind {
            case .shelf: Shelf(in: context, name: name)
            case .box: Box(in: context, name: name, shelf: shelf, below: below)
            case .parcel: Parcel(in: context, name: name, shelf: shelf, below: below)
            case .crate: Crate(in: context, name: name, shelf: shelf)
            case .item:
                Item(in: context, name: name, box: destinations["box"] as? Box, crate: destinations["crate"] as? Crate)
            case .label: Label(in: context, text: name, shelf: shelf)
            }
        objects[name] = object
        truth.make(name, kind, links)
        if let box = object as? Box { #expect(box.title == "made \(name)", "\(words)") }
    }

    private mutating func lead(_ random: inout SeededGenerator) throws {
        let names = truth.names.filter { truth.objects[$0]?.kind != .shelf }
        guard let name = names.randomElement(using: &random),
            let link = truth.objects[name]?.kind.links.randomElement(using: &random)
        else { return }
        let candidates = truth.names(of: DepotTruth.Kind.destinations(of: link))
        let other = Int.random(in: 0..<4, using: &random) == 0 ? nil : candidates.randomElement(using: &random)
        note("\(name).\(link) = \(other ?? "nil")")
        let destination = try other.map { try object($0) }
        let holder = try object(name)
        // From the one end or from the other.
        if let destination, Bool.random(using: &random) {
            insert(holder, into: destination, link)
        } else {
            switch (holder, link) {
            case (let box as Box, "shelf"): box.shelf = destination as? Shelf
            case (let box as Box, _): box.below = destination as? Box
            case (let crate as Crate, _): crate.shelf = destination as? Shelf
            case (let item as Item, "box"): item.box = destination as? Box
            case (let item as Item, _): item.crate = destination as? Crate
            case (let label as Label, _): label.shelf = destination as? Shelf
            default: break
            }
        }
        truth.lead(name, link, to: other)
    }

    private func insert(_ holder: ManagedObject, into destination: ManagedObject, _ link: String) {
        switch (destination, holder) {
        case (let shelf as Shelf, let box as Box): shelf.boxes.insert(box)
        case (let shelf as Shelf, let crate as Crate): shelf.crates.insert(crate)
        case (let shelf as Shelf, let label as Label): shelf.labels.insert(label)
        case (let below as Box, let box as Box): below.above.insert(box)
        case (let box as Box, let item as Item): box.items.insert(item)
        case (let crate as Crate, let item as Item): crate.items.insert(item)
        default: break
        }
    }

    private mutating func delete(_ random: inout SeededGenerator) throws {
        guard let name = truth.names.randomElement(using: &random) else { return }
        note("delete \(name)")
        let removed = truth.removed(with: name)
        _ = script.takeCalls()
        try context.delete(object(name))
        let told = script.takeCalls().filter { $0.hasPrefix("prepareForDeletion ") }
        let boxes = removed.filter { [.box, .parcel].contains(truth.objects[$0]?.kind) }
        #expect(told.sorted() == boxes.map { "prepareForDeletion \($0)" }.sorted(), "\(words)")
        for name in removed {
            if let known = objects.removeValue(forKey: name) { #expect(known.isDeleted, "\(name) \(words)") }
        }
        truth.delete(removed)
    }

    private mutating func save() throws {
        note("save")
        try context.save()
        saves += 1
        truth.save()
        #expect(!context.hasChanges, "\(words)")
        for (table, name) in Self.tables {
            for row in try plain.rows("SELECT _id, \(name) FROM \(table)") {
                if let key = row[0].flatMap({ Int64($0) }), let name = row[1] { keys[name] = key }
            }
        }
        #expect(try rows() == truth.rows, "\(words)")
        #expect(try plain.rows("PRAGMA foreign_key_check").isEmpty, "\(words)")
    }

    /// Gives the session a context that knows some of the objects.
    private mutating func reopen(_ random: inout SeededGenerator) throws {
        try save()
        note("reopen")
        context = try container.makeContext()
        objects = [:]
        for name in truth.names where Int.random(in: 0..<4, using: &random) == 0 {
            if let box = try object(name) as? Box { #expect(box.title == "read \(name)", "\(words)") }
        }
    }

    // MARK: What is there

    private static let tables = [
        ("shelf", "name"), ("box", "name"), ("crate", "name"), ("item", "name"), ("label", "text"),
    ]

    /// What the graph shows is the truth.
    private mutating func expectGraph() throws {
        note("look")
        let boxes: [Box] = try context.fetchAll(Box.self)
        let all =
            try context.fetchAll(Shelf.self).map(\.name) + boxes.map(\.name) + context.fetchAll(Crate.self).map(\.name)
            + context.fetchAll(Item.self).map(\.name) + context.fetchAll(Label.self).map(\.text)
        #expect(all.sorted() == truth.names, "\(words)")
        for name in truth.names {
            switch try object(name) {
            case let shelf as Shelf:
                #expect(shelf.boxes.map(\.name).sorted() == truth.members(of: name, "shelf", [.box, .parcel]), "\(words)")
                #expect(shelf.crates.map(\.name).sorted() == truth.members(of: name, "shelf", [.crate]), "\(words)")
                #expect(shelf.labels.map(\.text).sorted() == truth.members(of: name, "shelf", [.label]), "\(words)")
            case let box as Box:
                expect(["shelf": box.shelf?.name, "below": box.below?.name], of: name)
                #expect(box.above.map(\.name).sorted() == truth.members(of: name, "below", [.box, .parcel]), "\(words)")
                #expect(box.items.map(\.name).sorted() == truth.members(of: name, "box", [.item]), "\(words)")
            case let crate as Crate:
                expect(["shelf": crate.shelf?.name], of: name)
                #expect(crate.items.map(\.name).sorted() == truth.members(of: name, "crate", [.item]), "\(words)")
            case let item as Item: expect(["box": item.box?.name, "crate": item.crate?.name], of: name)
            case let label as Label: expect(["shelf": label.shelf?.name], of: name)
            default: Issue.record("\(name) \(words)")
            }
        }
        let unshelved = try context.fetch(Fetch<Label>(where: .compare("shelf", .equal, to: Shelf?.none))).map(\.text)
        #expect(unshelved.sorted() == truth.names(of: [.label]).filter { truth.objects[$0]?.links["shelf"] == nil }, "\(words)")
    }

    private func expect(_ links: [String: String?], of name: String) {
        #expect(links.compactMapValues(\.self) == truth.objects[name]?.links, "\(name) \(words)")
    }

    private mutating func object(_ name: String) throws -> ManagedObject {
        if let known = objects[name] { return known }
        let key = try #require(keys[name], "\(name) \(words)")
        func found<Object: ManagedObject>(_ type: Object.Type, _ entity: String) throws -> ManagedObject {
            try #require(try context.find(type, ObjectID(entity: entity, rowID: key)), "\(name) \(words)")
        }
        let object =
            switch try #require(truth.objects[name]?.kind) {
            case .shelf: try found(Shelf.self, "Shelf")
            case .box: try found(Box.self, "Box")
            case .parcel: try found(Parcel.self, "Parcel")
            case .crate: try found(Crate.self, "Crate")
            case .item: try found(Item.self, "Item")
            case .label: try found(Label.self, "Label")
            }
        objects[name] = object
        return object
    }

    /// The rows of the file, as the truth has them.
    private func rows() throws -> [[String]] {
        let sql = """
            SELECT 'shelf', name, 0 FROM shelf
            """
        var rows = try plain.rows(sql)
        rows += try plain.rows(
            """
            SELECT lower(b._entity), b.name, s.name, u.name, b.saves FROM box b
            LEFT JOIN shelf s ON s._id = b.shelf_id LEFT JOIN box u ON u._id = b.below_id
            """)
        rows += try plain.rows("SELECT 'crate', c.name, s.name, 0 FROM crate c LEFT JOIN shelf s ON s._id = c.shelf_id")
        rows += try plain.rows(
            """
            SELECT 'item', i.name, b.name, c.name, 0 FROM item i
            LEFT JOIN box b ON b._id = i.box_id LEFT JOIN crate c ON c._id = i.crate_id
            """)
        rows += try plain.rows("SELECT 'label', l.text, s.name, 0 FROM label l LEFT JOIN shelf s ON s._id = l.shelf_id")
        return rows.map { $0.map { $0 ?? "" } }.sorted { $0[1] < $1[1] }
    }

    /// One object is deleted by plain SQL, which is taken back, and then in a graph that knows some of it.
    private mutating func deleteBothWays(_ random: inout SeededGenerator) throws {
        guard let name = truth.names.randomElement(using: &random), let kind = truth.objects[name]?.kind,
            let key = keys[name]
        else { return }
        try reopen(&random)
        note("delete \(name) both ways")
        try plain.execute("BEGIN; DELETE FROM \(kind.table) WHERE _id = \(key)")
        let left = try rows()
        try plain.execute("ROLLBACK")
        try context.delete(object(name))
        try context.save()
        #expect(try rows() == left, "\(words)")
        #expect(try rows().map { $0[1] } == truth.names.filter { !truth.removed(with: name).contains($0) }, "\(words)")
    }

    /// Makes room for the next depot.
    private mutating func clear() throws {
        for (table, _) in Self.tables.reversed() { try plain.execute("DELETE FROM \(table)") }
        context = try container.makeContext()
        (truth, objects, keys) = (DepotTruth(), [:], [:])
    }

    private mutating func note(_ text: String) { log = log.suffix(60) + [text] }

    private var words: String { log.joined(separator: "\n") }
}
