import Foundation
import StudioModel
import Testing
import Trellis

/// A condition that was printed and read again finds the same objects.
struct PrintedConditionTests {
    @Test func `conditions with values of all types read back equal, with the same results`() throws {
        let file = try StoreFile(of: Studio.self)
        let context = try file.context()
        let first = Exhibition(in: context, opens: Date(timeIntervalSinceReferenceDate: 100.25), closes: Day(2020, 1, 1))
        let second = Exhibition(in: context, opens: Date(timeIntervalSinceReferenceDate: 1e9), closes: Day(2021, 1, 1))
        let unsaved = try Condition("SELF == %@", second)
        #expect(try Condition(unsaved.text) == unsaved)
        #expect(try context.fetch(Fetch<Exhibition>(where: try Condition(unsaved.text))) == [second])
        try context.save()
        let conditions: [(Condition, [Exhibition])] = try [
            (Condition("closes == %@", Day(2020, 1, 1)), [first]), (Condition("closes == startOfYear(%@)", Day(2020, 5, 9)), [first]),
            (Condition("closes < %@ + 5 days", Day(2020, 1, 1)), [first]),
            (Condition("opens < %@ + 5 days", Date(timeIntervalSinceReferenceDate: 100.25)), [first]),
            (Condition("%@ < %@", Duration.seconds(9), Duration.seconds(60)), [first, second]),
            (Condition("%@ > %@", Duration.seconds(9), Duration.seconds(60)), []),
            (Condition("opens + (%@ + %@) < %@", Duration.seconds(9), Duration.seconds(60), Date(timeIntervalSinceReferenceDate: 170)), [first]),
            (Condition("SELF == %@", first.objectID), [first]), (Condition("SELF IN %@", [second.objectID]), [second]),
            (Exhibition.where { $0.closes.isIn([Day(2021, 1, 1)]) }.condition ?? .constant(false), [second]),
            (Exhibition.where { $0.closes.isBetween(Day(2020, 1, 1)...Day(2020, 12, 31)) }.condition ?? .constant(false), [first]),
        ]
        for (condition, expected) in conditions {
            let read = try Condition(condition.text)
            #expect(read == condition, "\(condition.text)")
            for condition in [condition, read] {
                #expect(Set(try context.fetch(Fetch<Exhibition>(where: condition))) == Set(expected), "\(condition.text)")
                #expect(try [first, second].filter { try condition.matches($0) } == expected, "\(condition.text)")
            }
        }
    }
}
