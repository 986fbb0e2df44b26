import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// What one raw DELETE does is what deleting the object in the graph and saving does, and both are what the rules say: for all
/// rules of both ends, optional and required, to-one and to-many, whichever side holds the key.
///
/// The one difference is what only the library demands: least counts, and the far side of a one-to-one. There it refuses what the
/// database would do.
struct DeleteRuleMatrixTests {
    private static let rules: [DeleteRule] = [.noAction, .nullify, .cascade, .deny]

    /// A kind of relationship: which ends are to-many, and where it leads. `far` is nil where nothing leads back.
    struct Kind: Sendable, CustomTestStringConvertible {
        let span: ConnectionModel.Span
        let near: Bool
        let far: Bool?

        var testDescription: String {
            "\(near ? "many" : "one")-to-\(far.map { $0 ? "many" : "one" } ?? (span == .itself ? "itself" : "nothing")) \(span)"
        }
    }

    private static let kinds: [Kind] = [
        Kind(span: .twoEntities, near: false, far: false), Kind(span: .twoEntities, near: true, far: false),
        Kind(span: .twoEntities, near: true, far: true), Kind(span: .twoEntities, near: false, far: nil),
        Kind(span: .twoEntities, near: true, far: nil), Kind(span: .oneEntity, near: false, far: false),
        Kind(span: .oneEntity, near: true, far: false), Kind(span: .oneEntity, near: true, far: true),
        Kind(span: .oneEntity, near: false, far: nil), Kind(span: .oneEntity, near: true, far: nil),
        Kind(span: .itself, near: false, far: nil), Kind(span: .itself, near: true, far: nil),
    ]

    /// All models of a kind: each rule, required or not, at each end.
    private static func models(of kind: Kind) -> [ConnectionModel] {
        func ends(_ isToMany: Bool) -> [ConnectionModel.End] {
            rules.flatMap { rule in [false, true].map { ConnectionModel.End(isToMany: isToMany, isRequired: $0, rule: rule) } }
        }
        return ends(kind.near).flatMap { near -> [ConnectionModel] in
            guard let far = kind.far else { return [ConnectionModel(span: kind.span, near: near)] }
            return ends(far).map { ConnectionModel(span: kind.span, near: near, far: $0) }
        }
    }

    @Test(arguments: kinds)
    func `one raw DELETE leaves what the graph leaves, or both refuse`(_ kind: Kind) throws {
        var random = SeededGenerator.forTests()
        for var model in Self.models(of: kind) {
            // An order makes no difference; it is there half of the time.
            if model.near.isToMany { model.near.isOrdered = Bool.random(using: &random) }
            if model.far?.isToMany == true, model.near.isToMany { model.far?.isOrdered = Bool.random(using: &random) }
            try DynamicModel.$schema.withValue(DynamicSchema(model.yaml)) { try check(model, &random) }
        }
    }

    private enum Outcome: Hashable {
        case goes
        /// Both the library and the database refuse.
        case refused
        /// The library refuses what the database does not know of.
        case refusedByLibrary
    }

    /// Deletes in random graphs until every outcome was seen that there can be.
    private func check(_ model: ConnectionModel, _ random: inout SeededGenerator) throws {
        var seen = Set<Outcome>()
        let possible = Self.outcomes(of: model)
        // Where both ends are required, few graphs of so few objects have two circles of which one leads into the other.
        for round in 0..<400 where round == 0 || !seen.isSuperset(of: possible) {
            try deleteAll(.random(model, &random), &seen, &random)
        }
        #expect(seen.subtracting([.refusedByLibrary]) == possible, "\(model)")
    }

    /// The result of deletes, apart from those that only the library refuses.
    private static func outcomes(of model: ConnectionModel) -> Set<Outcome> {
        let sides = [ConnectionModel.Side.near, .far].filter { model[$0] != nil }
        let cascades = sides.contains { model[$0]?.rule == .cascade }
        var outcomes = Set<Outcome>()
        let isStuck = !cascades && sides.count == 2 && model.span == .twoEntities && sides.allSatisfy { blocks($0, of: model) }
        if !isStuck { outcomes.insert(.goes) }
        // If no object can be without another one, all are in circles, and a cascade deletes a whole circle.
        let isOneToMany = model.near.isToMany && model.keySide == .far
        let isInCircles =
            model.span == .oneEntity && sides.count == 2 && model.keySide != nil
            && (model.near.isRequired || model.far?.isRequired == true && !isOneToMany)
        let denies = sides.contains { side in
            guard let end = model[side] else { return false }
            let opposite = model.opposite(of: side)
            let isCleared = opposite == nil || opposite.flatMap { model[$0]?.rule } == .nullify
            return end.rule == .deny || end.isRequired && side == model.keySide && isCleared
        }
        if denies, !(isInCircles && cascades) { outcomes.insert(.refused) }
        return outcomes
    }

    /// Whether an end refuses every delete of its objects, because each object always has another one.
    private static func blocks(_ side: ConnectionModel.Side, of model: ConnectionModel) -> Bool {
        guard let end = model[side], let opposite = model.opposite(of: side), let other = model[opposite], end.isRequired,
            other.isRequired
        else { return false }
        if end.rule == .deny { return true }
        // It clears a key that is required, or leaves the far side of a one-to-one without what that requires.
        return opposite == model.keySide ? end.rule == .nullify : !other.isToMany
    }

    /// Deletes one object after the other, each in a context of its own.
    private func deleteAll(_ start: ConnectionTruth, _ seen: inout Set<Outcome>, _ random: inout SeededGenerator) throws {
        var truth = start
        let store = try ConnectionStore(truth)
        let copy = try store.copy()
        #expect(try store.rows(store.plain) == truth.rows, "\(truth)")
        for name in truth.objects.shuffled(using: &random) where truth.objects.contains(name) {
            let removed = truth.removed(with: name)
            let obstacles = truth.obstacles(to: removed)
            let outcome: Outcome =
                obstacles.isEmpty ? .goes : obstacles.contains(where: \.isInDatabase) ? .refused : .refusedByLibrary
            seen.insert(outcome)

            let context = try store.container.makeContext()
            // Everything is known, or some, or what is deleted alone.
            let knowsAll = Bool.random(using: &random)
            if knowsAll { #expect(try store.differences(between: truth, and: context) == [], "\(truth)") }
            let known = try truth.objects.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map {
                try store.object($0, in: context)
            }
            try context.delete(store.object(name, in: context))
            let deleted = Set(context.deletedObjects.compactMap { ($0 as? DynamicObject)?.name })
            #expect(deleted.isSubset(of: removed) && (!knowsAll || deleted == removed), "\(name) of \(truth)")
            for object in known { #expect(object.isDeleted == removed.contains(object.name), "\(name) of \(truth)") }
            if Bool.random(using: &random) {
                let left = try context.fetchAll(DynamicLeft.self).map(\.name) + context.fetchAll(DynamicRight.self).map(\.name)
                #expect(Set(left) == Set(truth.objects).subtracting(removed), "\(name) of \(truth)")
            }
            #expect(try broken(context, in: store) == Set(obstacles.map(Broken.init)), "\(name) of \(truth)")

            let sql = "DELETE FROM \(truth.entity(of: name).lowercased()) WHERE name = '\(name)'"
            switch outcome {
            case .goes:
                truth.delete(removed)
                try copy.execute(sql)
                #expect(try store.differences(between: truth, and: context) == [], "\(name) of \(truth)")
            case .refused:
                #expect(throws: SQLiteError.self, "\(name) of \(truth)") { try copy.execute(sql) }
            case .refusedByLibrary:
                break
            }
            #expect(try store.rows(store.plain) == truth.rows, "the graph after \(name): \(truth)")
            #expect(try store.rows(copy) == truth.rows, "SQL after \(name): \(truth)")
            for connection in [store.plain, copy] { #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty, "\(truth)") }
        }
        #expect(try store.differences(between: truth, and: store.container.makeContext()) == [], "\(truth)")
    }

    private struct Broken: Hashable {
        let object: String
        let property: String
        let rule: ObjectValidationError.Rule

        init(_ obstacle: ConnectionTruth.Obstacle) {
            (object, property, rule) = (obstacle.object, obstacle.property, obstacle.rule)
        }

        init(_ failure: ObjectValidationError.Failure, _ name: String) {
            (object, property, rule) = (name, failure.property ?? "", failure.rule)
        }
    }

    /// Saves, and tells what refuses it.
    private func broken(_ context: ManagedObjectContext, in store: ConnectionStore) throws -> Set<Broken> {
        do {
            try context.save()
            return []
        } catch let error as ObjectValidationError {
            return Set(
                error.failures.map { failure in
                    Broken(failure, failure.objectID.rowID.flatMap { store.names[failure.entity]?[$0] } ?? "?")
                })
        }
    }
}
