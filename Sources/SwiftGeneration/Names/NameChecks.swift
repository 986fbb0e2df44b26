import Diagnostics
import SQLiteStorage
import SchemaModel

extension FindingCode {
    static let reservedMember = FindingCode("TR1321")
    static let reservedType = FindingCode("TR1322")
    static let reservedParameter = FindingCode("TR1323")
    static let fileClash = FindingCode("TR1324")
    static let reservedCase = FindingCode("TR1325")
}

/// Finds the names of a model that cannot become names of Swift.
public enum NameChecks {
    /// Whether Swift keeps the word for itself, so that it names something in backticks alone.
    public static func isKeyword(_ name: String) -> Bool { SwiftNames.keywords.contains(name) }

    public static func check(_ model: Model) -> [Finding] {
        var findings = fileClashes(model)
        for name in model.typeNames where SwiftNames.reservedTypes.contains(name.text) {
            findings.append(
                Finding(
                    .reservedType, "'\(name.text)' is the name of a type that generated code uses", at: name.span,
                    suggestion: .init("choose another name, such as '\(model.name.text)\(name.text)'")))
        }
        for enumeration in model.enumerations {
            for (value, span) in zip(enumeration.type.cases, enumeration.caseSpans)
            where SwiftNames.reservedCases.contains(value.name) {
                findings.append(
                    Finding(
                        .reservedCase, "'\(value.name)' cannot be a case: Swift's enums or optionals have a member of that name",
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
            let fetched = entity.fetchedProperties.map(\.name)
            for name in entity.attributes.map(\.name) + entity.relationships.map(\.name) + fetched {
                if SwiftNames.reservedMembers.contains(name.text) {
                    findings.append(
                        Finding(
                            .reservedMember, "every object already has a member '\(name.text)'", at: name.span,
                            suggestion: .init("choose another name")))
                }
                if SwiftNames.reservedFields.contains(name.text) {
                    findings.append(
                        Finding(
                            .reservedMember, "conditions already have a member '\(name.text)' of every object", at: name.span,
                            suggestion: .init("choose another name")))
                }
                findings += hiddenType(name)
            }
            for fetch in entity.fetches {
                findings += check(fetch, of: entity, in: model)
            }
        }
        return findings
    }

    /// Finds the names that are taken where every class has a struct of its values.
    public static func checkSnapshots(_ model: Model) -> [Finding] {
        model.typeNames.filter { $0.text == "Snapshot" }.map { name in
            Finding(
                .reservedType, "'Snapshot' is the name of a type that every class has, as 'snapshots' asks for", at: name.span,
                suggestion: .init("choose another name, or make no snapshots"))
        }
    }

    /// Most disks of Macs do not tell `Orderrow.trellis.swift` from `OrderRow.trellis.swift`.
    private static func fileClashes(_ model: Model) -> [Finding] {
        var first: [String: Name] = [:]
        return model.typeNames.compactMap { name in
            let file = FileNames.type(name.text).lowercased()
            guard let other = first[file] else {
                first[file] = name
                return nil
            }
            // Two entities that are one table too were told so by the layout.
            let isTold = model.haveOneTable(name, other)
            return isTold
                ? nil
                : Finding(
                    .fileClash,
                    "'\(name.text)' and '\(other.text)' would both be the file '\(file)' where letter case does not count",
                    at: name.span, notes: [.init("the other one stands here", at: other.span)],
                    suggestion: .init("rename one of them"))
        }
    }

    private static func check(_ fetch: NamedFetch, of entity: Entity, in model: Model) -> [Finding] {
        var findings = [Finding]()
        // A class has the static methods of those that it inherits from.
        let family = model.lineage(of: entity) + model.subtree(of: entity)
        let isTaken =
            switch fetch.name.text {
            case "search", "searchResults": family.contains { $0.search != nil }
            case "find": family.contains { !model.uniqueKeys(of: $0).isEmpty }
            default: SwiftNames.reservedFetches.contains(fetch.name.text)
            }
        if isTaken {
            findings.append(
                Finding(
                    .reservedMember, "every class already has a member '\(fetch.name.text)'", at: fetch.name.span,
                    suggestion: .init("choose another name")))
        }
        findings += hiddenType(fetch.name)
        for parameter in fetch.parameters where SwiftNames.reservedParameters.contains(parameter.name.text) {
            findings.append(
                Finding(
                    .reservedParameter, "'\(parameter.name.text)' has a meaning in a fetch's method already",
                    at: parameter.name.span, suggestion: .init("choose another name")))
        }
        return findings
    }

    /// A member is found before a type of the same name. Keywords are told apart by their backticks.
    private static func hiddenType(_ name: Name) -> [Finding] {
        guard SwiftNames.reservedTypes.contains(name.text), !SwiftNames.keywords.contains(name.text) else { return [] }
        return [
            Finding(
                .reservedMember, "the type '\(name.text)', which generated code uses, would be hidden by this", at: name.span,
                suggestion: .init("choose another name"))
        ]
    }
}

extension Model {
    /// The names that become Swift types.
    fileprivate var typeNames: [Name] { [name] + enumerations.map(\.name) + composites.map(\.name) + entities.map(\.name) }

    fileprivate func haveOneTable(_ names: Name...) -> Bool {
        let tables = names.map { name in roots.first { $0.name == name }?.tableName.lowercased() }
        return tables.allSatisfy { $0 != nil && $0 == tables[0] }
    }
}
