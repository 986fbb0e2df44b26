import ProjectFiles

/// Keeps commands from writing over the files that they read.
enum InputProtection {
    /// - Throws: ``CouldNotRun`` if an output is one of the inputs, also by another path.
    static func check(_ outputs: [String], against inputs: some Sequence<String>) throws(CouldNotRun) {
        let inputs = Set(inputs.map(OutputClaim.place))
        for output in outputs where inputs.contains(OutputClaim.place(output)) {
            throw CouldNotRun("'\(output)' is an input, so nothing is written over it")
        }
    }

    /// - Throws: ``CouldNotRun`` if a report is one of the outputs, also by another path.
    static func check(reports: [String], againstOutputs outputs: some Sequence<String>) throws(CouldNotRun) {
        let outputs = Set(outputs.map(OutputClaim.place))
        for report in reports where outputs.contains(OutputClaim.place(report)) {
            throw CouldNotRun("'\(report)' is generated, so no report is written over it")
        }
    }
}
