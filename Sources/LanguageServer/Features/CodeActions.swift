import Diagnostics
import ProjectFiles
import SQLiteStorage
import SchemaModel
import SchemaSyntax

/// A change that fixes a finding.
package struct Fix: Hashable, Sendable {
    package var title: String
    package var edits: FileEdits
    package var finding: Finding
    /// Whether it is the one that a user most likely wants.
    package var isPreferred = false
}

extension Workspace {
    /// The fixes of the findings that touch a range of a document.
    package mutating func fixes(for range: TextRange, in path: String) -> [Fix] {
        guard let document = document(at: path) else { return [] }
        if FileKind(path: path) == .configuration {
            return configurationFindings(at: path).filter { touches($0, range, document) }.flatMap { replacements(of: $0) }
        }
        guard let project = project(of: path, .allChecks), let found = findings(onModelOf: path, isComplete: true) else { return [] }
        let maker = FixMaker(project, documents: { [self] in self.document(at: $0) }, configuration: configuration(around: path)?.path)
        return found.findings.filter { $0.span.file == path && touches($0, range, document) }.flatMap { finding in
            replacements(of: finding) + maker.fixes(of: finding)
        }
    }

    private func touches(_ finding: Finding, _ range: TextRange, _ document: TextDocument) -> Bool {
        document.range(of: finding.span).touches(range)
    }

    /// The replacement that a finding brings along.
    private func replacements(of finding: Finding) -> [Fix] {
        guard let suggestion = finding.suggestion, let replacement = suggestion.replacement,
            let document = document(at: replacement.span.file)
        else { return [] }
        var edits = FileEdits()
        edits.add(TextEdit(range: document.range(of: replacement.span), newText: replacement.text), to: replacement.span.file)
        return [Fix(title: "Replace with '\(replacement.text)'", edits: edits, finding: finding, isPreferred: true)]
    }
}

/// Makes the fixes that need more of the model than a finding has.
private struct FixMaker {
    let project: Project
    let documents: (String) -> TextDocument?
    /// The path of `trellis.yaml`; nil if no such file exists.
    let configuration: String?

    init(_ project: Project, documents: @escaping (String) -> TextDocument?, configuration: String?) {
        (self.project, self.documents, self.configuration) = (project, documents, configuration)
    }

    func fixes(of finding: Finding) -> [Fix] {
        var fixes = [Fix]()
        switch finding.code.name {
        case "TR1103": fixes += missingFormat(finding)
        case "TR1204": fixes += inverseBack(finding)
        case "TR1206": fixes += deleteRules(finding)
        case "TR1208": fixes += missingInverse(finding)
        case "TR1508": fixes += missingIndexes(finding)
        default: break
        }
        fixes += answers(of: finding)
        if finding.severity != .error, FindingCodes.suppressible.contains(finding.code.name) { fixes += suppression(of: finding) }
        return fixes
    }

    private func fix(_ title: String, _ finding: Finding, isPreferred: Bool = false, _ change: (inout FileEdits) -> Bool) -> [Fix] {
        var edits = FileEdits()
        guard change(&edits), !edits.isEmpty else { return [] }
        return [Fix(title: title, edits: edits, finding: finding, isPreferred: isPreferred)]
    }

    // MARK: Places

    /// The property whose name or value is at the place of a finding.
    private func property(at finding: Finding) -> (file: SourceFile, entity: String, section: String, entry: YAMLNode.Entry)? {
        guard let file = project.file(at: finding.span.file) else { return nil }
        for entity in file.root.entries?.first(where: { $0.key == "entities" })?.value.entries ?? [] {
            for section in entity.value.entries ?? [] where ["relationships", "attributes", "fetches", "fetchedProperties"].contains(section.key) {
                for entry in section.value.entries ?? []
                where entry.keySpan.start <= finding.span.start && finding.span.end <= max(entry.value.span.end, entry.keySpan.end) {
                    return (file, entity.key, section.key, entry)
                }
            }
        }
        return nil
    }

    /// The file that declares a part of an entity.
    private func file(ofEntity name: String) -> SourceFile? {
        project.index.declaration(of: .entity(name)).flatMap { project.file(at: $0.file) }
    }

    private func set(_ key: String, _ value: String, of path: [String], in file: SourceFile, _ edits: inout FileEdits) -> Bool {
        guard let edit = MappingEditor(file.document, root: file.root).setting(key, to: value, at: ["entities"] + path) else { return false }
        edits.add(edit, to: file.path)
        return true
    }

    // MARK: Relationships

    private func missingFormat(_ finding: Finding) -> [Fix] {
        guard finding.message.contains("format") else { return [] }
        return fix("Begin with 'trellis: 1'", finding, isPreferred: true) { edits in
            edits.add(TextEdit(range: TextRange(at: .init(line: 0, character: 0)), newText: "trellis: 1\n"), to: finding.span.file)
            return true
        }
    }

    /// The other side leads here and names no inverse.
    private func inverseBack(_ finding: Finding) -> [Fix] {
        guard let (_, entity, _, entry) = property(at: finding),
            case .relationship(let destination, _, let inverse?)? = project.outline.property(entry.key, of: entity)?.property.kind,
            case .relationship(entity, _, nil)? = project.outline.property(inverse, of: destination)?.property.kind,
            let file = file(ofEntity: destination)
        else { return [] }
        return fix("Add 'inverse: \(entry.key)' to '\(destination).\(inverse)'", finding, isPreferred: true) { edits in
            set("inverse", entry.key, of: [destination, "relationships", inverse], in: file, &edits)
        }
    }

    private func deleteRules(_ finding: Finding) -> [Fix] {
        guard let (file, entity, section, entry) = property(at: finding) else { return [] }
        return ["cascade", "deny"].flatMap { rule in
            fix("Write 'deleteRule: \(rule)'", finding) { set("deleteRule", rule, of: [entity, section, entry.key], in: file, &$0) }
        }
    }

    private func missingInverse(_ finding: Finding) -> [Fix] {
        guard let (file, entity, _, entry) = property(at: finding),
            case .relationship(let destination, let isToMany, nil)? = project.outline.property(entry.key, of: entity)?.property.kind,
            let other = self.file(ofEntity: destination), let declared = project.outline.entity(named: destination)
        else { return [] }
        func isFree(_ property: Outline.Property) -> Bool {
            guard case .relationship(entity, _, nil) = property.kind else { return false }
            return !(destination == entity && property.name == entry.key)
        }
        let free = declared.properties.filter(isFree)
        let named = free.flatMap { back in
            fix("Make '\(destination).\(back.name)' its inverse", finding, isPreferred: free.count == 1) { edits in
                set("inverse", back.name, of: [entity, "relationships", entry.key], in: file, &edits)
                    && set("inverse", entry.key, of: [destination, "relationships", back.name], in: other, &edits)
            }
        }
        let name = unusedName(isToMany ? entity.lowercasedFirst : entity.lowercasedFirst.plural, in: destination)
        let to = isToMany ? ScalarPrinter.inFlow("\(entity)?") : "[\(entity)]"
        return named + fix("Declare the inverse '\(destination).\(name)'", finding, isPreferred: free.isEmpty) { edits in
            set("inverse", name, of: [entity, "relationships", entry.key], in: file, &edits)
                && set(name, "{ to: \(to), inverse: \(entry.key) }", of: [destination, "relationships"], in: other, &edits)
        }
    }

    private func unusedName(_ wanted: String, in entity: String) -> String {
        var (name, number) = (wanted, 2)
        while project.outline.property(name, of: entity) != nil {
            name = "\(wanted)\(number)"
            number += 1
        }
        return name
    }

    // MARK: Indexes

    /// The indexes that SQLite would use for a fetch.
    private func missingIndexes(_ finding: Finding) -> [Fix] {
        guard project.isCurrent, let checked = project.checked else { return [] }
        let plan = SchemaVerifier.plans(of: checked.model, checked.schema).first { $0.finding(in: checked.model)?.span == finding.span }
        guard let advice = plan?.advice else { return [] }
        return fix("Add the index that this fetch needs", finding, isPreferred: true) { edits in
            for index in advice.indexes {
                guard let file = file(ofEntity: index.entity), let edit = adding(index.text, toIndexesOf: index.entity, in: file) else { return false }
                edits.add(edit, to: file.path)
            }
            return true
        }
    }

    private func adding(_ index: String, toIndexesOf entity: String, in file: SourceFile) -> TextEdit? {
        let editor = MappingEditor(file.document, root: file.root)
        guard let entry = editor.entry(at: ["entities", entity, "indexes"]) else {
            return editor.setting("indexes", to: "[\(index)]", at: ["entities", entity])
        }
        let document = file.document
        guard let items = entry.value.items, let last = items.last else {
            guard let text = entry.value.text else { return nil }
            return TextEdit(range: document.range(of: entry.value.span), newText: entry.value.isNull ? " [\(index)]" : "[\(text), \(index)]")
        }
        let start = document.offsets(of: entry.value.span).lowerBound
        if document.bytes[start] == UInt8(ascii: "[") {
            let end = document.offsets(of: last.span).upperBound
            return TextEdit(range: document.range(of: end..<end), newText: ", \(index)")
        }
        // A list with dashes: a line like the one of its last element.
        let line = document.line(of: document.offsets(of: last.span).lowerBound)
        let offsets = document.offsets(ofLine: line)
        let margin = document.bytes[offsets].prefix { $0 == 0x20 }.count
        guard offsets.lowerBound + margin < offsets.upperBound, document.bytes[offsets.lowerBound + margin] == UInt8(ascii: "-"),
            last.span.start.line == last.span.end.line
        else { return nil }
        return TextEdit(
            range: document.range(of: offsets.upperBound..<offsets.upperBound), newText: "\n\(String(repeating: " ", count: margin))- \(index)")
    }

    // MARK: Decisions

    private func answers(of finding: Finding) -> [Fix] {
        guard let history = project.checked?.history, let answers = finding.suggestion?.answers else { return [] }
        return answers.filter { !$0.entries.isEmpty }.enumerated().flatMap { place, answer in
            fix("Decide '\(answer.text)'", finding, isPreferred: place == 0) { edits in
                guard var editor = DecisionEditor(history, besideModel: project.root, read: documents) else { return false }
                for entry in answer.entries {
                    guard editor.set(entry.key, to: entry.value, in: entry.section.name) else { return false }
                }
                editor.add(to: &edits)
                return true
            }
        }
    }

    // MARK: Suppressions

    private func suppression(of finding: Finding) -> [Fix] {
        guard let configuration, let document = documents(configuration), let editor = MappingEditor(document),
            let file = project.file(at: finding.span.file), project.configuration.configuration != nil
        else { return [] }
        let places = ModelPlaces(InputFile(path: file.path, bytes: file.document.bytes))
        guard let place = places.place(at: finding.span.start) else { return [] }
        return fix("Suppress \(finding.code) at '\(place)' with a reason", finding) { edits in
            let path = ["models", project.configuration.name, "suppressions", place.description]
            // The reason is the user's: until it is written, trellis.yaml has an error.
            guard let edit = editor.setting(finding.code.name, to: "\"\"", at: path) else { return false }
            edits.add(edit, to: configuration)
            return true
        }
    }
}

extension String {
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

    /// The plural that most English words have.
    var plural: String {
        if hasSuffix("y"), let before = dropLast().last, !"aeiou".contains(before) { return dropLast() + "ies" }
        return ["s", "x", "ch", "sh"].contains { hasSuffix($0) } ? self + "es" : self + "s"
    }
}
