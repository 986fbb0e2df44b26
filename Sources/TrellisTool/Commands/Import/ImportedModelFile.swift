import Foundation
import ProjectFiles
import SQLiteImport
import SQLiteStorage
import SchemaModel

/// The file of an imported model, and the report beside it, whose end has the model as the import wrote it.
///
/// A later import merges three texts: that of the report, the user's and the new one.
struct ImportedModelFile {
    private let files: ImportedFiles
    /// The new model, with its text.
    private let text: String
    private let model: Model
    private let report: String
    /// The last import into the folder.
    private let last: LastImport?

    /// - Parameter names: those that the import gave to parts of the database.
    init(_ files: ImportedFiles, after last: LastImport?, text: String, model: Model, names: NameRecord, report: String) {
        (self.files, self.last, self.text, self.model) = (files, last, text, model)
        self.report = LastImport.report(remarks: report, names: names, model: text)
    }

    /// What is done with the model's file.
    enum Change {
        /// It is written: it is missing, or both the database and you changed other parts of it.
        case written(String, Differences = Differences())
        /// It is the model of this database.
        case same
        /// It has your edits, and no change of the database belongs into it.
        case kept(Differences = Differences())
    }

    /// What a merge changes in your file, and what it does not.
    struct Differences {
        var added: [String] = []
        var gone: [String] = []
        /// What the database has dropped and you have changed: it stays.
        var kept: [String] = []
        /// What the database has changed and you have removed: it stays away.
        var removed: [String] = []
        /// What the database has added to what you have removed: it stays away.
        var unneeded: [(place: String, removed: String)] = []
    }

    // MARK: The merge

    /// - Parameter hasVersion: whether the import's model is a frozen version: then the file is that of a later one.
    func change(hasVersion: Bool) throws(CouldNotRun) -> Change {
        guard files.hasModel else { return .written(text) }
        let read = try InputFile(reading: files.file).text
        // Editors of other systems end lines so.
        let hasReturns = read.contains("\r\n")
        let mine = read.replacing("\r\n", with: "\n")
        if Self.areSame(mine, text) { return .same }
        guard let base = last?.model else {
            if hasVersion { return .kept() }
            throw CouldNotRun(
                "'\(files.file)' differs from the model of this database, and is not written over: choose another folder, or remove the file")
        }
        if Self.areSame(base, text) { return .kept() }
        let (merged, hints) = try merge(base: base, mine: mine)
        var differences = hints
        if let own = self.read(mine).model, let joined = self.read(merged).model {
            differences.added = Self.names(joined, beside: own).subtracting(Self.names(own, beside: joined)).sorted()
            differences.gone = Self.names(own, beside: joined).subtracting(Self.names(joined, beside: own)).sorted()
        }
        if Self.areSame(merged, mine) { return .kept(differences) }
        return .written(hasReturns ? merged.replacing("\n", with: "\r\n") : merged, differences)
    }

    /// Swift takes two forms of Unicode for one text.
    private static func areSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }

    /// First by lines, which keep your format; if lines do not say what belongs where, by names.
    private func merge(base: String, mine: String) throws(CouldNotRun) -> (text: String, Differences) {
        guard read(mine).model != nil else { throw CouldNotRun("'\(files.file)' has errors: see 'trellis validate \(files.file)'") }
        let reason: CouldNotRun
        do {
            let merged = try LineMerge.merge(base: base.components(separatedBy: "\n"), mine: mine.components(separatedBy: "\n"), new: text.components(separatedBy: "\n"))
            let joined = merged.lines.joined(separator: "\n")
            guard let fault = fault(of: joined, base: base, mine: mine) else {
                return (joined, Differences(kept: merged.kept.map { $0.trimmingCharacters(in: .whitespaces) }))
            }
            reason = fault
        } catch {
            let own = error.mine.first ?? "nothing", other = error.new.first ?? "nothing"
            reason = CouldNotRun(
                "'\(files.file)' and the database both changed line \(error.line): it has '\(own.trimmingCharacters(in: .whitespaces))', and the import "
                    + "'\(other.trimmingCharacters(in: .whitespaces))'. \(Self.bothRemedy)")
        }
        let merged: ModelMerge?
        do {
            merged = try ModelMerge(base: base, mine: mine, new: text)
        } catch {
            if error.mine == error.new { throw CouldNotRun("'\(files.file)' and the database both have a new '\(error.place)'. Rename yours, or import into another folder") }
            throw CouldNotRun(
                "'\(files.file)' and the database both changed '\(error.place)': it has '\(error.mine)', and the import '\(error.new)'. \(Self.bothRemedy)")
        }
        guard let merged else { throw CouldNotRun("\(reason.description). '\(files.file)' has anchors, so nothing but lines can be merged") }
        if let error = Self.errors(read(merged.text)).first { throw clash(error, base: base, mine: mine) }
        return (merged.text, Differences(kept: merged.kept, removed: merged.removed, unneeded: merged.unneeded))
    }

    /// Those of names that become one in SQL too.
    private static func errors(_ result: ModelReader.Result) -> [String] {
        let clashes = result.model.map { LayoutPlanner.plan($0).findings } ?? []
        return (result.findings + clashes).filter { $0.severity == .error }.map(\.message)
    }

    /// - Parameter error: the first one of the merged text.
    private func clash(_ error: String, base: String, mine: String) -> CouldNotRun {
        let clash = MergeClash(base: base, mine: mine, new: text) { Self.errors(read($0)).contains(error) }
        let own = clash.map { $0.mine.isEmpty ? "" : ". You changed \(Self.quoted($0.mine))" } ?? ""
        let other = clash.map { $0.new.isEmpty ? "" : ". The database changed \(Self.quoted($0.new))" } ?? ""
        return CouldNotRun("your edits of '\(files.file)' and the changes of the database do not fit together: \(error)\(own)\(other). \(Self.remedy)")
    }

    private static func quoted(_ places: [String]) -> String { places.map { "'\($0)'" }.joined(separator: ", ") }

    private func read(_ text: String) -> ModelReader.Result {
        ModelReader.read(Array(text.utf8), file: files.file) { path in
            try InputFile(reading: ((files.file as NSString).deletingLastPathComponent as NSString).appendingPathComponent(path)).bytes
        }
    }

    /// A merge of lines may put a line into another entity, or make what is no model.
    private func fault(of merged: String, base: String, mine: String) -> CouldNotRun? {
        let result = read(merged)
        let errors = Self.errors(result)
        guard errors.isEmpty, let own = read(mine).model, let joined = result.model, let former = read(base).model else {
            let reason = errors.first ?? "the result is no model"
            return CouldNotRun("your edits of '\(files.file)' and the changes of the database do not fit together: \(reason). \(Self.remedy)")
        }
        return MergeCheck(base: former, mine: own, new: model, merged: joined).misplaced.map { place in
            CouldNotRun("your edits of '\(files.file)' and the changes of the database cannot be told apart at '\(place)'. \(Self.remedy)")
        }
    }

    private static let bothRemedy = "Write there what the import has, import again, and then make your change; or import into another folder"
    private static let remedy = "Write the change of the database into the model yourself, or import into another folder"

    /// The entities of a model with their properties, and the cases of the enums that the other model has too.
    private static func names(_ model: Model, beside other: Model) -> Set<String> {
        let enums = Set(other.enumerations.map(\.name.text))
        let cases = model.enumerations.filter { enums.contains($0.name.text) }.flatMap { enumeration in
            (enumeration.type.cases.map(\.name) + (enumeration.type.hasUnknown ? [EnumerationType.unknownCase] : [])).map { "\(enumeration.name.text).\($0)" }
        }
        return Set(model.entities.flatMap { entity in
            let properties = entity.attributes.map(\.name.text) + entity.relationships.map(\.name.text)
            return [entity.name.text] + properties.map { "\(entity.name.text).\($0)" }
        } + cases)
    }

    // MARK: Files

    /// - Parameter note: what follows the line about the report.
    func write(_ change: Change, note: String, _ console: Console) throws(CouldNotRun) {
        // The model is first: without it, the new text in the report would hide the change of the database.
        var texts = [(path: LastImport.file(of: files), text: report)]
        if case .written(let text, _) = change { texts.insert((files.file, text), at: 0) }
        _ = try FileWriter.write(texts.map { .init(path: $0.path, text: $0.text) }) { path in console.detail("\(path): written") }
        let rest = "the report is '\(LastImport.file(of: files))'\(note)"
        switch change {
        case .written: console.say("'\(files.file)' is written; \(rest)")
        case .same: console.say("'\(files.file)' is up to date; \(rest)")
        case .kept: console.say("'\(files.file)' stays as you edited it; \(rest)")
        }
    }

    /// Tells what the database has that the last import did not find, and the reverse, in your names.
    func tell(_ change: Change, _ console: Console) {
        let differences: Differences
        switch change {
        case .written(_, let found), .kept(let found): differences = found
        case .same: return
        }
        if !differences.added.isEmpty { console.printResult("new since the last import: \(differences.added.joined(separator: ", "))") }
        if !differences.gone.isEmpty { console.printResult("gone since the last import: \(differences.gone.joined(separator: ", "))") }
        for place in differences.kept { console.hint("the database has dropped what you changed to '\(place)': remove it if you do not need it") }
        for place in differences.removed { console.hint("the database has changed '\(place)', which you removed") }
        for part in differences.unneeded { console.hint("the database has added to '\(part.place)' what needs '\(part.removed)', which you removed") }
    }
}
