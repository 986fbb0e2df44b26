import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints a JSON Schema of models' files, for editors.",
        discussion: """
            Editors with YAML's language server complete and check a model that begins with a line such as
              # yaml-language-server: $schema=trellis.schema.json
            where the path is seen from the model's folder.

            Example:
              trellis schema > trellis.schema.json
            """)

    func run() {
        Terminal.printResult(EditorSchema.text)
    }
}
