import Foundation
import InheritanceModel
import Trellis

private let met = Date(timeIntervalSinceReferenceDate: 0)

private func fill(_ context: ManagedObjectContext) throws {
    let office = Office(in: context, title: "Main")
    let boss = Manager(in: context, name: "Boss", met: met, number: 1, salary: 10, office: office, bonus: 100)
    let staff = Employee(in: context, name: "Staff", met: met, number: 2, salary: 5, office: office, boss: boss)
    let person = Person(in: context, name: "Someone", email: "a@b", met: met, home: office, friend: staff)
    Guest(in: context, name: "Guest", met: met, card: "c", host: person)
}

enum InheritanceScenarios {
    static var all: [Scenario] {
        [
            .asking("fetch a hierarchy", of: Inheritance.self, fill: fill, with: { _ in () }) { context, _ in
                try context.fetch(Person.byName()).map { "\(type(of: $0)) \($0.name) \($0.home?.title ?? "-") \($0.friends.count)" }.joined(separator: ", ")
                    + "\(try context.exists(Fetch<InheritanceModel.Place>()))"
            },
            .saving("change a hierarchy", of: Inheritance.self, fill: fill) { context in
                let people = try context.fetch(Person.byName())
                people[0].email = "boss@b"
                for person in people where person is Guest { try context.delete(person) }
                let office = try context.first(Fetch<Office>()).found()
                Employee(in: context, name: "New", met: met, number: 3, salary: 1, office: office, boss: people[0] as? Manager)
            },
        ]
    }
}
