import EveryTypeModel
import Foundation
import TestSupport
import Testing
@testable import Trellis

/// Two contexts edit and delete the same rows at random and save under a merge policy: file and objects are what an oracle says,
/// which knows of a row nothing but a version and a number for each property.
struct RandomConflictTests {
    @Test(arguments: [MergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback])
    func `two contexts agree with the oracle`(_ policy: MergePolicy) throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(4, long: 200) {
            var session = try ConflictSession(policy)
            for _ in 0..<150 { try session.step(&random) }
            try session.finish()
        }
    }
}

/// The properties of a sample, each set by a number and told by it.
private enum Property: Int, CaseIterable {
    case small, large, single, text, amount, instant, day, bytes, identifier, maybeText, maybeDouble, maybeFlag

    func set(_ number: Int, in sample: Sample) {
        switch self {
        case .small: sample.small = Int16(number)
        case .large: sample.large = Int64(number)
        case .single: sample.single = Float(number) / 10
        case .text: sample.text = "\(number)"
        case .amount: sample.amount = Decimal(number) / 100
        case .instant: sample.instant = Date(timeIntervalSinceReferenceDate: Double(number))
        case .day: sample.day = Day(2000, 2, 3).adding(years: number)
        case .bytes: sample.bytes = Data([UInt8(number)])
        case .identifier: sample.identifier = UUID(repeating: UInt8(number))
        case .maybeText: sample.maybeText = number == 0 ? nil : "\(number)"
        case .maybeDouble: sample.maybeDouble = number == 0 ? nil : Double(number)
        case .maybeFlag: sample.maybeFlag = number == 0 ? nil : number == 1
        }
    }

    func number(in sample: Sample) -> Int {
        switch self {
        case .small: Int(sample.small)
        case .large: Int(sample.large)
        case .single: Int((sample.single * 10).rounded())
        case .text: Int(sample.text) ?? -1
        case .amount: NSDecimalNumber(decimal: sample.amount * 100).intValue
        case .instant: Int(sample.instant.timeIntervalSinceReferenceDate)
        case .day: sample.day.year - 2000
        case .bytes: Int(sample.bytes.first ?? 99)
        case .identifier: Int(sample.identifier.uuid.0)
        case .maybeText: sample.maybeText.map { Int($0) ?? -1 } ?? 0
        case .maybeDouble: sample.maybeDouble.map { Int($0) } ?? 0
        case .maybeFlag: sample.maybeFlag.map { $0 ? 1 : 2 } ?? 0
        }
    }
}

private struct ConflictSession {
    private struct Row: Equatable {
        var version: Int
        var values: [Int]
    }

    /// What a desk knows of a row, as the oracle sees it.
    private struct Known {
        var read: Row
        var edits: [Int: Int] = [:]
        var isDeleted = false

        var values: [Int] { read.values.indices.map { edits[$0] ?? read.values[$0] } }
        var isChanged: Bool { isDeleted || !edits.isEmpty }
    }

    private struct Desk {
        var context: ManagedObjectContext
        var objects: [Int64: Sample] = [:]
        var known: [Int64: Known] = [:]
    }

    private let policy: MergePolicy
    private let file: StoreFile<EveryType>
    private let container: PersistentContainer
    private var desks: [Desk] = []
    private var rows: [Int64: Row] = [:]
    private var log: [String] = []

    private static let start = Property.allCases.map { _ in 0 }

    init(_ policy: MergePolicy) throws {
        self.policy = policy
        file = try StoreFile(of: EveryType.self)
        container = try file.container()
        let context = try container.makeContext()
        for _ in 0..<6 {
            let sample = Sample(plainIn: context)
            for property in Property.allCases { property.set(0, in: sample) }
        }
        try context.save()
        for key in 1...6 { rows[Int64(key)] = Row(version: 1, values: Self.start) }
        for _ in 0..<2 {
            let context = try container.makeContext()
            context.mergePolicy = policy
            desks.append(Desk(context: context))
        }
    }

    private var words: String { "\(policy)\n" + log.joined(separator: "\n") }

    mutating func step(_ random: inout SeededGenerator) throws {
        let desk = Int.random(in: 0..<2, using: &random)
        let key = Int64.random(in: 1...6, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1, 2: try save(desk)
        case 3: try delete(key, at: desk)
        case 4: try refresh(key, at: desk, keepingEdits: Bool.random(using: &random))
        case 5: try rollBack(desk)
        case 6: try merge(desk)
        default: try edit(key, at: desk, &random)
        }
        try check(desk)
    }

    mutating func finish() throws {
        for desk in 0..<2 {
            try save(desk)
            if desks[desk].context.hasChanges { try rollBack(desk) }
            try check(desk)
        }
    }

    /// The object of a row, read if the desk does not know it.
    private mutating func object(_ key: Int64, at desk: Int) throws -> Sample? {
        if let known = desks[desk].objects[key] { return known }
        guard let row = rows[key] else { return nil }
        let object = try #require(try desks[desk].context.find(Sample.self, ObjectID(entity: "Sample", rowID: key)))
        desks[desk].objects[key] = object
        desks[desk].known[key] = Known(read: row)
        return object
    }

    private mutating func edit(_ key: Int64, at desk: Int, _ random: inout SeededGenerator) throws {
        guard let object = try object(key, at: desk), let known = desks[desk].known[key], !known.isDeleted else { return }
        let property = Property.allCases.randomElement(using: &random) ?? .text
        let number = Int.random(in: 0..<(property == .maybeFlag ? 3 : 6), using: &random)
        note("\(desk): \(key).\(property) = \(number)")
        property.set(number, in: object)
        // Setting what is there is no change, and takes none back: a refresh may have kept an edit that others made too.
        if known.values[property.rawValue] == number { return }
        let isTakenBack = number == known.read.values[property.rawValue]
        desks[desk].known[key]?.edits[property.rawValue] = isTakenBack ? nil : number
    }

    private mutating func delete(_ key: Int64, at desk: Int) throws {
        guard let object = try object(key, at: desk) else { return }
        note("\(desk): delete \(key)")
        try desks[desk].context.delete(object)
        desks[desk].known[key]?.isDeleted = true
    }

    private mutating func refresh(_ key: Int64, at desk: Int, keepingEdits: Bool) throws {
        guard let object = try object(key, at: desk), let known = desks[desk].known[key] else { return }
        note("\(desk): refresh \(key), \(keepingEdits)")
        try desks[desk].context.refresh(object, mergeChanges: keepingEdits)
        if known.isDeleted { return }
        if let row = rows[key] {
            desks[desk].known[key] = Known(read: row, edits: keepingEdits ? known.edits : [:])
        } else if !keepingEdits || known.edits.isEmpty {
            forget(key, at: desk)
        }
    }

    private mutating func rollBack(_ desk: Int) throws {
        note("\(desk): roll back")
        try desks[desk].context.rollback()
        for (key, known) in desks[desk].known where known.isChanged { become(key, at: desk) }
        #expect(!desks[desk].context.hasChanges, "\(words)")
    }

    /// Copies the other desk's saves, unless they are conflicts.
    private mutating func merge(_ desk: Int) throws {
        note("\(desk): merge")
        var changes = SavedChanges(origin: desks[1 - desk].context.token)
        changes.updated = desks[desk].known.keys.map { ObjectID(entity: "Sample", rowID: $0) }
        try desks[desk].context.mergeChanges(from: changes)
        for (key, known) in desks[desk].known where !known.isDeleted {
            guard let row = rows[key] else {
                if known.edits.isEmpty { forget(key, at: desk) }
                continue
            }
            if known.edits.keys.allSatisfy({ row.values[$0] == known.read.values[$0] }) {
                desks[desk].known[key] = Known(read: row, edits: known.edits)
            }
        }
    }

    // MARK: Saving

    private mutating func save(_ desk: Int) throws {
        note("\(desk): save")
        let changed = desks[desk].known.filter(\.value.isChanged)
        let conflicts = changed.filter { $0.value.read.version != rows[$0.key]?.version }
        if policy == .error, !conflicts.isEmpty {
            let error = #expect(throws: ConflictError.self, "\(words)") { try desks[desk].context.save() }
            #expect(Set(error?.conflicts.map(\.objectID.rowID) ?? []) == Set(conflicts.keys.map(Optional.some)), "\(words)")
            for conflict in error?.conflicts ?? [] { try check(conflict, changed) }
            return
        }
        try desks[desk].context.save()
        for (key, known) in changed {
            resolve(key, known)
            become(key, at: desk)
        }
        #expect(!desks[desk].context.hasChanges, "\(words)")
        try checkFile()
    }

    /// What a save does with one row.
    private mutating func resolve(_ key: Int64, _ known: Known) {
        guard let row = rows[key] else {
            let isMadeAgain = !known.isDeleted && (policy == .objectWins || policy == .overwrite)
            rows[key] = isMadeAgain ? Row(version: known.read.version + 1 << 32, values: known.values) : nil
            return
        }
        let isConflict = row.version != known.read.version
        if isConflict, policy == .rollback || policy == .storeWins && known.isDeleted { return }
        if known.isDeleted {
            rows[key] = nil
            return
        }
        var new = row
        if isConflict, policy == .overwrite { new.values = known.values }
        let kept = known.edits.filter { property, _ in
            !isConflict || policy != .storeWins || row.values[property] == known.read.values[property]
        }
        for (property, number) in kept { new.values[property] = number }
        if !kept.isEmpty { new.version += 1 }
        rows[key] = new
    }

    private func check(_ conflict: ConflictError.Conflict, _ changed: [Int64: Known]) throws {
        let key = try #require(conflict.objectID.rowID)
        let known = try #require(changed[key])
        #expect(conflict.readVersion == Int64(known.read.version) && conflict.isDeletedHere == known.isDeleted, "\(words)")
        #expect(conflict.storedVersion == rows[key].map { Int64($0.version) }, "\(words)")
        guard let row = rows[key] else { return }
        for property in Property.allCases {
            let told = conflict.properties.first { $0.name == "\(property)" }
            let place = property.rawValue
            let (isHere, isThere) = (known.edits[place] != nil, row.values[place] != known.read.values[place])
            #expect((told != nil) == (isHere || isThere), "\(key).\(property): \(words)")
            if let told { #expect(told.isChangedHere == isHere && told.isChangedThere == isThere, "\(key).\(property): \(words)") }
        }
    }

    /// The desk knows a row as it is.
    private mutating func become(_ key: Int64, at desk: Int) {
        if let row = rows[key] { desks[desk].known[key] = Known(read: row) } else { forget(key, at: desk) }
    }

    private mutating func forget(_ key: Int64, at desk: Int) {
        #expect(desks[desk].objects[key]?.isDeleted == true, "\(key): \(words)")
        desks[desk].known[key] = nil
        desks[desk].objects[key] = nil
    }

    // MARK: Looking

    private func check(_ desk: Int) throws {
        for (key, object) in desks[desk].objects {
            let known = try #require(desks[desk].known[key])
            #expect(Property.allCases.map { $0.number(in: object) } == known.values, "\(key): \(words)")
            #expect(object.isDeleted == known.isDeleted, "\(key): \(words)")
        }
    }

    private func checkFile() throws {
        let found = try file.rows("SELECT _id, _version, text, small, maybe_text FROM sample ORDER BY _id")
        let expected = rows.sorted { $0.key < $1.key }.map { key, row -> [String?] in
            let maybe = row.values[Property.maybeText.rawValue]
            return [
                "\(key)", "\(row.version)", "\(row.values[Property.text.rawValue])", "\(row.values[Property.small.rawValue])",
                maybe == 0 ? nil : "\(maybe)",
            ]
        }
        #expect(found == expected, "\(words)")
    }

    private mutating func note(_ text: String) {
        log = log.suffix(40) + [text]
    }
}
