import Diagnostics

extension RunFindings {
    /// Reads a configuration, whose severities judge all findings from now on.
    ///
    /// - Returns: its models; none if it has errors, which are added.
    /// - Throws: ``CouldNotRun`` if it cannot be read.
    package mutating func readConfiguration(_ path: String) throws(CouldNotRun) -> [ModelConfiguration] {
        let file = try InputFile(reading: path)
        keep([file])
        let (configuration, findings) = ConfigurationReader.read(file)
        add(findings)
        setSeverities(configuration?.severities ?? [:])
        return configuration?.models ?? []
    }

    /// Adds the findings of a model, with its texts and suppressions.
    package mutating func add(_ model: LoadedModel) {
        keep(model.inputs)
        addRules(of: model.configuration, files: model.inputs)
        add(model.findings, ofModel: model.configuration.name)
    }
}
