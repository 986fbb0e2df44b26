import CoreDataImport
import Diagnostics
import SchemaEvolution
import SchemaModel

/// A bundle's versions as a model with frozen versions. Nothing is read or written: files come in and go out as values.
package struct HistoryImport {
    /// A version, and its place in the history.
    package struct Step: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Frozen; with this number of decisions, how many of them are renames by identifiers, and how many a mapping model says.
            case frozen(decisions: Int, renames: Int, mapped: Int = 0)
            /// It was frozen by an earlier import.
            case kept
            /// It stores what the version before it stores.
            case same
            /// The same, but names are exchanged: which values go where would need a version of its own.
            case exchanged
            /// It has to be decided about.
            case asked
            /// The tool does not take the model.
            case refused
        }

        package let version: String
        /// The number in the history.
        package let number: Int
        package let kind: Kind
    }

    /// Why an import cannot begin or go on.
    package enum Failure: Error, Sendable, Hashable {
        case unreadable(file: String, NotCoreDataModel)
        /// The folder has another history: this version of it is not that one of the bundle.
        case otherHistory(number: Int, version: String, ModelDifference?)
        /// The folder has a version after those of the bundle.
        case laterVersion(number: Int)
    }

    /// The live model's file.
    package private(set) var text = ""
    /// The file as each version would have it: what an earlier import may have written.
    package private(set) var texts: Set<String> = []
    /// The files of the history that are new, the lock last.
    package private(set) var files: [(name: String, text: String)] = []
    package private(set) var steps: [Step] = []
    /// What was changed or left out of the live model.
    package private(set) var remarks: [Remark] = []
    /// What mapping models say that is no decision.
    package private(set) var mappingRemarks: [Remark] = []
    /// Findings about the version that the import ended with; without a step, about the history that it began with.
    package private(set) var findings: [Finding] = []

    private var history: HistoryFiles
    private let losses: String?

    /// - Parameters:
    ///   - versions: the oldest first; the last one becomes the live model.
    ///   - name: what the model is called.
    ///   - mappings: mapping models, of which each step takes its own.
    ///   - later: the names of versions of the bundle that are not imported.
    ///   - history: what an earlier import has frozen, and decisions that were written since.
    ///   - losses: the reason for giving up what steps lose; nil to ask.
    /// - Throws: ``Failure``
    package init(
        _ versions: [CoreDataVersion], named name: String, mappings: [CoreDataMapping] = [], later: [String] = [], after history: HistoryFiles,
        losses: String?
    ) throws(Failure) {
        (self.history, self.losses) = (history, losses)
        let mappings = try StepMappings(mappings, versions: versions.map(\.name), later: later)
        mappingRemarks = mappings.remarks
        let read = HistoryReader.read(history)
        // Nothing goes on after a history that is not as it was frozen. Open decisions are asked about again below.
        let next = read.history.map { HistoryFile.decisions(version: $0.nextNumber).name }
        let damages = read.findings.filter { finding in
            finding.severity == .error && finding.code != .unfinishedVersion && finding.span.file.split(separator: "/").last.map(String.init) != next
        }
        guard damages.isEmpty, let frozen = read.history else {
            findings = damages
            return
        }
        var (former, number) = (ImportedVersion?.none, 0)
        for version in versions {
            let imported: ImportedVersion
            do { imported = try ImportedVersion(version, model: name) } catch { throw .unreadable(file: version.file, error) }
            // The formatter leaves an empty mapping out, which a model without entities needs.
            let isEmpty = imported.model?.entities.isEmpty == true
            text = (isEmpty ? nil : ModelFormatter.format(Array(imported.translation.text.utf8))) ?? imported.translation.text
            texts.insert(text)
            (remarks, findings) = (imported.translation.remarks, imported.findings)
            guard let model = imported.model else {
                steps.append(Step(version: version.name, number: number + 1, kind: .refused))
                return
            }
            defer { former = imported }
            if let kept = frozen[version: number + 1] {
                if kept.definition == model.meaningText {
                    number += 1
                    steps.append(Step(version: version.name, number: number, kind: .kept))
                    if let former, let mapping = mappings[version.name] { compare(mapping, from: former, to: imported, number) }
                    continue
                }
                // A version that stores what the one before it stores has none of its own.
                guard frozen[version: number]?.stores(model.storageHash) == true else {
                    throw .otherHistory(number: number + 1, version: version.name, ModelDifference(of: model, from: frozen.versions))
                }
                steps.append(Step(version: version.name, number: number, kind: .same))
                continue
            }
            let decisions = former.map { former in
                mappings[version.name].map { MappedDecisions($0, from: former, to: imported) }
                    ?? MappedDecisions(from: former.translation, to: imported.translation)
            }
            let kind = freeze(model, decisions ?? MappedDecisions(), number + 1)
            findings = findings.map(imported.placed)
            if case .frozen = kind { number += 1 }
            guard kind == .asked else {
                steps.append(Step(version: version.name, number: number, kind: kind))
                continue
            }
            steps.append(Step(version: version.name, number: number + 1, kind: kind))
            return
        }
        // What was frozen since is no version of the bundle.
        if let newest = frozen.newest?.number, newest > number { throw .laterVersion(number: newest) }
    }

    /// The files of the newest version and of the next one. A step needs no others, and reading all of them at each step would take
    /// quadratic time. Decisions that name an older version do need them.
    private func newest(before number: Int) -> HistoryFiles {
        let decisions = history[HistoryFile.decisions(version: number)].map { String(decoding: $0, as: UTF8.self) }
        if number < 3 || decisions?.contains(CompatibleFrom.key) == true { return history }
        var files = history
        files.contents = history.contents.filter { name, _ in (HistoryFile(name: name)?.version ?? number) >= number - 1 }
        files.first = number - 1
        return files
    }

    /// Freezes a version; what has to be decided becomes its file of decisions.
    private mutating func freeze(_ model: Model, _ mapped: MappedDecisions, _ number: Int) -> Step.Kind {
        let file = HistoryFile.decisions(version: number)
        mappingRemarks += mapped.remarks
        // What a person has written is all there is.
        if let written = history[file].map({ String(decoding: $0, as: UTF8.self) }) {
            let (next, found) = plan(model, written, number)
            mappingRemarks += mapped.missing(in: written, file.name)
            if let next {
                keep(next)
                return .frozen(decisions: 0, renames: 0)
            }
            return isUnchanged(found) ? unchanged(mapped) : .asked
        }
        var decisions = StepDecisions(mapped)
        while true {
            let (next, found) = plan(model, decisions.isEmpty ? nil : decisions.text, number)
            if let next {
                keep(next)
                return .frozen(decisions: decisions.count, renames: decisions.identified, mapped: decisions.mapped)
            }
            if isUnchanged(found) {
                history[file] = nil
                return unchanged(mapped)
            }
            let refused = decisions.withdraw(findings) { $0.span.file.split(separator: "/").last.map(String.init) == file.name }
            mappingRemarks += refused.map { Remark(kind: .mappingRefused, place: $0.place, detail: $0.reason) }
            if !refused.isEmpty { continue }
            if let losses, decisions.giveUp(findings, because: losses) { continue }
            decisions.ask(findings)
            files.removeAll { $0.name == file.name }
            files.append((file.name, decisions.text))
            return .asked
        }
    }

    /// Reports a mapping model that does not decide about a frozen step.
    private mutating func compare(_ mapping: StepMappings.Read, from former: ImportedVersion, to imported: ImportedVersion, _ number: Int) {
        let written = history[HistoryFile.decisions(version: number)].map { String(decoding: $0, as: UTF8.self) } ?? ""
        // An earlier import has read it if the step has all of its decisions.
        guard MappedDecisions(mapping, from: former, to: imported).addsMeaning(to: written) else { return }
        mappingRemarks.append(Remark(kind: .mappingFrozen, place: mapping.file.file, detail: "the step to version \(number)"))
    }

    /// Plans the step to a version, with the text of its decisions.
    private mutating func plan(_ model: Model, _ text: String?, _ number: Int) -> (next: NextVersion?, found: [Finding]) {
        history[HistoryFile.decisions(version: number)] = text.map { Array($0.utf8) }
        let read = HistoryReader.read(newest(before: number))
        let known = read.history ?? .empty
        let (next, found) = NextVersion.freeze(model, after: known, text.map { (known.nextDecisions, $0) })
        findings = read.findings.filter { $0.severity == .error && $0.code != .unfinishedVersion } + found
        return (next, found)
    }

    private mutating func keep(_ next: NextVersion) {
        for (file, text) in next.files {
            history[file] = Array(text.utf8)
            files.removeAll { $0.name == file.name }
            files.append((file.name, text))
        }
    }

    private func isUnchanged(_ found: [Finding]) -> Bool { found.contains { $0.code == .nothingToFreeze } }

    /// A version that stores what the one before it stores has no step, which could compute values.
    private mutating func unchanged(_ mapped: MappedDecisions) -> Step.Kind {
        findings = []
        mappingRemarks += mapped.values.map { Remark(kind: .mappingRefused, place: $0.place, detail: "the stores of both versions are the same") }
        return mapped.renames.isEmpty ? .same : .exchanged
    }
}
