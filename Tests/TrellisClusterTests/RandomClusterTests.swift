import ChronicleModel
import Contention
import DqliteNodes
import Foundation
import RelationshipsModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis
import TrellisCluster

/// Random edits by two contexts leave on a cluster what they leave in a file.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct RandomClusterTests {
    @Test func `random edits of two contexts leave what they leave in a file`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(2, long: 60) { try run(&random, rounds: 25) }
    }

    private func run(_ random: inout SeededGenerator, rounds: Int) throws {
        let pair = try StorePair(Society.self)
        let contexts = try pair.both.map { container in try (0..<2).map { _ in try container.makeContext() } }
        let policies: [MergePolicy] = [.error, .storeWins, .objectWins, .overwrite, .rollback]
        for round in 0..<rounds {
            let (number, seed, policy) = (Int.random(in: 0..<2, using: &random), random.next(), policies.randomElement(using: &random)!)
            let count = Int.random(in: 1...8, using: &random)
            let lines = try contexts.map { sides in
                let context = sides[number]
                context.mergePolicy = policy
                var edits = SocietyEdits(SeededGenerator(seed: seed))
                for _ in 0..<count { try edits.edit(context) }
                var lines = [String]()
                do {
                    try context.save()
                } catch {
                    lines.append("\(error)")
                    try context.rollback()
                }
                return try lines + SocietyPicture.lines(context)
            }
            let differences = lines[1].filter { !lines[0].contains($0) }
            #expect(lines[0] == lines[1], "round \(round): \(differences)")
            if lines[0] != lines[1] { return }
        }
        #expect(try pair.differences() == [])
        let copy = try pair.cluster.copy()
        #expect(try copy.rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `the change history is that of a file`() throws {
        let pair = try StorePair(Chronicle.self)
        var pictures = [[String]]()
        for container in pair.both {
            let context = try container.makeContext()
            context.transactionAuthor = "me"
            let members = (0..<4).map { Member(in: context, name: "m\($0)") }
            let circle = Circle(in: context, title: "c")
            try context.save()
            for member in members { circle.members.insert(member) }
            members[0].friends.insert(members[1])
            try context.save()
            context.transactionAuthor = nil
            members[2].info = "x"
            try context.delete(members[3])
            try context.save()
            try context.batchUpdate(Member.where { $0.name == "m0" }) { [$0.info.set(to: "y")] }
            let changes = try container.history.changes(after: .beginning)
            pictures.append(changes.map { "\($0.operation) \($0.objectID) \($0.changedProperties) \($0.transaction?.author ?? "-")" })
        }
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0].count > 8)
        let compared = try pair.differences()
        // Numbers and times of members are their own.
        #expect(compared.filter { !$0.hasPrefix("rows of member:") } == [])
    }
}
