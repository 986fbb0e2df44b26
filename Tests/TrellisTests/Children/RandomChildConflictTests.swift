import LedgerModel
import TestSupport
import Testing
import Trellis

/// A context and its child are edited in turns. The oracle is two dictionaries of plain values and the meaning of Documentation's words.
struct RandomChildConflictTests {
    private struct Values: Equatable {
        var number: Int64
        var customer: Int
    }

    /// What the child has changed of an order: the values that it read before.
    private struct Originals {
        var number: Int64?
        var customer: Int?
    }

    private struct Wrong: Error {}

    private final class Run {
        let file: StoreFile<Ledger>
        let parent: ManagedObjectContext
        let child: ManagedObjectContext
        var random: SeededGenerator
        /// The customers of both contexts, in one order. Orders belong to these.
        let (above, below): ([Customer], [Customer])
        var (parentOrders, childOrders): ([Int: LedgerModel.Order], [Int: LedgerModel.Order]) = ([:], [:])
        var (parentValues, childValues): ([Int: Values], [Int: Values]) = ([:], [:])
        /// The orders that the child has created, changed and deleted since its last save.
        var created = Set<Int>()
        var originals: [Int: Originals] = [:]
        var deleted = Set<Int>()
        var last = 0
        var conflicts = 0
        var log: [String] = []

        init(seed: UInt64) throws {
            file = try StoreFile(of: Ledger.self)
            let parent = try file.context()
            self.parent = parent
            random = SeededGenerator(seed: seed)
            let customers = ["a", "b", "c"].map { Customer(in: parent, name: $0) }
            if Bool.random(using: &random) { try parent.save() }
            child = parent.makeChild()
            let ids = customers.map(\.objectID)
            (above, below) = (customers, try child.find(Customer.self, ids))
            try #require(below.count == 3)
            for _ in 0..<5 { addAbove() }
            if Bool.random(using: &random) { try parent.save() }
            try showAll()
        }

        private func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
        private func one(of keys: some Collection<Int>) -> Int? { keys.sorted().randomElement(using: &random) }

        private func addAbove() {
            last += 1
            let values = Values(number: Int64.random(in: 0..<4, using: &random), customer: Int.random(in: 0..<3, using: &random))
            parentOrders[last] = LedgerModel.Order(in: parent, number: values.number, customer: above[values.customer])
            parentValues[last] = values
            log.append("add above \(last) \(values)")
        }

        /// Lets the child read the orders that only the parent has.
        private func showAll() throws {
            for (id, order) in parentOrders where childOrders[id] == nil && !deleted.contains(id) {
                childOrders[id] = try child.find(LedgerModel.Order.self, order.objectID)
                childValues[id] = parentValues[id]
            }
        }

        func step() throws {
            switch Int.random(in: 0..<14, using: &random) {
            case 0: addAbove()
            case 1, 2:
                guard let id = one(of: parentOrders.keys) else { return }
                let (number, customer) = (Int64.random(in: 0..<4, using: &random), Int.random(in: 0..<3, using: &random))
                if chance(2) {
                    parentOrders[id]?.number = number
                    parentValues[id]?.number = number
                } else {
                    parentOrders[id]?.customer = above[customer]
                    parentValues[id]?.customer = customer
                }
                log.append("change above \(id) to \(parentValues[id]!)")
            case 3:
                guard chance(2), let id = one(of: parentOrders.keys) else { return }
                try parent.delete(parentOrders.removeValue(forKey: id)!)
                parentValues[id] = nil
                log.append("delete above \(id)")
            case 4:
                last += 1
                let values = Values(number: Int64.random(in: 0..<4, using: &random), customer: Int.random(in: 0..<3, using: &random))
                childOrders[last] = LedgerModel.Order(in: child, number: values.number, customer: below[values.customer])
                childValues[last] = values
                created.insert(last)
                log.append("add \(last) \(values)")
            case 5, 6, 7: editChild()
            case 8:
                guard chance(2), let id = one(of: childOrders.keys) else { return }
                try child.delete(childOrders.removeValue(forKey: id)!)
                childValues[id] = nil
                originals[id] = nil
                if created.remove(id) == nil { deleted.insert(id) }
                log.append("delete \(id)")
            case 9, 10, 11: try saveChild()
            case 12:
                try parent.save()
                log.append("save above")
            default: try chance(2) ? refresh() : rollback()
            }
            try compare()
        }

        private func editChild() {
            guard let id = one(of: childOrders.keys), let order = childOrders[id], let values = childValues[id] else { return }
            if chance(2) {
                let number = Int64.random(in: 0..<4, using: &random)
                order.number = number
                if number == values.number { return }
                childValues[id]?.number = number
                if !created.contains(id), originals[id]?.number == nil { originals[id, default: Originals()].number = values.number }
                if originals[id]?.number == number { originals[id]?.number = nil }
            } else {
                let customer = Int.random(in: 0..<3, using: &random)
                order.customer = below[customer]
                if customer == values.customer { return }
                childValues[id]?.customer = customer
                if !created.contains(id), originals[id]?.customer == nil { originals[id, default: Originals()].customer = values.customer }
                if originals[id]?.customer == customer { originals[id]?.customer = nil }
            }
            if let original = originals[id], original.number == nil, original.customer == nil { originals[id] = nil }
            log.append("change \(id) to \(childValues[id]!)")
        }

        private func saveChild() throws {
            child.mergePolicy = [.error, .storeWins, .objectWins, .overwrite, .rollback].randomElement(using: &random) ?? .error
            log.append("save, \(child.mergePolicy)")
            var (changed, gone) = ([Int: (number: Bool, customer: Bool)](), [Int]())
            for (id, original) in originals {
                guard let now = parentValues[id] else {
                    gone.append(id)
                    continue
                }
                let differs = (original.number.map { $0 != now.number } ?? false, original.customer.map { $0 != now.customer } ?? false)
                if differs.0 || differs.1 { changed[id] = differs }
            }
            let isRefused = switch child.mergePolicy {
            case .error: !changed.isEmpty || !gone.isEmpty
            case .objectWins, .overwrite: !gone.isEmpty
            case .storeWins, .rollback: false
            }
            conflicts += changed.count + gone.count
            do {
                try child.save()
                if isRefused { throw Wrong() }
            } catch let error as ConflictError {
                guard isRefused else { throw error }
                let expected = child.mergePolicy == .error ? gone + Array(changed.keys) : gone
                #expect(Set(error.conflicts.map(\.objectID)) == Set(expected.compactMap { childOrders[$0]?.objectID }), "\(log)")
                return
            }
            for id in gone { (childOrders[id], childValues[id]) = (nil, nil) }
            for (id, original) in originals where !gone.contains(id) {
                let mine = childValues[id]!
                let isConflict = changed[id] != nil
                if isConflict, child.mergePolicy == .rollback { childValues[id] = parentValues[id]; continue }
                if isConflict, child.mergePolicy == .overwrite { parentValues[id] = mine; continue }
                let keeps = child.mergePolicy == .storeWins ? changed[id] : nil
                if original.number != nil, keeps?.number != true { parentValues[id]?.number = mine.number }
                if original.customer != nil, keeps?.customer != true { parentValues[id]?.customer = mine.customer }
                if isConflict { childValues[id] = parentValues[id] }
            }
            for id in created {
                parentOrders[id] = try parent.find(LedgerModel.Order.self, childOrders[id]!.objectID)
                parentValues[id] = childValues[id]
            }
            for id in deleted { (parentOrders[id], parentValues[id]) = (nil, nil) }
            forgetChanges()
            #expect(!child.hasChanges, "\(log)")
        }

        private func forgetChanges() { (created, originals, deleted) = ([], [:], []) }

        private func refresh() throws {
            log.append("refresh")
            try child.refreshAll()
            for id in childOrders.keys where !created.contains(id) {
                guard let now = parentValues[id] else {
                    if originals[id] == nil { (childOrders[id], childValues[id]) = (nil, nil) }
                    continue
                }
                if originals[id]?.number != nil { originals[id]?.number = now.number } else { childValues[id]?.number = now.number }
                if originals[id]?.customer != nil { originals[id]?.customer = now.customer } else { childValues[id]?.customer = now.customer }
            }
            try showAll()
        }

        private func rollback() throws {
            log.append("roll back")
            try child.rollback()
            for id in created { (childOrders[id], childValues[id]) = (nil, nil) }
            for id in originals.keys {
                childValues[id] = parentValues[id]
                if parentValues[id] == nil { childOrders[id] = nil }
            }
            forgetChanges()
            // Those whose deletion was rolled back are found again.
            try showAll()
        }

        private func compare() throws {
            func values(_ orders: [Int: LedgerModel.Order], _ customers: [Customer]) -> [Int: Values] {
                orders.mapValues { order in
                    Values(number: order.number, customer: customers.firstIndex { $0 === order.customer } ?? -1)
                }
            }
            let (parentNow, childNow) = (values(parentOrders, above), values(childOrders, below))
            guard parentNow == parentValues, childNow == childValues else {
                Issue.record("above \(parentNow) instead of \(parentValues)\nchild \(childNow) instead of \(childValues)\n\(log.suffix(20).joined(separator: "\n"))")
                throw Wrong()
            }
            for (place, customer) in above.enumerated() {
                let expected = Set(parentValues.filter { $0.value.customer == place }.keys.compactMap { parentOrders[$0]?.objectID })
                #expect(Set(customer.orders.map(\.objectID)) == expected, "\(log.suffix(20))")
            }
        }
    }

    @Test func `values of both sides are those that the merge policy says`() throws {
        let seed = SeededGenerator.seedForTests()
        var conflicts = 0
        let rounds = TestScale.count(20, long: 10_000)
        for round in 0..<UInt64(rounds) {
            do {
                let run = try Run(seed: seed &+ round)
                for _ in 0..<60 { try run.step() }
                conflicts += run.conflicts
            } catch {
                Issue.record("\(error), TRELLIS_SEED=\(seed &+ round)")
                return
            }
        }
        #expect(conflicts > rounds)
    }
}
