import Foundation

/// Writes mutants of a project's code into a copy of it, and prints them as lines of JSON.
///
///     MutantWriter PROJECT COPY NUMBERS-OR-- PATH…
///
/// A path is a folder below `Sources`; the numbers are those of mutants that do not compile, with commas between. Files of the copy that
/// are as they must be are not written, so that they are not compiled again.
@main
enum MutantWriter {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count >= 4 else {
            print("usage: MutantWriter PROJECT COPY NUMBERS-OR-- PATH…")
            exit(2)
        }
        let (project, copy, paths) = (URL(fileURLWithPath: words[0]), URL(fileURLWithPath: words[1]), words[3...])
        let list = MutantList(leftOut: Set(words[2].split(separator: ",").compactMap { Int($0) }))
        for path in try paths.flatMap({ try files(in: $0, below: project) }) {
            let text = try String(contentsOf: project.appendingPathComponent(path), encoding: .utf8)
            try write(Mutator.mutated(text, path: path, list), to: copy.appendingPathComponent(path))
        }
        for module in Set(paths.map { $0.split(separator: "/")[1] }) {
            try write(Switch.text(count: list.mutants.count), to: copy.appendingPathComponent("Sources/\(module)/MutantSwitch.swift"))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for mutant in list.mutants { print(String(decoding: try encoder.encode(mutant), as: UTF8.self)) }
    }

    private static func write(_ text: String, to url: URL) throws {
        if (try? String(contentsOf: url, encoding: .utf8)) != text { try text.write(to: url, atomically: true, encoding: .utf8) }
    }

    private static func files(in folder: String, below root: URL) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }
}

/// The code by which a program chooses a mutant, in each module that has some.
enum Switch {
    /// `TRELLIS_MUTANT` has the number of the one that is active. `TRELLIS_MUTANTS_REACHED` names a file with one byte for each mutant,
    /// which becomes 1 when the code is reached, in this program and in those that it starts.
    static func text(count: Int) -> String {
        """
        import Foundation

        private let active = ProcessInfo.processInfo.environment["TRELLIS_MUTANT"].flatMap { Int($0) } ?? -1

        private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
            guard let path = ProcessInfo.processInfo.environment["TRELLIS_MUTANTS_REACHED"] else { return nil }
            let file = open(path, O_RDWR | O_CREAT, 0o644)
            guard file >= 0, ftruncate(file, \(count)) == 0 else { return nil }
            let memory = mmap(nil, \(count), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
        }()

        @inline(never)
        func _mutant(_ number: Int) -> Bool {
            reached?[number] = 1
            return number == active
        }

        """
    }
}
