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
    private var parsed: [String: (stamp: String, result: YAMLParser.Result)] = [:]
    private var histories: [String: (stamps: [String: String], history: LoadedHistory)] = [:]
    private var roots: [String: String] = [:]
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
        for root in projects.keys { projects[root]?.stamps = [:] }
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

    mutating func parse(_ file: InputFile) -> YAMLParser.Result {
        let stamp = stamp(of: file.path) ?? ""
        if let known = parsed[file.path], known.stamp == stamp { return known.result }
        let result = YAMLParser.parse(file.bytes, file: file.path)
        parsed[file.path] = (stamp, result)
        return result
    }

    // MARK: Projects

    /// The path of the model that a file belongs to; nil if it belongs to none.
    package mutating func root(of path: String) -> String? {
        if let known = roots[path] { return known.isEmpty ? nil : known }
        let root = findRoot(of: path)
        roots[path] = root ?? ""
        return root
    }

    /// The configuration of the nearest `trellis.yaml` around a file, with its path.
    package func configuration(around path: String) -> (path: String, result: (configuration: Configuration?, findings: [Finding]))? {
        for folder in FilePath.ancestors(ofFile: path) {
            let candidate = FilePath.joined(folder, ConfigurationReader.fileName)
            guard exists(candidate), let file = try? read(candidate) else { continue }
            return (candidate, ConfigurationReader.read(file))
        }
        return nil
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
            return candidates.first { includes(of: $0).contains(path) }
        }
    }

    /// The models in a folder.
    private func models(in folder: String) -> [String] {
        source.names(inFolder: folder).filter { $0.hasSuffix(".yaml") && $0 != ConfigurationReader.fileName }
            .map { FilePath.joined(folder, $0) }.filter(declaresModel)
    }

    /// Whether a file has the key `model`, also if it is broken.
    private func declaresModel(_ path: String) -> Bool {
        guard let bytes = try? read(path).bytes else { return false }
        let key = Array("model:".utf8)
        return bytes.starts(with: key) || bytes.split(separator: 0x0a, maxSplits: 200).contains { $0.starts(with: key) }
    }

    /// The files that a model includes, directly or through others.
    private mutating func includes(of root: String) -> Set<String> {
        var (found, pending) = (Set<String>(), [root])
        while let path = pending.popLast() {
            guard let file = try? read(path), let tree = parse(file).root,
                let include = tree.entries?.first(where: { $0.key == "include" })?.value
            else { continue }
            for name in (include.items ?? [include]).compactMap(\.text) {
                let path = FilePath.joined(FilePath.folder(of: path), name)
                if found.insert(path).inserted { pending.append(path) }
            }
        }
        return found
    }

    /// The model of a file as it was read last, for answers that must be fast. It is read if it was never read.
    package mutating func knownProject(of path: String) -> Project? {
        guard let root = root(of: path) else { return nil }
        return projects[root] ?? project(of: path, isComplete: false, needsNames: false)
    }

    /// The model of a file, read again if a file has changed.
    /// - Parameters:
    ///   - isComplete: whether SQLite checks the schema and the fetches, and the next version is planned.
    ///   - needsNames: whether the places of names are needed, which findings do without.
    package mutating func project(of path: String, isComplete: Bool, needsNames: Bool = true) -> Project? {
        guard let root = root(of: path) else { return nil }
        let known = projects[root].flatMap { ($0.isComplete || !isComplete) && isUnchanged($0) ? $0 : nil }
        guard var project = known ?? load(root, isComplete: isComplete) ?? projects[root] else { return nil }
        if needsNames { project.findNames() }
        projects[root] = project
        return project
    }

    private func isUnchanged(_ project: Project) -> Bool {
        !project.stamps.isEmpty && project.stamps.allSatisfy { (stamp(of: $0.key) ?? "") == $0.value }
    }

    private mutating func load(_ root: String, isComplete: Bool) -> Project? {
        guard let file = try? read(root) else { return nil }
        let configured = configuration(around: root)
        let name = String(FilePath.name(of: root).split(separator: ".").first ?? "")
        let own = configured?.result.configuration?.models.first { $0.path == root }
        var project = projects[root] ?? Project(root: root, own ?? ModelConfiguration(name: name, path: root))
        project.configuration = own ?? ModelConfiguration(name: name, path: root)
        project.severities = configured?.result.configuration?.severities ?? [:]

        let history = history(besideModel: root)
        var trees: [(file: InputFile, result: YAMLParser.Result)] = []
        let loaded = LoadedModel(
            project.configuration, file: file, history: history, goesByName: own != nil, provesSchema: isComplete,
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
        project.stamps = [:]
        for path in project.paths.union(configured.map { [$0.path] } ?? []) { project.stamps[path] = stamp(of: path) ?? "" }
        // A folder that does not exist may be created.
        project.stamps[HistoryFolder.path(besideModel: root)] = stamp(of: HistoryFolder.path(besideModel: root)) ?? ""
        updateNames(of: &project, trees)
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

    /// The findings of a project, judged by the rules of `trellis.yaml`, without suppressed ones.
    package func judged(_ project: Project) -> [ReportEntry] {
        var policy = FindingPolicy(severities: project.severities, today: today())
        if project.configuration.suppressions.isEmpty {
            return project.findings.map { finding in
                var finding = finding
                if let severity = project.severities[finding.code.name] { finding.code.severity = severity }
                return ReportEntry(finding: finding, element: nil, suppression: nil)
            }
        }
        let files = project.paths.compactMap { try? read($0) }
        policy.add(project.configuration.suppressions, ofModel: project.configuration.name, files: files)
        return policy.judge(project.findings.map { RunFinding(finding: $0, model: project.configuration.name) }).filter { $0.suppression == nil }
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
        guard let document = documents[path]?.text else { return false }
        return parse(InputFile(path: path, bytes: document.bytes)).root == nil
    }

    /// The findings of a text that belongs to no model: whether it is YAML.
    func syntaxFindings(of document: TextDocument, at path: String) -> [Finding] {
        // A file of another program is no concern of ours.
        guard document.bytes.starts(with: Array("trellis:".utf8)) else { return [] }
        return YAMLParser.parse(document.bytes, file: path).findings
    }
}
