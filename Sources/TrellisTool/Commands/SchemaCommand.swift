import ArgumentParser
import ProjectFiles

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print a JSON Schema of model files, for editors",
        discussion: """
            With YAML's language server, editors complete and check a model that begins with this line:
              # yaml-language-server: $schema=trellis.schema.json
            The path is relative to the model's folder.

            Example:
              trellis schema > trellis.schema.json
            """)

    func run() {
        Terminal.printResult(EditorSchema.text)
    }
}
