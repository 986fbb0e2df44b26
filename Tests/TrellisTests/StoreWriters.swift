import Foundation
import TestSupport
import Testing

/// Processes that write to one store at the same time.
enum StoreWriters {
    /// Runs `StoreWriter` once for each list of arguments, all at once, and waits for their reports.
    static func run<Report: Decodable>(_ arguments: [[String]], reporting: Report.Type) throws -> [Report] {
        let running = try arguments.map { arguments in
            let process = Process()
            process.executableURL = URL(filePath: "\(Project.products)/StoreWriter")
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            return (process, pipe)
        }
        return try running.map { process, pipe in
            // A pipe holds little: the first one is read to its end while the others may wait to write.
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try JSONDecoder().decode(Report.self, from: output)
        }
    }
}
