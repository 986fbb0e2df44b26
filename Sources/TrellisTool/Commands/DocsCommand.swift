import ArgumentParser
import Foundation
import ModelPages
import ProjectFiles
import SQLiteStorage

struct DocsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Write pages that describe a model",
        discussion: """
            The pages have entities with their attributes, relationships and fetches, enums, composites, the SQL of tables, the versions \
            with their changes, and a diagram. HTML needs no network and is readable without scripts. The diagram is laid out by \
            Graphviz's program 'dot'; without it the page says how to get one. Markdown has its diagram in Mermaid.

            A folder of pages keeps other files. Pages of removed entities stay there until you remove them.

            Examples:
              trellis docs Orders.yaml --output site                    a folder of pages
              trellis docs Orders.yaml --single orders.html             one page
              trellis docs Orders.yaml --format markdown --output docs  for a repository
            """)

    @OptionGroup var selection: ModelSelection

    @Option(name: [.long, .customShort("o")], help: "The folder for the pages.", completion: .directory)
    var output: String?

    @Option(help: "The file for one page with everything.", completion: .file())
    var single: String?

    @Option(help: "The output format: html or markdown.")
    var format = Format.html

    @OptionGroup var options: OutputOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case html, markdown
    }

    func validate() throws {
        guard (output == nil) != (single == nil) else { throw ValidationError("Name a folder with --output, or a file with --single.") }
    }

    func run() throws {
        try options.run("docs") { console in
            let models = try ModelLoader.load(selection, console)
            try models.stopOnErrors(console)
            let entry = try models.onlyEntry()
            let (model, schema) = (entry.checked.model, entry.checked.schema)
            console.progress("\(model.name.text): planning its fetches")
            let document = Document(of: model, schema, entry.checked.history, plans: SchemaVerifier.plans(of: model, schema))
            let diagram = Diagram(of: model, detail: Diagram.detail(forEntities: model.entities.count))
            var outputs: [Site.File]
            switch format {
            case .html:
                console.progress("\(model.name.text): drawing its diagram")
                let layout = model.entities.isEmpty ? nil : try Graphviz.layoutIfInstalled(diagram)
                if layout == nil, !model.entities.isEmpty { console.hint("\(Graphviz.advice), and run this again: the pages have no diagram") }
                var neighbourhoods: [String: (Diagram, DiagramLayout)] = [:]
                if layout != nil, output != nil {
                    console.progress("\(model.name.text): drawing the neighbours of its entities")
                    let parts = Diagram(of: model, detail: .keys, isGrouped: false).neighbourhoods
                    for (part, layout) in zip(parts, Graphviz.layouts(parts.map(\.diagram)) ?? []) { neighbourhoods[part.entity] = (part.diagram, layout) }
                }
                let site = Site(document, diagram: layout.map { (diagram, $0) }, neighbourhoods: neighbourhoods)
                outputs = single.map { [.init(path: $0, text: site.singlePage)] } ?? site.files
            case .markdown:
                let pages = MarkdownPages(document, diagram: diagram)
                outputs = single.map { [.init(path: $0, text: pages.singlePage)] } ?? pages.files
            }
            if let output { outputs = outputs.map { .init(path: "\(output)/\($0.path)", text: $0.text) } }
            try InputProtection.check(outputs.map(\.path), against: entry.inputs.map(\.path))
            let summary = try FileWriter.write(outputs.map { .init(path: $0.path, text: $0.text) }) { path in console.detail("\(path): written") }
            console.say("\(model.name.text): \(summary)")
        }
    }
}
