import Diagnostics
import Predicates
import ProjectFiles
import SchemaEvolution
import SchemaModel
import SchemaSyntax

/// The open documents and the models that they belong to: values, and a source of other files.
package struct Workspace {
    package private(set) var documents: [String: OpenDocument] = [:]
    private let source: any FileSource
    /// The day that decides whether suppressions have expired: a server runs for days.
    private let today: () -> CalendarDay
    private var projects: [String: Project] = [:]
    private var live: [String: LiveModel] = [:]
    private var trees = FileTrees()
    private var configurations: [String: (stamp: String, result: (configuration: Configuration?, findings: [Finding]))] = [:]
    private var histories: [String: (stamps: [String: String], history: LoadedHistory)] = [:]
    private var roots: [String: String] = [:]
    /// The open documents that belonged to each model last, by its root.
    private var members: [String: Set<String>] = [:]
    /// Counts changes of documents, so that each text has a stamp of its own.
    private var changes = 0
    private var documentStamps: [String: Int] = [:]

    package init(_ source: any FileSource, today: @escaping () -> CalendarDay) {
        self.source = source
        self.today = today
    }

    // MARK: Documents

    package mutating func open(_ path: String, _ text: String, version: Int? = nil) { set(path, OpenDocument(text: TextDocument(text), version: version)) }

    package mutating func close(_ path: String) {
        documents[path] = nil
        documentStamps[path] = nil
        roots = [:]
    }

    /// A change of a document: of a part, or of the whole if there is no range.
    package mutating func change(_ path: String, _ range: TextRange?, to text: String, version: Int? = nil) {
        let document = documents[path]?.text ?? TextDocument("")
        set(path, OpenDocument(text: range.map { document.replacing($0, with: text) } ?? TextDocument(text), version: version))
    }

    private mutating func set(_ path: String, _ document: OpenDocument) {
        // Only these keys decide what belongs together.
        if documents[path] == nil { roots = [:] }
        documents[path] = document
        changes += 1
        documentStamps[path] = changes
    }

    /// Forgets what was read from the disk.
    package mutating func filesChanged() {
        roots = [:]
        for root in projects.keys {
            projects[root]?.stamps = [:]
            projects[root]?.nameStamps = [:]
        }
        for root in live.keys { live[root]?.stamps = [:] }
    }

    /// The text of a file, open or not.
    package func document(at path: String) -> TextDocument? {
        documents[path]?.text ?? (try? source.read(path)).map { TextDocument(bytes: $0.bytes) }
    }

    func read(_ path: String) throws(CouldNotRun) -> InputFile {
        if let document = documents[path] { return InputFile(path: path, bytes: document.text.bytes) }
        return try source.read(path)
    }

    func exists(_ path: String) -> Bool { documents[path] != nil || source.exists(path) }

    private func stamp(of path: String) -> String? {
        documentStamps[path].map { "open \($0)" } ?? source.stamp(of: path)
    }

    /// The tree of a file, in pieces.
    private mutating func tree(of path: String) throws -> PieceTree {
        let (documents, source) = (documents, source)
        return try trees.tree(of: path, stamp(of: path) ?? "") { try documents[path]?.text.bytes ?? source.read(path).bytes }
    }

    mutating func parse(_ file: InputFile) -> YAMLParser.Result { trees.placedTree(of: file.path, stamp(of: file.path) ?? "") { file.bytes } }

    // MARK: Projects

    /// The path of the model that a file belongs to; nil if it belongs to none.
    package mutating func root(of path: String) -> String? {
        if let known = roots[path] { return known.isEmpty ? nil : known }
        let root = findRoot(of: path)
        roots[path] = root ?? ""
        return root
    }

    /// The configuration of the nearest `trellis.yaml` around a file, with its path.
    package mutating func configuration(around path: String) -> (path: String, result: (configuration: Configuration?, findings: [Finding]))? {
        for folder in FilePath.ancestors(ofFile: path) {
            let candidate = FilePath.joined(folder, ConfigurationReader.fileName)
            guard let stamp = stamp(of: candidate) else { continue }
            if let known = configurations[candidate], known.stamp == stamp { return (candidate, known.result) }
            guard let file = try? read(candidate) else { continue }
            let result = ConfigurationReader.read(file)
            configurations[candidate] = (stamp, result)
            return (candidate, result)
        }
        return nil
    }

    /// Notes which files a model reads now.
    /// - Returns: the open documents that belonged to it before and do not any more.
    mutating func forget(_ paths: Set<String>, ofModelOf path: String) -> [String] {
        // A root that is no YAML while it is typed still has its files.
        guard let root = root(of: path), !isBroken(root) else { return [] }
        let former = members.updateValue(paths, forKey: root) ?? []
        let left = former.subtracting(paths).filter { documents[$0] != nil }.sorted()
        for path in former.symmetricDifference(paths) where documents[path] != nil { roots[path] = nil }
        return left.filter { self.root(of: $0) != root }
    }

    private mutating func findRoot(of path: String) -> String? {
        guard let kind = FileKind(path: path) else { return nil }
        let configured = configuration(around: path)?.result.configuration?.models.map(\.path) ?? []
        switch kind {
        case .configuration: return nil
        case .decisions, .frozen:
            let folder = FilePath.folder(of: FilePath.folder(of: path))
            return configured.first { FilePath.folder(of: $0) == folder } ?? models(in: folder).first
        case .model:
            if configured.contains(path) || declaresModel(path) { return path }
            let candidates = configured + FilePath.ancestors(ofFile: path).prefix(4).flatMap { models(in: $0) }
            return candidates.first { includes(of: $0).contains(path) } ?? (declaresFormat(path) ? unnamedRoot(of: path) : nil)
        }
    }

    /// The model of a file where no model with a name includes it: one that misspells its name includes it, or no model is near, so the file
    /// itself is a model. A file beside a named model may be a part that the model does not include yet.
    private mutating func unnamedRoot(of path: String) -> String? {
        let near = FilePath.ancestors(ofFile: path).prefix(4)
        let unnamed = near.flatMap { files(in: $0, where: declaresFormat) }.filter { !declaresModel($0) }
        if let root = unnamed.first(where: { includes(of: $0).contains(path) }) { return root }
        return near.allSatisfy { models(in: $0).isEmpty } ? path : nil
    }

    /// The models in a folder.
    private func models(in folder: String) -> [String] { files(in: folder, where: declaresModel) }

    private func files(in folder: String, where condition: (String) -> Bool) -> [String] {
        source.names(inFolder: folder).filter { $0.hasSuffix(".yaml") && $0 != ConfigurationReader.fileName }
            .map { FilePath.joined(folder, $0) }.filter(condition)
    }

    /// Whether a file has the key `model`, also if it is broken.
    private func declaresModel(_ path: String) -> Bool { declares("model:", path) }

    /// Whether a file has the key `trellis`, as each model and each part of one.
    private func declaresFormat(_ path: String) -> Bool { declares("trellis:", path) }

    private func declares(_ key: String, _ path: String) -> Bool {
        guard let bytes = try? read(path).bytes else { return false }
        let key = Array(key.utf8)
        return bytes.starts(with: key) || bytes.split(separator: 0x0a, maxSplits: 200).contains { $0.starts(with: key) }
    }

    /// The files that a model includes, directly or through others.
    private mutating func includes(of root: String) -> Set<String> {
        var (found, pending) = (Set<String>(), [root])
        while let path = pending.popLast() {
            guard let tree = (try? tree(of: path))?.root,
                let include = tree.entries?.first(where: { $0.key == "include" })?.value
            else { continue }
            for name in (include.items ?? [include]).compactMap(\.text) {
                let path = FilePath.joined(FilePath.folder(of: path), name)
                if found.insert(path).inserted { pending.append(path) }
            }
        }
        return found
    }

    /// The names of a file's model, from the last texts that are YAML.
    package mutating func outline(of path: String) -> Outline {
        guard let root = root(of: path) else { return Outline() }
        // A completion must not wait for checks, so only the first one reads the model.
        return (live[root] ?? liveModel(root))?.outline ?? Outline()
    }

    /// How much of a model an answer needs.
    package enum Need: Comparable, Sendable {
        /// Its names.
        case names
        /// Also the model, if it has no errors.
        case model
        /// Also that SQLite has checked the schema and the fetches, and that the next version is planned.
        case allChecks
    }

    /// The model of a file, read again if a file has changed.
    /// - Parameter needsNames: whether the places of names are needed, which findings do without.
    package mutating func project(of path: String, _ need: Need, needsNames: Bool = true) -> Project? {
        guard let root = root(of: path) else { return nil }
        var project = projects[root]
        let isKnown = project.map { isUnchanged($0.stamps) && ($0.isComplete || need < .allChecks) } ?? false
        if !isKnown {
            if let known = project, known.checked != nil, need == .names {
                // The model is that of former texts, and the names are those of the present ones.
                if !isUnchanged(known.nameStamps) { project = named(known) }
            } else {
                project = load(root, isComplete: need == .allChecks) ?? project
            }
        }
        if needsNames { project?.findNames() }
        projects[root] = project
        return project
    }

    /// Takes a project that a copy of the workspace has checked, unless a file has changed since.
    mutating func adopt(_ project: Project) -> Bool {
        guard isUnchanged(project.stamps) else { return false }
        projects[project.root] = project
        return true
    }

    private func isUnchanged(_ stamps: [String: String]) -> Bool {
        !stamps.isEmpty && stamps.allSatisfy { (stamp(of: $0.key) ?? "") == $0.value }
    }

    /// The stamps of files, and of the folder of the history: if it does not exist, it may be created.
    private func stamps(of paths: Set<String>, besideModel root: String) -> [String: String] {
        var stamps: [String: String] = [:]
        for path in paths { stamps[path] = stamp(of: path) ?? "" }
        let folder = HistoryFolder.path(besideModel: root)
        stamps[folder] = stamp(of: folder) ?? ""
        return stamps
    }

    /// The settings of a model: its configuration, and whether it must have the name that it has there.
    private mutating func settings(of root: String) -> (model: ModelConfiguration, isConfigured: Bool, file: String?, severities: [String: Severity]) {
        let configured = configuration(around: root)
        let own = configured?.result.configuration?.models.first { $0.path == root }
        let name = String(FilePath.name(of: root).split(separator: ".").first ?? "")
        return (
            own ?? ModelConfiguration(name: name, path: root), own != nil, configured?.path, configured?.result.configuration?.severities ?? [:]
        )
    }

    /// The model with the findings of quick checks and the names of the present texts.
    private mutating func liveModel(_ root: String) -> LiveModel? {
        if let known = live[root], isUnchanged(known.stamps) { return known }
        guard exists(root) else { return nil }
        let settings = settings(of: root)
        let history = history(besideModel: root)
        // Taken out, so that its memory changes in place.
        var model = live.removeValue(forKey: root) ?? LiveModel()
        model.check(settings.model, at: root, history, goesByName: settings.isConfigured) { try tree(of: $0) }
        model.stamps = stamps(of: model.paths.union(settings.file.map { [$0] } ?? []), besideModel: root)
        live[root] = model
        return model
    }

    private mutating func load(_ root: String, isComplete: Bool) -> Project? {
        guard let file = try? read(root) else { return nil }
        let settings = settings(of: root)
        var project = projects[root] ?? Project(root: root, settings.model)
        project.configuration = settings.model

        let history = history(besideModel: root)
        var trees: [(file: InputFile, result: YAMLParser.Result)] = []
        let loaded = LoadedModel(
            project.configuration, file: file, history: history, goesByName: settings.isConfigured, provesSchema: isComplete,
            parse: { file in
                let result = parse(file)
                trees.append((file, result))
                return result
            }, read: { path throws(CouldNotRun) in try read(path) })
        project.findings = loaded.findings
        if isComplete, let checked = loaded.checked, checked.schema.identity.isDraft, let known = history.history {
            project.findings += known.openDecisions(for: checked.model).map(Self.asWarning)
        }
        project.isComplete = isComplete
        project.isCurrent = loaded.checked != nil
        if let checked = loaded.checked { project.checked = checked }
        project.paths = Set(loaded.inputs.map(\.path))
        project.stamps = stamps(of: project.paths.union(settings.file.map { [$0] } ?? []), besideModel: root)
        project.nameStamps = project.stamps
        updateNames(of: &project, trees)
        return project
    }

    /// A project with the names of the present texts.
    private mutating func named(_ project: Project) -> Project {
        guard let model = liveModel(project.root) else { return project }
        var project = project
        project.isCurrent = false
        project.nameStamps = model.stamps
        updateNames(of: &project, model.files.compactMap { known in
            (try? read(known.path)).map { ($0, parse($0)) }
        })
        return project
    }

    /// A question about the next version blocks only the version, not the model.
    private static func asWarning(_ finding: Finding) -> Finding {
        var finding = finding
        finding.code.severity = .warning
        return finding
    }

    /// Files that are no YAML now keep their last names.
    private func updateNames(of project: inout Project, _ trees: [(file: InputFile, result: YAMLParser.Result)]) {
        var files = [SourceFile]()
        for (file, result) in trees {
            let document = documents[file.path]?.text ?? TextDocument(bytes: file.bytes)
            if let source = SourceFile(path: file.path, document: document, result) {
                files.append(source)
            } else if let former = project.file(at: file.path) {
                files.append(former)
            }
        }
        // A root that cannot be read includes nothing, but its parts still exist.
        if trees.first?.result.root == nil { files += project.files.filter { former in !files.contains { $0.path == former.path } } }
        project.take(files)
    }

    // MARK: Histories

    private mutating func history(besideModel root: String) -> LoadedHistory {
        let folder = HistoryFolder.path(besideModel: root)
        let names = source.names(inFolder: folder).filter { !$0.hasPrefix(".") }
        var stamps: [String: String] = [:]
        for name in names { stamps[name] = stamp(of: FilePath.joined(folder, name)) ?? "" }
        if let known = histories[root], known.stamps == stamps { return known.history }
        var files = HistoryFiles(model: root, folder: folder, contents: [:])
        for name in names { files.contents[name] = try? read(FilePath.joined(folder, name)).bytes }
        let history = LoadedHistory(files)
        histories[root] = (stamps, history)
        return history
    }

    // MARK: Findings

    /// The findings on a file's model, judged by the rules of `trellis.yaml`, without suppressed ones; nil if it belongs to no model.
    /// - Parameter isComplete: whether all checks of `trellis validate` are run, and the next version is planned.
    mutating func findings(onModelOf path: String, isComplete: Bool) -> (findings: [Finding], paths: Set<String>)? {
        guard let root = root(of: path) else { return nil }
        if isComplete { return project(of: path, .allChecks, needsNames: false).map { (judged($0.findings, onModelAt: root, $0.paths), $0.paths) } }
        return liveModel(root).map { (judged($0.findings, onModelAt: root, $0.paths), $0.paths) }
    }

    private mutating func judged(_ findings: [Finding], onModelAt root: String, _ paths: Set<String>) -> [Finding] {
        let settings = settings(of: root)
        var policy = FindingPolicy(severities: settings.severities, today: today())
        if settings.model.suppressions.isEmpty {
            return findings.map { finding in
                var finding = finding
                if let severity = settings.severities[finding.code.name] { finding.code.severity = severity }
                return finding
            }
        }
        policy.add(settings.model.suppressions, ofModel: settings.model.name, files: paths.intersection(findings.map(\.span.file)).compactMap { try? read($0) })
        let findings = findings.map { RunFinding(finding: $0, model: settings.model.name) }
        return policy.judge(findings) { ModelPlaces(root: parse($0).root) }.filter { $0.suppression == nil }.map(\.finding)
    }

    /// The findings of the configuration at a path.
    package func configurationFindings(at path: String) -> [Finding] {
        guard let file = try? read(path) else { return [] }
        let (configuration, findings) = ConfigurationReader.read(file)
        let policy = FindingPolicy(today: today())
        return findings + policy.expired(among: configuration?.models.flatMap(\.suppressions) ?? [], as: .error)
    }
}

extension Workspace {
    /// Whether the text of an open document is no YAML.
    package mutating func isBroken(_ path: String) -> Bool {
        documents[path] != nil && (try? tree(of: path))?.root == nil
    }

    /// The findings of a text that belongs to no model: whether it is YAML.
    func syntaxFindings(of document: TextDocument, at path: String) -> [Finding] {
        // A file of another program is no concern of ours.
        guard document.bytes.starts(with: Array("trellis:".utf8)) else { return [] }
        return YAMLParser.parse(document.bytes, file: path).findings
    }
}
