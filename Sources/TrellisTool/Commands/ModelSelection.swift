import ArgumentParser
import Foundation

/// Which models a command works on: one that is named, or those of the configuration.
struct ModelSelection: ParsableArguments {
    @Argument(help: "A model's file; without it the models of trellis.yaml.", completion: Completions.models)
    var model: String?

    @Option(
        help: "The configuration; trellis.yaml in this folder unless told otherwise.", completion: Completions.models)
    var config: String?

    /// The path of a model that is named, or of the only one of the configuration in this folder.
    /// - Throws: ``CouldNotRun`` where there is not one.
    static func onlyModel(_ named: String?) throws(CouldNotRun) -> String {
        if let named { return named }
        guard FileManager.default.fileExists(atPath: ConfigurationReader.fileName) else {
            throw CouldNotRun("there is no '\(ConfigurationReader.fileName)' here: name the model's file with --model")
        }
        let models = ConfigurationReader.read(try InputFile(reading: ConfigurationReader.fileName)).configuration?.models ?? []
        guard models.count == 1 else {
            throw CouldNotRun("name one of the models with --model: \(models.map { "'\($0.path)'" }.joined(separator: ", "))")
        }
        return models[0].path
    }
}

extension ModelSelection {
    /// A selection that another command line has made.
    init(_ model: String?, config: String?) {
        self.init()
        self.model = model
        self.config = config
    }
}
