import OrdersModel
import EveryTypeModel
import InheritanceModel
import TestSupport
import Testing
import TrellisTesting
import Trellis

/// What does not fit the model is told with its place, all at once.
struct SeedFindingsTests {
    /// Expects findings at markers in the objects' YAML: code, marker and a part of the message.
    private func expect<Model: PersistentModel>(
        _ expected: [(code: String, marker: Int, saying: String)], of model: Model.Type = Orders.self, in objects: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let marked = MarkedText("trellis: 1\nseeds: \(Model.descriptor.name)\nobjects:\n\(objects)")
        let error = #expect(throws: SeedError.self, sourceLocation: sourceLocation) {
            try TestStore(of: model, seeds: Seeds(marked.text, file: "seeds.yaml"))
        }
        let found = (error?.description ?? "").split(separator: "\n").filter { $0.contains(": error[") }
        #expect(found.count == expected.count, "\(error?.description ?? "")", sourceLocation: sourceLocation)
        for (code, marker, saying) in expected {
            let place = marked.places[marker].map { "seeds.yaml:\($0.line):\($0.column): error[\(code)]" } ?? "?"
            #expect(
                found.contains { $0.hasPrefix(place) && $0.contains(saying) }, "\(place) \(saying)\n\(error?.description ?? "")",
                sourceLocation: sourceLocation)
        }
    }

    @Test func `names that the model does not have`() {
        expect(
            [
                ("TR2001", 1, "has no entity 'Custmer'"), ("TR2001", 2, "'Customer' has no 'nme'"),
                ("TR2004", 3, "no value for 'Customer.name'"), ("TR2001", 4, "'Order' has no 'rowz'"),
            ],
            in: """
                  1️⃣Custmer: { x: { name: X } }
                  Customer:
                    3️⃣ada: { 2️⃣nme: Ada }
                  Order:
                    - { date: "2026-01-05T08:00:00Z", made: true, paid: true, 4️⃣rowz: [] }
                """)
    }

    @Test func `a suggestion is made for a name that is nearly right`() {
        let error = #expect(throws: SeedError.self) {
            try TestStore(of: Orders.self, seeds: "trellis: 1\nseeds: Orders\nobjects: { Customer: { ada: { nam: Ada } } }")
        }
        #expect(error?.description.contains("help: did you mean 'name'?") == true)
        #expect(error?.description.contains("objects: { Customer: { ada: { nam: Ada } } }") == true, "the line itself")
    }

    @Test func `labels that lead nowhere, to a wrong entity, or that two seeds have`() {
        expect(
            [
                ("TR2002", 1, "no seed has the label 'adda'"), ("TR2002", 2, "leads to 'Customer', and 'tea' is of 'Service'"),
                ("TR2002", 3, "another seed has the label 'ada'"),
            ],
            in: """
                  Customer:
                    ada: { name: Ada }
                  Service:
                    tea: { name: Tea }
                    3️⃣ada: { name: Ada }
                  Order:
                    - { date: "2026-01-05T08:00:00Z", made: true, paid: true, customer: 1️⃣adda }
                    - { date: "2026-01-05T08:00:00Z", made: true, paid: true, customer: 2️⃣tea }
                """)
    }

    @Test func `values that are none of their attribute's type`() {
        expect(
            [
                ("TR2003", 1, "true or false"), ("TR2003", 2, "whole number"), ("TR2003", 3, "at most 2 decimal places"),
                ("TR2003", 4, "an instant"), ("TR2003", 5, "a day"), ("TR2003", 6, "Base64"), ("TR2003", 7, "a UUID"),
                ("TR2003", 8, "a finite number"), ("TR2003", 9, "no value for 'Sample.text'"),
            ], of: EveryType.self,
            in: """
                  Sample:
                    - flag: 1️⃣yes
                      small: 1
                      medium: 2️⃣1.5
                      large: 1
                      single: 1
                      double: 8️⃣.inf
                      text: 9️⃣[a]
                      amount: 3️⃣1.234
                      instant: 4️⃣2026-01-05
                      day: 5️⃣2026-02-30
                      span: PT1S
                      bytes: 6️⃣"*"
                      identifier: 7️⃣1
                """)
    }

    @Test func `a value that the class cannot hold`() {
        expect(
            [("TR2003", 1, "does not fit 'Sample', column 'small'")], of: EveryType.self,
            in: """
                  Sample:
                    - flag: true
                      small: 1️⃣40000
                      medium: 1
                      large: 1
                      single: 1
                      double: 1
                      text: a
                      amount: 1
                      instant: "2026-01-05T00:00:00Z"
                      day: 2026-02-28
                      span: PT1S
                      bytes: ""
                      identifier: 00000000-0000-0000-0000-000000000001
                """)
    }

    @Test func `rules of the model`() {
        expect(
            [("TR2005", 1, "'Customer.name' must"), ("TR2005", 2, "'OrderRow.sum' must"), ("TR2005", 2, "'OrderRow.order'")],
            in: """
                  Customer: { 1️⃣ada: { name: "" } }
                  OrderRow: { 2️⃣one: { sum: -1 } }
                """)
        expect(
            [("TR2005", 1, "unique among all objects")],
            in: """
                  Customer: { ada: { name: Ada }, 1️⃣bob: { name: Ada } }
                """)
    }

    @Test func `objects of an abstract entity, and seeds of another model`() {
        expect([("TR2001", 1, "'Place' is abstract")], of: Inheritance.self, in: "  1️⃣Place: { x: { title: X } }")
        let error = #expect(throws: SeedError.self) {
            try TestStore(of: Orders.self, seeds: "trellis: 1\nseeds: Ordrs\nobjects: {}")
        }
        #expect(error?.description.hasPrefix("seeds:2:8: error[TR2001]: the seeds are for another model than 'Orders'") == true)
        #expect(throws: SeedError.self) { try TestStore(of: Orders.self, seeds: "trellis: 1\nobjects: {}") }
        #expect(throws: SeedError.self) { try TestStore(of: Orders.self, seeds: "{") }
    }
}
