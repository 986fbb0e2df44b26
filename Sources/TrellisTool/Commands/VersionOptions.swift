import ArgumentParser

/// How versions of a model are named, where a command compares two.
struct VersionOptions: ParsableArguments {
    @Option(
        help: "The model of numbered versions. (default: the only model of trellis.yaml)",
        completion: Completions.models)
    var model: String?

    @Option(
        help: "The file with the decisions of a step between the versions. (default: those of numbered versions)",
        completion: Completions.models)
    var decisions: String?
}
