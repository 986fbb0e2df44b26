import SQLiteAccess
import TestSupport
import Testing
@_spi(Generated) import Trellis

/// Random edits of relationships of every kind: what the objects show is the truth, and after a save a fresh context and plain SQL
/// show it too. Two contexts edit a half of the objects each, and save when they like.
struct RandomConnectionTests {
    private static let one = ConnectionModel.End()
    private static let many = ConnectionModel.End(isToMany: true)
    private static let list = ConnectionModel.End(isToMany: true, isOrdered: true)

    private static let models: [ConnectionModel] = [
        ConnectionModel(span: .twoEntities, near: one, far: one),
        ConnectionModel(span: .oneEntity, near: one, far: .init(rule: .cascade)),
        ConnectionModel(span: .twoEntities, near: many, far: one),
        ConnectionModel(span: .twoEntities, near: list, far: one),
        ConnectionModel(span: .twoEntities, near: .init(isToMany: true, rule: .cascade, isOrdered: true), far: one),
        ConnectionModel(span: .oneEntity, near: list, far: one),
        ConnectionModel(span: .twoEntities, near: many, far: many),
        ConnectionModel(span: .twoEntities, near: list, far: many),
        ConnectionModel(span: .twoEntities, near: list, far: list),
        ConnectionModel(span: .oneEntity, near: list, far: list),
        ConnectionModel(span: .oneEntity, near: many, far: .init(isToMany: true, rule: .cascade, isOrdered: true)),
        ConnectionModel(span: .twoEntities, near: one),
        ConnectionModel(span: .twoEntities, near: many),
        ConnectionModel(span: .twoEntities, near: list),
        ConnectionModel(span: .oneEntity, near: .init(isToMany: true, rule: .cascade, isOrdered: true)),
        ConnectionModel(span: .itself, near: one),
        ConnectionModel(span: .itself, near: many),
        ConnectionModel(span: .itself, near: list),
    ]

    @Test(arguments: models)
    func `graph, file and truth agree`(_ model: ConnectionModel) throws {
        var random = SeededGenerator.forTests()
        try DynamicModel.$schema.withValue(DynamicSchema(model.yaml)) {
            for _ in 0..<3 {
                var session = try EditingSession(model)
                for _ in 0..<150 { try session.step(&random) }
                try session.finish()
            }
        }
    }
}

/// Two desks over one store, and what is the truth at each.
private struct EditingSession {
    /// A context with its half of the objects.
    private struct Desk {
        var context: ManagedObjectContext
        /// What the context shows, and what of that is saved.
        var truth: ConnectionTruth
        var saved: ConnectionTruth
        /// The objects by their names, those of the context.
        var objects: [String: DynamicObject] = [:]
    }

    private let model: ConnectionModel
    private var store: ConnectionStore
    private var desks: [Desk] = []
    private var count = 0
    /// The last edits, for a failure's message.
    private var log: [String] = []

    init(_ model: ConnectionModel) throws {
        self.model = model
        store = try ConnectionStore()
        for _ in 0..<2 {
            let nothing = ConnectionTruth(model)
            desks.append(Desk(context: try store.container.makeContext(), truth: nothing, saved: nothing))
        }
    }

    // MARK: Steps

    mutating func step(_ random: inout SeededGenerator) throws {
        let desk = Int.random(in: 0..<desks.count, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1: make(at: desk, &random)
        case 2: try delete(at: desk, &random)
        case 3: try save(desk, fails: Bool.random(using: &random))
        case 4:
            try save(desk, fails: false)
            try renew(desk)
        case 5: try look(at: desk, &random)
        case 6:
            note("squeeze")
            try store.squeezePlaces(&random)
        case 7: try takeBack(at: desk, &random)
        case 8: try refresh(at: desk, &random)
        default: try edit(at: desk, &random)
        }
    }

    mutating func finish() throws {
        for desk in desks.indices {
            try save(desk, fails: false)
            try renew(desk)
            expect(try store.differences(between: desks[desk].truth, and: desks[desk].context))
        }
    }

    private mutating func make(at desk: Int, _ random: inout SeededGenerator) {
        let entity = model.span == .twoEntities && Bool.random(using: &random) ? "Right" : "Left"
        let name = "\(entity == "Left" ? "L" : "R")\(count)"
        count += 1
        note("\(desk): make \(name)")
        desks[desk].objects[name] = desks[desk].context.makeDynamic(entity, name: name)
        desks[desk].truth.make(name)
    }

    private mutating func delete(at desk: Int, _ random: inout SeededGenerator) throws {
        guard let name = desks[desk].truth.objects.randomElement(using: &random) else { return }
        note("\(desk): delete \(name)")
        let removed = desks[desk].truth.removed(with: name)
        try desks[desk].context.delete(object(name, at: desk))
        for name in removed { desks[desk].objects[name] = nil }
        desks[desk].truth.delete(removed)
    }

    /// Looks at one end of an object, which loads it.
    private mutating func look(at desk: Int, _ random: inout SeededGenerator) throws {
        guard let (name, side) = end(at: desk, &random) else { return }
        note("\(desk): look at \(name).\(model.name(of: side))")
        expect(try store.difference(desks[desk].truth, name, side, object(name, at: desk)).map { [$0] } ?? [])
    }

    /// Undoes all that is not saved, or forgets everything, which shows the same.
    private mutating func takeBack(at desk: Int, _ random: inout SeededGenerator) throws {
        let resets = Int.random(in: 0..<4, using: &random) == 0
        note("\(desk): \(resets ? "reset" : "rollback")")
        if resets {
            desks[desk].context.reset()
            desks[desk].objects = [:]
        } else {
            let before = desks[desk].objects
            try desks[desk].context.rollback()
            desks[desk].objects = before.filter { desks[desk].saved.objects.contains($0.key) }
            // Those that were saved are who they were.
            for (name, object) in desks[desk].objects {
                #expect(try store.object(name, in: desks[desk].context) === object, "\(words)")
            }
        }
        desks[desk].truth = desks[desk].saved
        #expect(!desks[desk].context.hasChanges, "\(words)")
        if Bool.random(using: &random) { expect(try differences(at: desk)) }
    }

    /// Reads one object or all of them again, which changes nothing unless another context edits them.
    private mutating func refresh(at desk: Int, _ random: inout SeededGenerator) throws {
        let name = Bool.random(using: &random) ? nil : desks[desk].truth.objects.randomElement(using: &random)
        note("\(desk): refresh \(name ?? "all")")
        let hadChanges = desks[desk].context.hasChanges
        if let name {
            try desks[desk].context.refresh(object(name, at: desk))
        } else {
            try desks[desk].context.refreshAll()
        }
        // What was added and taken out again may be forgotten.
        #expect(hadChanges || !desks[desk].context.hasChanges, "\(words)")
        if Bool.random(using: &random) { expect(try differences(at: desk)) }
    }

    // MARK: Edits

    private mutating func edit(at desk: Int, _ random: inout SeededGenerator) throws {
        guard let (name, side) = end(at: desk, &random),
            let member = desks[desk].truth.candidates(for: side).randomElement(using: &random)
        else { return }
        let (owner, other) = (try object(name, at: desk), try object(member, at: desk))
        let isMember = desks[desk].truth.members(of: name, side).contains(member)
        note("\(desk): \(name).\(model.name(of: side)), \(member)")
        let takesOut = Int.random(in: 0..<3, using: &random) == 0
        switch try owner.end(model.name(of: side)) {
        case .key(let column):
            owner._setDestination(column, to: takesOut ? nil : other)
            takesOut ? desks[desk].truth.disconnectAll(name, side) : desks[desk].truth.connect(name, side, member)
        case .partner(let number):
            owner._setPartner(number, to: takesOut ? nil : other)
            takesOut ? desks[desk].truth.disconnectAll(name, side) : desks[desk].truth.connect(name, side, member)
        case .set(let set):
            #expect(set.contains(other) == isMember, "\(words)")
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                set.removeAll()
                desks[desk].truth.disconnectAll(name, side)
            case 1:
                let new = some(of: side, at: desk, &random)
                set.replace(with: try new.map { try object($0, at: desk) })
                desks[desk].truth.replace(name, side, with: new)
            default:
                if takesOut { set.remove(other) } else { set.insert(other) }
                takesOut ? desks[desk].truth.disconnect(name, side, member) : desks[desk].truth.connect(name, side, member)
            }
        case .list(let list):
            #expect(list.contains(other) == isMember, "\(words)")
            try edit(list, of: name, side, other, takesOut, at: desk, &random)
        }
    }

    private mutating func edit(
        _ list: OrderedToMany<DynamicObject>, of name: String, _ side: ConnectionModel.Side, _ other: DynamicObject,
        _ takesOut: Bool, at desk: Int, _ random: inout SeededGenerator
    ) throws {
        let members = desks[desk].truth.members(of: name, side)
        switch Int.random(in: 0..<14, using: &random) {
        case 0:
            list.removeAll()
            desks[desk].truth.disconnectAll(name, side)
        case 1, 2:
            let new = some(of: side, at: desk, &random)
            list.replace(with: try new.map { try object($0, at: desk) })
            desks[desk].truth.replace(name, side, with: new)
        case 3:
            list.sort { $0.name > $1.name }
            desks[desk].truth.replace(name, side, with: members.sorted(by: >))
        case 4, 5:
            guard !members.isEmpty else { return }
            let (old, new) = (Int.random(in: members.indices, using: &random), Int.random(in: members.indices, using: &random))
            list.move(from: old, to: new)
            desks[desk].truth.connect(name, side, members[old], at: new)
        case 6, 7, 8:
            let place = Int.random(in: 0...members.count, using: &random)
            list.insert(other, at: place)
            desks[desk].truth.connect(name, side, other.name, at: place)
        case 9 where !members.isEmpty:
            let place = Int.random(in: members.indices, using: &random)
            #expect(list.remove(at: place).name == members[place], "\(words)")
            desks[desk].truth.disconnect(name, side, members[place])
        default:
            if takesOut { list.remove(other) } else { list.append(other) }
            takesOut ? desks[desk].truth.disconnect(name, side, other.name) : desks[desk].truth.connect(name, side, other.name)
        }
    }

    // MARK: Saving

    /// Saves a desk; where it is to fail, the file refuses a row in the middle of it first.
    private mutating func save(_ desk: Int, fails: Bool) throws {
        note("\(desk): save\(fails ? ", refused" : "")")
        let before = try store.rows(store.plain)
        if fails {
            let tables = DynamicModel.schema.tables
            let triggers = tables.flatMap { table in
                ["INSERT", "UPDATE", "DELETE"].map { "refuse_\(table)_\($0) AFTER \($0) ON \(table)" }
            }
            for trigger in triggers {
                try store.plain.execute("CREATE TRIGGER \(trigger) BEGIN SELECT RAISE(ABORT, 'refused'); END")
            }
            defer { for trigger in triggers { try? store.plain.execute("DROP TRIGGER \(trigger.prefix { $0 != " " })") } }
            do {
                try desks[desk].context.save()
            } catch is StoreError {
                #expect(desks[desk].context.hasChanges, "\(words)")
                #expect(try store.rows(store.plain) == before, "\(words)")
                expect(try differences(at: desk))
            }
        }
        try desks[desk].context.save()
        desks[desk].saved = desks[desk].truth
        #expect(!desks[desk].context.hasChanges, "\(words)")
        try store.learnNames()
        try expectFileIsTruth()
    }

    private func expectFileIsTruth() throws {
        let rows = try store.rows(store.plain)
        let truth = desks.map(\.saved.rows)
        #expect(rows.objects == truth.flatMap(\.objects).sorted(), "\(words)")
        #expect(rows.links == truth.flatMap(\.links).sorted { $0.lexicographicallyPrecedes($1) }, "\(words)")
        let fresh = try store.container.makeContext()
        for desk in desks { expect(try store.differences(between: desk.saved, and: fresh)) }
        #expect(try store.plain.rows("PRAGMA foreign_key_check").isEmpty, "\(words)")
    }

    /// Gives a desk a context that knows nothing.
    private mutating func renew(_ desk: Int) throws {
        note("\(desk): renew")
        desks[desk].objects = [:]
        desks[desk].context = try store.container.makeContext()
    }

    // MARK: Help

    private mutating func object(_ name: String, at desk: Int) throws -> DynamicObject {
        if let known = desks[desk].objects[name] { return known }
        let object = try store.object(name, in: desks[desk].context)
        desks[desk].objects[name] = object
        return object
    }

    /// An end of one of a desk's objects.
    private func end(at desk: Int, _ random: inout SeededGenerator) -> (String, ConnectionModel.Side)? {
        guard let name = desks[desk].truth.objects.randomElement(using: &random) else { return nil }
        return desks[desk].truth.sides(of: name).randomElement(using: &random).map { (name, $0) }
    }

    private func some(of side: ConnectionModel.Side, at desk: Int, _ random: inout SeededGenerator) -> [String] {
        Array(desks[desk].truth.candidates(for: side).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)))
    }

    private mutating func differences(at desk: Int) throws -> [String] {
        let truth = desks[desk].truth
        return try truth.objects.flatMap { name in
            let object = try object(name, at: desk)
            return try truth.sides(of: name).compactMap { try store.difference(truth, name, $0, object) }
        }
    }

    private mutating func note(_ text: String) {
        log = log.suffix(40) + [text]
    }

    private var words: String { "\(model)\n" + log.joined(separator: "\n") }

    private func expect(_ differences: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(differences == [], "\(words)", sourceLocation: sourceLocation)
    }
}
