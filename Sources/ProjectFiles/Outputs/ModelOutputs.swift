import Diagnostics
import Foundation
import SQLiteStorage
import SchemaEvolution
import SwiftGeneration
import Templates

/// The outputs of one model, with their paths.
package struct OutputRequest {
    private var configuration: ModelConfiguration
    private var mode = OutputMode.committed

    /// The outputs of the configuration.
    package init(_ configuration: ModelConfiguration) {
        self.configuration = configuration
    }

    /// The outputs of a command line, with the classes and templates of the configuration.
    package init(_ configuration: ModelConfiguration, swiftFolder: String?, sqlFile: String? = nil, mode: OutputMode = .committed) {
        self.configuration = configuration
        self.configuration.swiftFolder = swiftFolder.map { ConfiguredPath(path: $0) }
        self.configuration.sqlFile = sqlFile.map { ConfiguredPath(path: $0) }
        (self.configuration.dictionary, self.configuration.extensionsFolder, self.configuration.files) = (nil, nil, [])
        self.configuration.migrations = []
        self.mode = mode
    }

    package var access: AccessLevel {
        get { configuration.access }
        set { configuration.access = newValue }
    }

    package var snapshots: Bool {
        get { configuration.snapshots }
        set { configuration.snapshots = newValue }
    }

    /// The shells to render.
    private var shells: [Shell] {
        var shells = [Shell]()
        if configuration.swiftFolder != nil { shells += [.swiftEntity, .swiftModel] }
        if configuration.sqlFile != nil { shells.append(.sqlSchema) }
        if configuration.dictionary != nil { shells.append(.dataDictionary) }
        if configuration.extensionsFolder != nil { shells.append(.swiftExtension) }
        return shells
    }

    /// The generated files in memory, and the errors of their templates.
    /// - Parameter source: the name of the model's file, for the heads of generated ones.
    package func outputs(of checked: CheckedModel, source: String) -> ModelOutputs {
        let shellPaths = shells.compactMap { shell in configuration.templates[shell].map { (shell, $0) } }
        let folder = configuration.configuration.map { URL(filePath: $0).deletingLastPathComponent().relativePath + "/" } ?? ""
        let templates = ModelTemplates(
            shellPaths.map(\.1) + configuration.files.map(\.template),
            within: mode == .plugin ? (folder == "./" ? "" : folder) + ModelTemplates.pluginFolder : nil)
        var outputs = ModelOutputs(model: checked.model.name.text, templates: templates.files, findings: templates.findings)
        let replaced = shellPaths.compactMap { shell, path in templates[path].map { (shell, $0) } }
        // Drafts are left out, because their plans may change.
        let plans = checked.schema.identity.isDraft ? [] : checked.history.plans()
        let generator = FileGenerator(
            model: checked.model, schema: checked.schema, source: source, migrations: plans, history: checked.history.plans(),
            shells: Shells(replacing: Dictionary(uniqueKeysWithValues: replaced)))

        let (access, snapshots) = (access, snapshots)
        if let folder = configuration.swiftFolder, checked.schema.identity.isDraft, !checked.history.plans().isEmpty {
            outputs.keep(FileNames.migrations(checked.model.name.text), in: folder)
        }
        if let folder = configuration.swiftFolder {
            outputs.add(in: folder) { () throws(ShellError) in
                try generator.swiftFiles(mode, access: access, snapshots: snapshots)
            }
        }
        if let file = configuration.sqlFile {
            outputs.add(at: file) { name throws(ShellError) in try generator.sqlFile(named: name, access: access) }
        }
        if let file = configuration.dictionary {
            outputs.add(at: file) { name throws(ShellError) in try generator.dictionary(named: name, access: access) }
        }
        for rule in configuration.files {
            guard let template = templates[rule.template] else { continue }
            outputs.add(rule, template, generator, access: access)
        }
        for output in configuration.migrations { outputs.add(output, checked, source: source, on: configuration.scriptTarget) }
        if let folder = configuration.extensionsFolder {
            outputs.begin(in: folder) { () throws(ShellError) in try generator.extensions(access: access) }
        }
        return outputs
    }
}

/// The outputs of one model, in memory.
package struct ModelOutputs {
    let model: String
    /// The files that each run generates again.
    package private(set) var generated: [FileWriter.Output] = []
    /// The extension files, which the user owns once they exist.
    package private(set) var begun: [FileWriter.Output] = []
    /// The files of the newest version that a draft does not generate. They stay until the draft is frozen.
    private var kept: [OutputClaim] = []
    /// The files of the templates.
    package let templates: [InputFile]
    package fileprivate(set) var findings: [Finding]

    fileprivate init(model: String, templates: [InputFile] = [], findings: [Finding] = []) {
        self.model = model
        self.templates = templates
        self.findings = findings
    }

    /// The output paths, with their places in the configuration.
    package var claims: [OutputClaim] { (generated + begun).map { OutputClaim(model: model, path: $0.path, span: $0.origin) } + kept }

    fileprivate mutating func keep(_ name: String, in folder: ConfiguredPath) {
        kept.append(OutputClaim(model: model, path: "\(folder.path)/\(name)", span: folder.span))
    }

    fileprivate mutating func add(in folder: ConfiguredPath, _ make: () throws(ShellError) -> [OutputFile]) {
        generated += attempt(make)?.map { .init(path: "\(folder.path)/\($0.name)", text: $0.text, origin: folder.span) } ?? []
    }

    /// Adds the scripts for a tool of others.
    fileprivate mutating func add(_ output: RunnerOutput, _ checked: CheckedModel, source: String, on target: StorageTarget) {
        let mark = GenerationMark(model: checked.model.name.text, source: source)
        let scripts = RunnerScripts(
            of: checked.history, model: checked.model.name.text, for: output.runner, on: target,
            head: mark.placeholder)
        findings += scripts.findings
        generated += scripts.files.map { .init(path: "\(output.folder.path)/\($0.name)", text: mark.sealed($0.text), origin: output.folder.span) }
    }

    fileprivate mutating func begin(in folder: ConfiguredPath, _ make: () throws(ShellError) -> [OutputFile]) {
        begun += attempt(make)?.map { .init(path: "\(folder.path)/\($0.name)", text: $0.text, origin: folder.span) } ?? []
    }

    fileprivate mutating func add(at file: ConfiguredPath, _ make: (_ name: String) throws(ShellError) -> OutputFile) {
        let made = attempt { () throws(ShellError) in try make(URL(filePath: file.path).lastPathComponent) }
        generated += [made].compactMap(\.self).map { .init(path: file.path, text: $0.text, origin: file.span) }
    }

    fileprivate mutating func add(_ rule: FileRule, _ template: TemplateSource, _ generator: FileGenerator, access: AccessLevel) {
        func name(_ path: String) -> String { URL(filePath: path).lastPathComponent }
        guard rule.isOfEntities else {
            return add(at: rule.output) { name throws(ShellError) in try generator.page(of: template, named: name, access: access)
            }
        }
        let made = attempt { () throws(ShellError) in
            try generator.pages(of: template, access: access) { name(rule.path(forEntity: $0)) }
        }
        generated += (made ?? []).map { .init(path: rule.path(forEntity: $0.entity), text: $0.text, origin: rule.output.span) }
    }

    /// The output; nil if its template cannot be rendered, which is reported.
    private mutating func attempt<Result>(_ make: () throws(ShellError) -> Result) -> Result? {
        do throws(ShellError) {
            return try make()
        } catch {
            findings += error.findings.filter { !findings.contains($0) }
            return nil
        }
    }
}
