import Diagnostics
import SQLiteStorage
import SchemaModel

extension FindingCode {
    static let reservedMember = FindingCode("TR1321")
    static let reservedType = FindingCode("TR1322")
    static let reservedParameter = FindingCode("TR1323")
    static let fileClash = FindingCode("TR1324")
    static let reservedCase = FindingCode("TR1325")
    static let smallEntity = FindingCode("TR1326", .warning)
    static let hiddenType = FindingCode("TR1327", .warning)
}

/// Finds names of a model that are invalid in Swift.
public enum NameChecks {
    /// Whether Swift reserves the word, so that it needs backticks.
    public static func isKeyword(_ name: String) -> Bool { SwiftWords.keywords.contains(name) }

    public static func check(_ model: Model) -> [Finding] {
        var findings = fileClashes(model)
        for type in model.swiftTypes where SwiftWords.reservedTypes.contains(type.name.text) {
            findings.append(
                Finding(
                    .reservedType, "'\(type.name.text)' is already the name of a type that generated code uses", at: type.name.span,
                    suggestion: type.otherName(in: model)))
        }
        findings += model.swiftTypes.compactMap { HiddenTypes.finding(on: $0, in: model) }
        for enumeration in model.enumerations {
            for (value, span) in zip(enumeration.type.cases, enumeration.caseSpans)
            where SwiftNames.reservedCases.contains(value.name) {
                findings.append(
                    Finding(
                        .reservedCase, "'\(value.name)' cannot be a case, because Swift's enums or optionals have a member with this name",
                        at: span, suggestion: .init("choose another name")))
            }
        }
        for part in model.composites.flatMap(\.type.attributes) where SwiftNames.reservedParts.contains(part.name.text) {
            findings.append(
                Finding(
                    .reservedMember, "every composite already has a member '\(part.name.text)'", at: part.name.span,
                    suggestion: .init("choose another name")))
        }
        for entity in model.entities {
            findings += smallLetter(entity)
            let fetched = entity.fetchedProperties.map(\.name)
            for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) + fetched {
                if SwiftWords.reservedMembers.contains(name.text) {
                    findings.append(
                        Finding(
                            .reservedMember, "every object already has a member '\(name.text)'", at: name.span,
                            suggestion: .init("choose another name")))
                }
                if SwiftNames.reservedFields.contains(name.text) {
                    findings.append(
                        Finding(
                            .reservedMember, "the conditions of every object already have a member '\(name.text)'", at: name.span,
                            suggestion: .init("choose another name")))
                }
                findings += hiddenType(name)
            }
            for name in fetched where SwiftNames.unusableFetchedProperties.contains(name.text) {
                findings.append(
                    Finding(
                        .reservedMember, "a fetched property cannot be called '\(name.text)': it is a keyword of Swift after the name of a class",
                        at: name.span, suggestion: .init("choose another name")))
            }
            for fetch in entity.fetches {
                findings += check(fetch, of: entity, in: model)
            }
        }
        return findings
    }

    /// A class whose name begins like that of a property.
    private static func smallLetter(_ entity: Entity) -> [Finding] {
        let name = entity.className
        guard let first = name.text.first, first.isLowercase else { return [] }
        let capital = first.uppercased() + name.text.dropFirst()
        return [
            Finding(
                .smallEntity, "the class '\(name.text)' begins with a small letter, unlike other types of Swift", at: name.span,
                suggestion: entity.swiftClass == nil
                    ? .init("rename the entity to '\(capital)', also where others refer to it", replacing: name.span, with: capital)
                    : .init("name the class '\(capital)'", replacing: name.span, with: capital))
        ]
    }

    /// Finds names that clash with the snapshot struct of every class.
    public static func checkSnapshots(_ model: Model) -> [Finding] {
        model.swiftTypes.filter { $0.name.text == "Snapshot" }.map { type in
            Finding(
                .reservedType, "'Snapshot' is already the name of a type in every class, because 'snapshots' is set", at: type.name.span,
                suggestion: .init("choose another name, or remove 'snapshots'"))
        }
    }

    /// Most disks of Macs treat `Orderrow.trellis.swift` and `OrderRow.trellis.swift` as one file.
    private static func fileClashes(_ model: Model) -> [Finding] {
        var first: [String: Name] = [:]
        return model.typeNames.compactMap { name in
            let file = FileNames.type(name.text).lowercased()
            guard let other = first[file] else {
                first[file] = name
                return nil
            }
            // Two entities with one table were reported by the layout.
            let isTold = model.haveOneTable(name, other)
            return isTold
                ? nil
                : Finding(
                    .fileClash,
                    "'\(name.text)' and '\(other.text)' would both have the file '\(file)' on disks that ignore letter case",
                    at: name.span, notes: [.init("the other one is here", at: other.span)],
                    suggestion: .init("rename one of them"))
        }
    }

    private static func check(_ fetch: NamedFetch, of entity: Entity, in model: Model) -> [Finding] {
        var findings = [Finding]()
        // A class inherits the static methods of its ancestors.
        let family = model.lineage(of: entity) + model.subtree(of: entity)
        let isTaken =
            switch fetch.name.text {
            case "search", "searchResults": family.contains { $0.search != nil }
            case "find", "findOrCreate": family.contains { !model.uniqueKeys(of: $0).isEmpty }
            default: SwiftNames.reservedFetches.contains(fetch.name.text)
            }
        if isTaken {
            findings.append(
                Finding(
                    .reservedMember, "every class already has a member '\(fetch.name.text)'", at: fetch.name.span,
                    suggestion: .init("choose another name")))
        }
        if SwiftNames.unusableFetches.contains(fetch.name.text) {
            findings.append(
                Finding(
                    .reservedMember, "a fetch cannot be called '\(fetch.name.text)': its generated method uses this name",
                    at: fetch.name.span, suggestion: .init("choose another name")))
        }
        findings += hiddenType(fetch.name)
        for parameter in fetch.parameters where SwiftNames.reservedParameters.contains(parameter.name.text) {
            findings.append(
                Finding(
                    .reservedParameter, "a fetch cannot have a parameter '\(parameter.name.text)': its generated method uses this name",
                    at: parameter.name.span, suggestion: .init("choose another name")))
        }
        return findings
    }

    /// Swift finds a member before a type with the same name. Backticks distinguish keywords.
    private static func hiddenType(_ name: Name) -> [Finding] {
        guard SwiftWords.reservedTypes.contains(name.text), !SwiftWords.keywords.contains(name.text) else { return [] }
        return [
            Finding(
                .reservedMember, "this would hide the type '\(name.text)', which generated code uses", at: name.span,
                suggestion: .init("choose another name"))
        ]
    }
}

extension Model {
    /// The names that become files.
    fileprivate var typeNames: [Name] { [name] + enumerations.map(\.name) + composites.map(\.name) + entities.map(\.name) }

    /// The types that are declared in Swift.
    fileprivate var swiftTypes: [DeclaredSwiftType] {
        ([name] + enumerations.map(\.name) + composites.map(\.name)).map { DeclaredSwiftType(name: $0, isNamedByEntity: false) }
            + entities.map { DeclaredSwiftType(name: $0.className, isNamedByEntity: $0.swiftClass == nil) }
    }

    fileprivate func haveOneTable(_ names: Name...) -> Bool {
        let tables = names.map { name in roots.first { $0.name == name }?.tableName.lowercased() }
        return tables.allSatisfy { $0 != nil && $0 == tables[0] }
    }
}
