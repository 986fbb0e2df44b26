import ProjectFiles
import SchemaEvolution
import SchemaModel

/// Two versions of a model, and which part of one is which of the other.
struct VersionPair {
    var old: Model
    var new: Model
    var match: ModelMatch

    /// Reads versions by their names on a command line: a model's file, a file of a git revision, or a frozen version's number.
    struct Sources {
        private var sources: ModelSources
        private let model: String?
        private let decisions: String?

        /// - Parameters:
        ///   - model: the model of numbered versions; nil for the only one of trellis.yaml.
        ///   - decisions: the file with decisions; nil for those of numbered versions.
        init(_ console: Console, model: String?, decisions: String?) {
            sources = ModelSources(console)
            (self.model, self.decisions) = (model, decisions)
        }

        /// - Returns: a version; nil if it has errors.
        /// - Throws: ``CouldNotRun`` if it cannot be read.
        mutating func read(_ name: String) throws(CouldNotRun) -> Model? { try sources.read(path(name)) }

        /// - Returns: both versions; nil if one has errors.
        /// - Throws: ``CouldNotRun`` if one cannot be read.
        mutating func pair(from old: String, to new: String?) throws(CouldNotRun) -> VersionPair? {
            let (oldPath, isNumber) = (try path(old), try path(old) != old)
            let newPath =
                if let new { try path(new) } else if isNumber { try ModelSelection.onlyModel(model) } else { old }
            guard let former = try sources.read(new == nil && !isNumber ? "HEAD:\(old)" : oldPath), let latter = try sources.read(newPath),
                let decided = try decisions == nil && isNumber ? decided(latter, from: old, to: new) : sources.readDecisions(decisions)
            else { return nil }
            return VersionPair(old: former, new: latter, match: ModelMatch(from: former, to: latter, decided))
        }

        /// The decisions of the history from the numbered old version to the new one, which is a number too or the live model.
        private func decided(_ latter: Model, from old: String, to new: String?) throws(CouldNotRun) -> MigrationDecisions {
            guard let first = Int(old) else { return .init() }
            let model = try ModelSelection.onlyModel(model)
            var last: Int?
            if let new, try path(new) != new { last = Int(new) }
            guard last != nil || new == nil || new == model,
                let history = HistoryReader.read(try HistoryFolder.read(besideModel: model)).history
            else { return .init() }
            return history.decisions(from: first, to: last, live: latter)
        }

        private func path(_ name: String) throws(CouldNotRun) -> String { try HistoryFolder.path(ofVersion: name, model: model) }

        /// The paths of the files that were read.
        var inputs: [String] { sources.inputs }

        /// Prints findings that are not printed yet.
        /// - Throws: exit code 1 if one is an error.
        mutating func printFindings() throws { try sources.printFindings() }
    }
}
