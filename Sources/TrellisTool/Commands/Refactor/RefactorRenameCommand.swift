import ArgumentParser
import Diagnostics
import Foundation
import LanguageServer
import Predicates
import ProjectFiles

struct RefactorRenameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a part of a model in all its files",
        discussion: """
            Renames an entity, a property, a fetch, a parameter, an enum, a case, a composite or a part of one. Writes the rename into \
            the decisions of the next version too, so that stores keep their rows, and into the suppressions of trellis.yaml. Prints the \
            difference. Writes nothing unless the model is valid and each name means the same afterwards.

            Examples:
              trellis refactor rename Orders.yaml Order.info note         a property
              trellis refactor rename Orders.yaml Customer Client         an entity
              trellis refactor rename Orders.yaml Channel.fax phone       a case of an enum
              trellis refactor rename Orders.yaml Order.info note --dry-run
                                                                          prints the difference and writes nothing
            """)

    @Argument(help: "A model file.", completion: Completions.models)
    var model: String

    @Argument(help: .init("The part to rename, for example 'Order' or 'Order.customer'.", valueName: "part"))
    var part: String

    @Argument(help: .init("Its new name, without the name of its owner.", valueName: "name"))
    var name: String

    @Option(help: .init("The kind of the part, if several have its name: \(kinds.joined(separator: ", ")).", valueName: "kind"), completion: .list(kinds))
    var kind: String?

    @Flag(help: "Print the difference and write nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    private static let kinds = ["entity", "property", "fetch", "parameter", "enum", "case", "composite", "part"]

    func validate() throws {
        if let kind, !Self.kinds.contains(kind) { throw ValidationError("--kind must be one of \(Self.kinds.joined(separator: ", ")).") }
        if name.contains(".") { throw ValidationError("The new name has no owner: write '\(name.split(separator: ".").last ?? "")'.") }
    }

    func run() throws {
        try output.run("refactor rename", run)
    }

    private func run(_ console: Console) throws {
        // The findings of an invalid model are the answer.
        let models = try ModelLoader.load(ModelSelection(model, config: nil), console)
        try models.stopOnErrors(console)
        let path = CanonicalPath.of(model)
        var workspace = Workspace(DiskFiles(), today: { console.today })
        guard let project = workspace.project(of: path, .model), project.root == path else {
            throw CouldNotRun("'\(model)' is no model's own file")
        }
        let symbol = try symbol(in: project, workspace)
        let edits: FileEdits
        do {
            edits = try workspace.edits(renaming: symbol, in: project, to: name)
        } catch {
            throw CouldNotRun("\(error)")
        }
        let change = FileChange(edits, read: { workspace.document(at: $0) })
        console.printLines(change.differenceLines)
        guard !dryRun else { return }
        try change.write()
        console.say("\(symbol.path): renamed to '\(name)' in \(change.count) \(change.count == 1 ? "file" : "files")")
    }

    private func symbol(in project: Project, _ workspace: Workspace) throws(CouldNotRun) -> ModelSymbol {
        let found = workspace.symbols(named: part, in: project)
        let chosen = kind.map { kind in found.filter { $0.kind == kind } } ?? found
        if chosen.count == 1 { return chosen[0] }
        guard chosen.isEmpty else {
            throw CouldNotRun("'\(part)' names \(chosen.map(\.kind).joined(separator: " and ")): choose one with --kind")
        }
        let names = project.index.occurrences.keys.map(\.path).sorted()
        let nearest = Spelling.nearest(to: part, in: names).map { "; did you mean '\($0)'?" } ?? ""
        throw CouldNotRun("the model has no \(kind ?? "part") '\(part)'\(nearest)")
    }
}
