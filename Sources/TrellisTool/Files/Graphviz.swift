import Foundation
import ModelPages
import ProjectFiles

/// Runs the programs of Graphviz, which lay out diagrams.
enum Graphviz {
    /// The seconds after which a program is stopped.
    private static let patience = 120.0

    /// The result of a run.
    private enum Outcome<Value> {
        case done(Value)
        /// The program is not installed.
        case missing
        /// It ended with an error, or took too long.
        case failed(String)
    }

    /// How to get the programs.
    static let advice = "install Graphviz, for example with 'apt-get install graphviz' or 'brew install graphviz'"

    /// The layout of a diagram.
    /// - Throws: ``CouldNotRun``, with advice if Graphviz is not installed.
    static func layout(_ diagram: Diagram) throws(CouldNotRun) -> DiagramLayout {
        if let layout = try layoutIfInstalled(diagram) { return layout }
        throw CouldNotRun("a picture needs Graphviz, and there is no program '\(LayoutProgram(for: diagram).name)' on the PATH: \(advice)")
    }

    /// The layout of a diagram; nil without Graphviz.
    /// - Throws: ``CouldNotRun`` if Graphviz fails.
    static func layoutIfInstalled(_ diagram: Diagram) throws(CouldNotRun) -> DiagramLayout? {
        switch layout(diagram, by: LayoutProgram(for: diagram)) {
        case .done(let layout): return layout
        case .missing: return nil
        case .failed(let reason): throw CouldNotRun("Graphviz cannot lay out this diagram: \(reason)")
        }
    }

    private static func layout(_ diagram: Diagram, by program: LayoutProgram) -> Outcome<DiagramLayout> {
        let reason: String
        switch run(program.name, LayoutProgram.arguments, input: DotText(diagram, for: .layout(program)).text) {
        case .done(let output):
            if let layout = try? DiagramLayout(reading: output, of: diagram) { return .done(layout) }
            reason = "its output is not the expected JSON"
        case .missing: return .missing
        case .failed(let message): reason = message
        }
        return program.simpler.map { layout(diagram, by: $0) } ?? .failed(reason)
    }

    /// The layouts of many small diagrams, by one run of the program; nil without Graphviz, or if it fails for one of them.
    static func layouts(_ diagrams: [Diagram]) -> [DiagramLayout]? {
        for program in [LayoutProgram.ranks(hasPorts: true), .ranks(hasPorts: false)] {
            let text = diagrams.map { DotText($0, for: .layout(program)).text }.joined()
            guard case .done(let output) = run(program.name, LayoutProgram.arguments, input: text) else { continue }
            let layouts = zip(DiagramLayout.outputs(in: output), diagrams).compactMap { try? DiagramLayout(reading: $0, of: $1) }
            if layouts.count == diagrams.count { return layouts }
        }
        return nil
    }

    private static func run(_ program: String, _ arguments: [String], input: String) -> Outcome<Data> {
        // Through files: a program that reads all before it writes could wait for a full pipe.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let (graph, complaints) = (scratch.appending(path: "graph.dot"), scratch.appending(path: "errors.txt"))
        let process = Process()
        do {
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            try Data(input.utf8).write(to: graph)
            try Data().write(to: complaints)
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments + [graph.path]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: complaints)
            try process.run()
            let stop = DispatchWorkItem { process.terminate() }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: stop)
            let result = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            stop.cancel()
            if process.terminationReason == .exit, process.terminationStatus == 0 { return .done(result) }
        } catch {
            return .failed(error.localizedDescription)
        }
        if process.terminationReason == .exit {
            // The exit code of env for a program that it does not find.
            if process.terminationStatus == 127 { return .missing }
        } else if process.terminationStatus == SIGTERM {
            return .failed("'\(program)' took more than \(Int(patience)) seconds; show less with '--detail names' or '--around'")
        }
        let text = (try? Data(contentsOf: complaints)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let message = text.split(separator: "\n").first.map { " and '\($0)'" } ?? ""
        return .failed("'\(program)' ended with status \(process.terminationStatus)\(message)")
    }
}
