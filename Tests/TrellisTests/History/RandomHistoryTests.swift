import ChronicleModel
import Foundation
import TestSupport
import Testing
import Trellis

/// Random edits, batches and plain SQL. The changes of each step, applied to the old picture of the file, must give the new one.
struct RandomHistoryTests {
    @Test func `the history folded over the old picture is the new one`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(4, long: 120) { try run(&random) }
    }

    private func run(_ random: inout SeededGenerator) throws {
        let file = try StoreFile(of: Chronicle.self)
        let container = try file.container()
        var session = ChronicleSession(try container.makeContext(), random)
        let plain = try file.connection()
        let reader = try container.history.register("test")
        var picture = ChroniclePicture()
        for step in 0..<60 {
            session.context.transactionAuthor = "\(step)"
            let isSQL = try session.step(plain)
            let after = try ChroniclePicture(plain)
            let token = try reader.token
            // In parts, as a reader asks for them.
            var changes = [HistoryChange]()
            while true {
                let part = try reader.changes(limit: Int.random(in: 1...9, using: &session.random))
                guard let last = part.last else { break }
                try reader.markSeen(through: last.token)
                changes += part
            }
            #expect(changes.allSatisfy { $0.transaction?.author == (isSQL ? nil : "\(step)") })
            let folded = Self.folded(picture, changes, after)
            #expect(folded == after, "step \(step): \(changes.map { "\($0.operation) \($0.objectID) \($0.changedProperties)" })")
            if isSQL { Self.checkExact(picture, changes, after) }
            Self.checkFormerMembers(picture, try container.history.changes(of: Visit.self, after: token))
            if folded != after { return }
            picture = after
            if Int.random(in: 0..<10, using: &session.random) == 0 { try container.history.purge() }
        }
        random = session.random
    }

    /// The old picture, with each change applied: an insert takes the whole object from the new picture, an update its changed
    /// properties.
    private static func folded(
        _ picture: ChroniclePicture, _ changes: [HistoryChange], _ after: ChroniclePicture
    ) -> ChroniclePicture {
        var result = picture
        for change in changes {
            let id = change.objectID.description
            switch change.operation {
            case .insert:
                if result.objects[id] != nil { Issue.record("\(id) is inserted twice") }
                result.objects[id] = after.objects[id] ?? [:]
            case .update:
                if result.objects[id] == nil { Issue.record("\(id) is updated and does not exist") }
                for property in change.changedProperties {
                    if let value = after.objects[id]?[property] { result.objects[id]?[property] = value }
                }
            case .delete:
                if result.objects.removeValue(forKey: id) == nil { Issue.record("\(id) is deleted and does not exist") }
            }
        }
        return result
    }

    /// A visit's first change has the member that it had.
    private static func checkFormerMembers(_ picture: ChroniclePicture, _ changes: [ObjectHistoryChange<Visit>]) {
        var seen = Set<ObjectID>()
        for change in changes where seen.insert(change.objectID).inserted && change.operation != .insert {
            let key = picture.objects[change.objectID.description]?["member"]?.dropFirst().prefix { $0 != "@" } ?? ""
            guard let former = change.formerDestination({ $0.member }) else {
                #expect(key == "NULL" || change.operation == .update, "\(change.change)")
                continue
            }
            #expect(former.description == "Member/\(key)")
        }
    }

    /// One statement changes each property once: then what is recorded has changed.
    private static func checkExact(_ picture: ChroniclePicture, _ changes: [HistoryChange], _ after: ChroniclePicture) {
        for change in changes where change.operation == .update {
            let id = change.objectID.description
            guard let (old, new) = picture.objects[id].flatMap({ old in after.objects[id].map { (old, $0) } }) else { continue }
            for property in change.changedProperties where old[property] == new[property] {
                Issue.record("\(id).\(property) is recorded and did not change: \(old[property] ?? "")")
            }
        }
    }
}

/// Random edits of a chronicle.
struct ChronicleSession {
    let context: ManagedObjectContext
    var random: SeededGenerator
    private var count = 0

    init(_ context: ManagedObjectContext, _ random: SeededGenerator) {
        (self.context, self.random) = (context, random)
    }

    private func pick<Object: ManagedObject>(_ type: Object.Type, _ random: inout SeededGenerator) throws -> Object? {
        try context.fetchAll(type).randomElement(using: &random)
    }

    /// - Parameter plain: for plain SQL; nil for none.
    /// - Returns: whether it was one statement of plain SQL.
    mutating func step(_ plain: (any PlainSQL)?) throws -> Bool {
        switch (Int.random(in: 0..<10, using: &random), plain) {
        case (0...1, let plain?):
            try runSQL(plain)
            context.reset()
            return true
        case (2, _):
            try runBatch()
            return false
        default:
            for _ in 0..<Int.random(in: 1...6, using: &random) { try edit() }
            do { try context.save() } catch { try context.rollback() }
            return false
        }
    }

    private mutating func edit() throws {
        count += 1
        var random = self.random
        defer { self.random = random }
        let (member, other) = (try pick(Member.self, &random), try pick(Member.self, &random))
        let (circle, visit) = (try pick(Circle.self, &random), try pick(Visit.self, &random))
        let item = try pick(Item.self, &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: Member(in: context, name: "n\(count)", fee: 1.5, home: count % 2 == 0 ? nil : Address(street: "s\(count)"))
        case 2: Circle(in: context, title: "c\(count)")
        case 3, 4: Visit(in: context, date: Date(timeIntervalSinceReferenceDate: Double(count)), member: member)
        case 5: if count % 2 == 0 { Book(in: context, title: "b", borrower: member, pages: Int64(count)) } else { Film(in: context, title: "f") }
        case 6: member?.name = "m\(count)"
        case 7: member?.photo = Data([UInt8(count % 256)])
        case 8: member?.home = count % 3 == 0 ? nil : Address(street: "x\(count % 2)", city: count % 2 == 0 ? nil : "y")
        case 9: visit?.member = count % 3 == 0 ? nil : member
        case 10: if let member, let circle { member.circles.contains(circle) ? member.circles.remove(circle) : member.circles.append(circle) }
        case 11: if let member, let other { member.friends.contains(other) ? member.friends.remove(other) : member.friends.insert(other) }
        case 12: if let member, member.circles.count > 1 { member.circles.move(from: 0, to: member.circles.count - 1) }
        case 13: if let member, member.visits.count > 1 { member.visits.move(from: member.visits.count - 1, to: 0) }
        case 14: if let circle, let item { circle.readings.contains(item) ? circle.readings.remove(item) : circle.readings.insert(item) }
        case 15: item?.borrower = count % 3 == 0 ? nil : member
        case 16: if let member, let other { (member.name, other.name) = (other.name, member.name) }
        default:
            let objects: [ManagedObject?] = [member, circle, visit, item]
            if let object = objects.compactMap(\.self).randomElement(using: &random) { try context.delete(object) }
        }
    }

    private mutating func runBatch() throws {
        count += 1
        let cut = Int64.random(in: 0..<20, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try context.batchUpdate(Visit.where { $0.minutes < cut }) { [$0.minutes += 3] }
        case 1: try context.batchDelete(Visit.where { $0.minutes > 15 })
        case 2: try context.batchDelete(Fetch<Member>().sorted { [$0.name.ascending] }.limit(1))
        default: try context.batchInsert(0..<3) { [count] in Circle(in: $1, title: "batch \(count) \($0)") }
        }
    }

    /// A connection of SQLite as it comes: no foreign keys, no recursive triggers.
    private mutating func runSQL(_ plain: any PlainSQL) throws {
        count += 1
        let statements = [
            "UPDATE member SET info = 'i\(count % 3)' WHERE _id % 2 = \(count % 2)", "UPDATE member SET fee = NULL, home_city = NULL WHERE home = 1",
            "UPDATE visit SET member_id = (SELECT min(_id) FROM member)", "UPDATE visit SET member_position = _id * 2",
            "DELETE FROM visit WHERE _id % 4 = 1", "UPDATE circle SET _id = _id + 1000 WHERE _id = (SELECT max(_id) FROM circle) AND _id NOT IN (SELECT circle_id FROM circle_members UNION SELECT circle_id FROM circle_readings)",
            "DELETE FROM circle_members WHERE _id % 2 = 0", "UPDATE circle_members SET circle_position = _id",
            "INSERT INTO circle_readings (circle_id, item_id) SELECT max(circle._id), max(item._id) FROM circle, item HAVING count(*) > 0 "
                + "AND NOT EXISTS (SELECT 1 FROM circle_readings)",
            "UPDATE item SET title = 't', rating = 2.5 WHERE _entity = 'Film'",
            "UPDATE circle_readings SET item_id = (SELECT min(_id) FROM item WHERE _id NOT IN (SELECT item_id FROM circle_readings)) WHERE _id = 1 AND (SELECT count(*) FROM item WHERE _id NOT IN (SELECT item_id FROM circle_readings)) > 0",
        ]
        try plain.execute(statements.randomElement(using: &random) ?? "")
    }
}
