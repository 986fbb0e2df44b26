import FaultInjection
import Foundation

/// A process of its own in which SQLite's memory and files fail on command.
///
/// - `FaultRunner list` prints the scenarios' names.
/// - `FaultRunner run NAME memory|files once|always FROM COUNT SEED FOLDER` has calls of a scenario fail: from the number FROM on,
///   COUNT of them as SEED chooses, or each if COUNT is 0. It prints `at N` before each try, `failed N: REASON` for what goes wrong,
///   and in the end `done CALLS TRIES`. If it ends otherwise, it has crashed in the last try.
/// - `FaultRunner trace WORK FOLDER` does a long piece of work in a folder, and writes a trace of what it did to files.
@main
struct FaultRunner {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard faults_install() == 0 else { exit(3) }
        do {
            switch arguments.first {
            case "list": Scenario.all.forEach { say($0.name) }
            case "run" where arguments.count == 8: try run(arguments)
            case "trace" where arguments.count == 3: try TracedWork.run(arguments[1], in: arguments[2])
            default: exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard let scenario = Scenario.all.first(where: { $0.name == arguments[1] }), let first = Int64(arguments[4]),
            let count = Int64(arguments[5]), let seed = UInt64(arguments[6])
        else { exit(2) }
        let kind = arguments[2] == "memory" ? FaultsInMemory : FaultsInFiles
        let run = try ScenarioRun(scenario, kind, isPersistent: arguments[3] == "always", in: arguments[7])
        let stride = count == 0 ? 1 : max(1, run.calls / count)
        var number = 1 + Int64(seed % UInt64(stride))
        var tries = 0
        while true {
            if number >= first {
                say("at \(number)")
                let (isHit, problem) = run.run(number)
                if let problem { say("failed \(number): \(problem.replacing("\n", with: " "))") }
                if !isHit { break }
                tries += 1
            }
            number += stride
        }
        say("done \(run.calls) \(tries)")
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
