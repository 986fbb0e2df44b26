import ArgumentParser
import Foundation
import ProjectFiles

/// The models of a command: the named one, or those of the configuration.
struct ModelSelection: ParsableArguments {
    @Argument(help: "A model file. (default: the models of trellis.yaml)", completion: Completions.models)
    var model: String?

    @Option(
        help: "The configuration. (default: trellis.yaml)", completion: Completions.models)
    var config: String?

    /// The path of the named model, or of the only one of the configuration in this folder.
    ///
    /// - Throws: ``CouldNotRun`` if there is not exactly one.
    static func onlyModel(_ named: String?) throws(CouldNotRun) -> String {
        if let named { return named }
        guard FileManager.default.fileExists(atPath: ConfigurationReader.fileName) else {
            throw CouldNotRun("no '\(ConfigurationReader.fileName)' exists here: name the model's file with --model")
        }
        let models = ConfigurationReader.read(try InputFile(reading: ConfigurationReader.fileName)).configuration?.models ?? []
        guard models.count == 1 else {
            throw CouldNotRun("name one of the models with --model: \(models.map { "'\($0.path)'" }.joined(separator: ", "))")
        }
        return models[0].path
    }
}

extension ModelSelection {
    /// A selection of another command line.
    init(_ model: String?, config: String?) {
        self.init()
        self.model = model
        self.config = config
    }
}
