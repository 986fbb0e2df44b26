import ArgumentParser
import Diagnostics
import ModelPages
import ProjectFiles
import SchemaEvolution
import SchemaModel

struct DiagramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draw the entities of a model, or the changes between two versions",
        discussion: """
            Draws entities as boxes, and each pair of inverse relationships as one line. SVG is laid out by Graphviz's program 'dot', \
            which must be installed. DOT and Mermaid are texts for other tools. Two versions are drawn over each other: added parts \
            are green, removed ones red and changed ones yellow. A version is a model's file, a file of a git revision as \
            'REVISION:FILE', or the number of a frozen version.

            Examples:
              trellis diagram Orders.yaml --output orders.svg
              trellis diagram Orders.yaml --around Order --steps 2 --output order.svg
              trellis diagram Orders.yaml --detail names --format mermaid
              trellis diagram HEAD:Orders.yaml Orders.yaml --output changes.svg
              trellis diagram 1 2 --model Orders.yaml --output changes.svg
            """)

    @Argument(
        help: "The version to draw; with a second one, the old version. (default: the only model of trellis.yaml)",
        completion: Completions.models)
    var old: String?

    @Argument(help: "The new version.", completion: Completions.models)
    var new: String?

    @Option(help: "The output format: svg, dot or mermaid.")
    var format = Format.svg

    @Option(name: [.long, .customShort("o")], help: "The file to write. (default: standard output)", completion: .file())
    var output: String?

    @Option(help: "What boxes show: names, keys or all. (default: by the number of entities)")
    var detail: Detail?

    @Option(help: "Only this entity and those near it.", completion: Completions.entities)
    var around: String?

    @Option(help: "With --around, how many lines away entities can be: 1, 2 or 3.", completion: .list(["1", "2", "3"]))
    var steps = 1

    @Flag(help: "Do not put the entities of each included file in a group.")
    var noGroups = false

    @OptionGroup var versions: VersionOptions

    @OptionGroup var options: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case svg, dot, mermaid
    }

    enum Detail: String, ExpressibleByArgument, CaseIterable {
        case names, keys, all
    }

    func validate() throws {
        if !(1...3).contains(steps) { throw ValidationError("--steps is 1, 2 or 3.") }
        if steps != 1, around == nil { throw ValidationError("--steps needs an entity: add --around ENTITY.") }
        if versions.decisions != nil, new == nil { throw ValidationError("--decisions needs two versions.") }
    }

    func run() throws {
        try options.run("diagram") { console in
            var sources = VersionPair.Sources(console, model: versions.model, decisions: versions.decisions)
            let path = try old ?? ModelSelection.onlyModel(versions.model)
            guard let whole = try diagram(path, &sources) else { return try sources.printFindings() }
            try sources.printFindings()
            let text = try text(of: part(of: whole))
            guard let output else { return console.printResult(String(text.dropLast(text.hasSuffix("\n") ? 1 : 0))) }
            try InputProtection.check([output], against: sources.inputs)
            let summary = try FileWriter.write([.init(path: output, text: text)])
            console.say("\(output): \(summary.written > 0 ? "written" : "unchanged")")
        }
    }

    /// The diagram of one version or of two; nil for one with errors.
    private func diagram(_ path: String, _ sources: inout VersionPair.Sources) throws -> Diagram? {
        func detail(_ model: Model) -> Diagram.Detail {
            let count = around == nil ? model.entities.count : 1
            return self.detail.flatMap { Diagram.Detail(rawValue: $0.rawValue) } ?? Diagram.detail(forEntities: count)
        }
        guard let new else {
            return try sources.read(path).map { Diagram(of: $0, detail: detail($0), isGrouped: !noGroups) }
        }
        return try sources.pair(from: path, to: new).map { pair in
            Diagram(from: pair.old, to: pair.new, ModelDifference(pair.match), detail: detail(pair.new), isGrouped: !noGroups)
        }
    }

    private func part(of diagram: Diagram) throws(CouldNotRun) -> Diagram {
        guard let around else { return diagram }
        if let part = diagram.neighbourhood(of: around, steps: steps) { return part }
        let hint = Spelling.nearest(to: around, in: diagram.boxes.map(\.entity)).map { "; did you mean '\($0)'?" } ?? ""
        throw CouldNotRun("the model has no entity '\(around)'\(hint)")
    }

    private func text(of diagram: Diagram) throws(CouldNotRun) -> String {
        switch format {
        case .svg: DiagramPicture(diagram, try Graphviz.layout(diagram)).file
        case .dot: DotText(diagram, for: .picture).text
        case .mermaid: MermaidText(diagram).text
        }
    }
}
