/// Rules that only code in Swift knows, and that a batch update or a batch delete may skip if you say so.
public struct BatchRules: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// ``SaveHook``, ``SavedHook`` and ``DeleteHook``.
    public static let hooks = BatchRules(rawValue: 1 << 0)
    /// ``ValidationHook`` and ``DeleteValidation``.
    public static let validations = BatchRules(rawValue: 1 << 1)
    /// The least and the greatest number of members of a to-many relationship, and an inverse side that must exist.
    public static let memberCounts = BatchRules(rawValue: 1 << 2)
}

/// A rule that a batch would skip.
public struct BatchRule: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// A hook or a validation, by the name of its method: `willSave`.
        case method(String)
        /// The number of members of a relationship.
        case memberCount(relationship: String)
    }

    public var entity: String
    public var kind: Kind

    public var description: String {
        switch kind {
        case .method(let name): "\(entity).Hooks.\(name)"
        case .memberCount(let relationship): "the number of members of \(entity).\(relationship)"
        }
    }

    /// The option that skips it.
    var option: BatchRules {
        switch kind {
        case .method("validate"), .method("validateForDelete"): .validations
        case .method: .hooks
        case .memberCount: .memberCounts
        }
    }
}

/// Finds the rules that a batch would skip.
struct BatchRuleSearch {
    private(set) var rules: [BatchRule] = []
    private let entities: [EntityRuntime]

    init(_ entities: [EntityRuntime]) { self.entities = entities }

    // MARK: Updates

    /// The rules of an update.
    /// - Parameters:
    ///   - kinds: the entities whose rows may be updated.
    ///   - columns: what is set.
    mutating func findForUpdate(of kinds: [EntityRuntime], _ columns: [ColumnIndex]) {
        for entity in kinds {
            note(entity, [(.save, "willSave"), (.saved, "didSave"), (.validation, "validate")])
            for relationship in entity.toOne where columns.contains(relationship.column) {
                noteCount(of: relationship, includingGreatest: true)
            }
        }
    }

    // MARK: Deletes

    /// The rules of a delete, also those of the rows that delete rules reach.
    /// - Returns: the entities whose rows may be deleted.
    mutating func findForDelete(of kinds: [EntityRuntime]) -> [EntityRuntime] {
        var reached: [Int: Set<ColumnIndex?>] = [:]
        var open: [(entity: EntityRuntime, column: ColumnIndex?)] = kinds.map { ($0, nil) }
        while let (entity, column) = open.popLast() {
            guard reached[entity.index, default: []].insert(column).inserted, reached[entity.index]?.count == 1 else { continue }
            for side in entity.inverseSides where side.descriptor.deleteRule == .cascade {
                let column: ColumnIndex? = if case .key(let column) = side.source { column } else { nil }
                open += kindsOf(side.destination).map { ($0, column) }
            }
            for relationship in entity.toOne where relationship.descriptor.deleteRule == .cascade {
                open += kindsOf(relationship.destination).map { ($0, nil) }
            }
        }
        let deleted = entities.filter { reached[$0.index] != nil }
        for entity in deleted {
            note(entity, [(.delete, "prepareForDeletion"), (.deleteValidation, "validateForDelete"), (.saved, "didSave")])
            // Rows that only their deleted owner's cascade reaches leave no other owner behind by that key.
            let onlyColumn = reached[entity.index].flatMap { $0.count == 1 ? $0.first : nil } ?? nil
            for relationship in entity.toOne where relationship.column != onlyColumn {
                noteCount(of: relationship, includingGreatest: false)
            }
            for side in entity.inverseSides {
                guard let inverse = side.join?.inverse else { continue }
                let other = entities[side.destination]
                if other.inverseSides[inverse].countsMembers { noteCount(other, other.inverseSides[inverse].descriptor.name) }
            }
        }
        return deleted
    }

    // MARK: Rules

    /// An entity and all that inherit from it.
    private func kindsOf(_ index: Int) -> [EntityRuntime] { entities.filter { $0.isKind(of: entities[index]) } }

    private mutating func note(_ entity: EntityRuntime, _ hooks: [(kind: HookKinds, name: String)]) {
        if entity.descriptor.isAbstract { return }
        for (kind, name) in hooks where entity.hooks.contains(kind) {
            rules.append(BatchRule(entity: entity.descriptor.name, kind: .method(name)))
        }
    }

    private mutating func noteCount(of relationship: EntityRuntime.ToOneRuntime, includingGreatest: Bool) {
        guard case .members(let number) = relationship.inverse else { return }
        let side = entities[relationship.destination].inverseSides[number]
        if side.countsMembers || includingGreatest && side.descriptor.maxCount != nil {
            noteCount(entities[relationship.destination], side.descriptor.name)
        }
    }

    private mutating func noteCount(_ entity: EntityRuntime, _ relationship: String) {
        let rule = BatchRule(entity: entity.descriptor.name, kind: .memberCount(relationship: relationship))
        if !rules.contains(rule) { rules.append(rule) }
    }

    /// - Throws: ``BatchError/skipsRules(_:)`` with the rules that no option allows to skip.
    func check(skipping skipped: BatchRules) throws {
        let broken = rules.filter { !skipped.contains($0.option) }
        if !broken.isEmpty { throw BatchError.skipsRules(broken) }
    }
}
