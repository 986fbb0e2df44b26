public import Foundation
public import Predicates
public import SQLiteAccess
public import StoreMigration

/// An error of Trellis: a text for the user, and what it is about.
///
/// `localizedDescription` and `errorDescription` say what is wrong, `recoverySuggestion` what you can do. Neither contains a value of an
/// object. Of an error about several objects ``entity``, ``path`` and ``objectID`` name the first.
public protocol TrellisError: LocalizedError, CustomStringConvertible, Sendable {
    /// The store's file; nil for an error that is about no file.
    var storePath: String? { get }
    /// The entity; nil for an error that is about none.
    var entity: String? { get }
    /// The entity and the property, `Order.sum`; nil for an error that is about no property.
    var path: String? { get }
    /// The object; nil for an error that is about none.
    var objectID: ObjectID? { get }
}

extension TrellisError {
    public var storePath: String? { nil }
    public var entity: String? { nil }
    public var path: String? { nil }
    public var objectID: ObjectID? { nil }
}

// MARK: - Texts

extension StoreError: TrellisError {
    /// What is wrong and what to do about it, in one line.
    public var description: String { texts.remedy.map { "\(texts.problem): \($0)" } ?? texts.problem }
    public var errorDescription: String? { texts.problem.sentence }
    public var recoverySuggestion: String? { texts.remedy?.sentence }

    public var storePath: String? {
        switch self {
        case .cannotOpen(let path, _), .otherTable(let path, _, _, _), .notADatabase(let path), .notAStore(let path), .notCopied(let path, _),
            .notLoaded(let path, _), .notSaved(let path, _), .changedByOther(let path), .earlierDraft(let path, _, _),
            .draftOfOlderVersion(let path, _, _), .undecidedDraft(let path, _), .fileRemoved(let path):
            path
        case .notMigrated(let error): error.storePath
        default: nil
        }
    }

    public var entity: String? {
        switch self {
        case .unreadableResult(_, let entity, _), .sumTooLarge(let entity), .notInModel(let entity, _), .notSearchable(let entity),
            .notARelationship(_, let entity), .noStoredProperty(_, let entity), .endlessHooks(let entity):
            entity
        case .tooLarge(let entity, _): entity
        default: objectID?.entity
        }
    }

    public var path: String? {
        switch self {
        case .tooLarge(let entity?, let property?): "\(entity).\(property)"
        case .unreadableResult(let name, let entity, _): "\(entity).\(name)"
        case .notARelationship(let path, let entity), .noStoredProperty(let path, let entity): "\(entity).\(path)"
        default: nil
        }
    }

    public var objectID: ObjectID? {
        switch self {
        case .notInContext(let id), .notFound(let id), .rowDeleted(let id): id
        default: nil
        }
    }
}

extension ObjectValidationError: TrellisError {
    public var errorDescription: String? { description }
    public var recoverySuggestion: String? { "Nothing was saved. Change the named values, or discard the changes, and save again." }
    public var entity: String? { failures.first?.entity }
    public var path: String? { failures.first.flatMap { $0.property == nil ? nil : $0.path } }
    public var objectID: ObjectID? { failures.first?.objectID }
}

extension ConflictError: TrellisError {
    public var errorDescription: String? { description }
    public var recoverySuggestion: String? {
        "Nothing was saved. Refresh the objects and save again: with 'mergeChanges: true' to keep your changes, with 'false' to discard them."
    }
    public var entity: String? { conflicts.first?.objectID.entity }
    public var path: String? {
        conflicts.first.flatMap { conflict in conflict.properties.first.map { "\(conflict.objectID.entity).\($0.name)" } }
    }
    public var objectID: ObjectID? { conflicts.first?.objectID }
}

extension BrokenRule: TrellisError {
    /// The property and the rule, without the value.
    public var description: String { (property.map { "\($0): " } ?? "") + rule }
    public var errorDescription: String? { description.sentence }
    public var recoverySuggestion: String? { "Change the object so that it meets the rule." }
    public var path: String? { property }
}

extension MigrationError: TrellisError {
    public var errorDescription: String? { texts.problem.sentence }
    public var recoverySuggestion: String? { texts.remedy?.sentence }
    public var storePath: String? {
        switch self {
        case .notEnoughSpace(let path, _, _), .backupExists(let path), .backupFailed(let path, _): path
        default: nil
        }
    }
}

extension ConditionError: TrellisError {
    public var errorDescription: String? { description.sentence }
    public var recoverySuggestion: String? {
        switch kind {
        case .syntax: "Correct the predicate's text, or simplify the condition."
        case .unknownName: "Use a name that the model has."
        case .unknownTimeZone: "Use the identifier of a time zone, for example Europe/Berlin."
        case .type: "Compare with a value of the property's type."
        case .argument: "Give each placeholder one argument of its type."
        case .unknownParameter: "Declare the parameter, or give it a value."
        }
    }
}

extension ConditionErrors: TrellisError {
    public var errorDescription: String? { description.sentence }
    public var recoverySuggestion: String? { errors.first?.recoverySuggestion }
}

extension EvaluationError: TrellisError {
    public var errorDescription: String? { description.sentence }
    public var recoverySuggestion: String? {
        switch cause {
        case .regularExpression: "Use another regular expression."
        case .timeZone: "Use the identifier of a time zone, for example Europe/Berlin."
        }
    }
}

extension SQLiteError: TrellisError {
    public var errorDescription: String? { "SQLite error \(code): \(message)".sentence }
    public var recoverySuggestion: String? { nil }
}

extension String {
    /// The text as a sentence, for an alert.
    var sentence: String {
        guard let first else { return self }
        let text = first.isLowercase ? first.uppercased() + dropFirst() : self
        return text.last?.isPunctuation == true && text.last != "'" && text.last != ")" ? text : text + "."
    }
}
