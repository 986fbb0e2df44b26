/// The output for a new package: the written files, the remaining work, and how to run it.
struct StarterReport {
    private let starter: Starter
    private let plan: StarterPlan
    /// The package's folder, as the user wrote it.
    private let folder: String

    init(_ starter: Starter, _ plan: StarterPlan, folder: String) {
        self.starter = starter
        self.plan = plan
        self.folder = folder
    }

    var text: String {
        var blocks = [written]
        // As they stand in the file: YAML takes no other indentation.
        blocks += plan.additions.map { "Add to \($0.file), in \($0.place):\n\n\($0.lines)" }
        if plan.kept.contains(starter.modelFile) {
            if starter.style == .committed { blocks.append("Then 'trellis generate' writes the classes.") }
        } else {
            let isNew = plan.additions.isEmpty
            let place = folder.contains(where: \.isWhitespace) ? "'\(folder)'" : folder
            let steps = (folder == "." ? [] : ["  cd \(place)"]) + [isNew ? "  swift run" : "  swift run \(starter.module)"]
            blocks.append(([isNew ? "Build and run it:" : "Then build and run it:"] + steps).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }

    private var written: String {
        let generated = plan.files.filter { $0.path.hasPrefix("\(starter.generatedFolder)/") }
        var lines = plan.files.map(\.path).filter { !$0.hasPrefix("\(starter.generatedFolder)/") }.map { "  \($0)" }
        if !generated.isEmpty { lines.append("  \(starter.generatedFolder): \(generated.count) files") }
        let count = plan.files.count
        let amount = count == 0 ? "nothing to write" : count == 1 ? "1 file written" : "\(count) files written"
        let kept = plan.kept.isEmpty ? [] : ["unchanged: \(plan.kept.joined(separator: ", "))"]
        return (["\(starter.model): \(amount)"] + lines + kept).joined(separator: "\n")
    }
}
