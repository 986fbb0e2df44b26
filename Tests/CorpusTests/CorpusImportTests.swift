import Foundation
import TestSupport
import Testing

/// Bundles that people ship, imported by the tool with their whole histories.
///
/// Losses are given up. A value that is asked for is the zero of the attribute's type, which the test reads in the bundle.
@Suite(
    "Imports of Core Data models that people ship",
    .enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusImportTests {
    @Test(arguments: Dictionary(grouping: CorpusFolder.all, by: \.history).values.sorted { $0[0].history < $1[0].history })
    func `a bundle becomes a history that the tool accepts`(versions: [CorpusVersion]) throws {
        // A history of 90 versions takes minutes in a debug build.
        let versions = TestScale.isLong ? versions : Array(versions.prefix(12))
        let folder = try TemporaryFolder()
        let bundle = URL(filePath: versions[0].file).deletingLastPathComponent().deletingLastPathComponent().path
        try folder.write((try orderedNames(bundle, versions)).joined(separator: "\n"), to: "order.txt")
        let arguments = [
            "import", "coredata", bundle, "--output", "Schemas/Imported", "--order", "order.txt", "--current", versions[versions.count - 1].version,
            "--accept-losses", "Tested.",
        ]
        var process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        var answered = [String]()
        while process.exitCode == 1, let file = try answer(folder, versions), answered.last != file {
            answered.append(file)
            process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        }
        let imported = process.output.matches(of: /(?m)^  version \d+ is|^  '.*' stores what/).count
        print("\(versions[0].history): \(imported) of \(versions.count) versions, \(answered.count) steps with values")
        // A step may ask for more than a value of an attribute: it stops there, with the question.
        #expect(process.exitCode == 0 || process.errors.contains(/error\[TR21\d\d\]/), "\(process.output)\(process.errors)")
        #expect(imported > versions.count / 4)
        let status = try ChildProcess.run(Project.trellis, ["migrate", "status", "Schemas/Imported/Imported.yaml"], in: folder.path)
        #expect(process.exitCode != 0 || status.exitCode == 0, "\(status.errors)")
        // Values are answers, which no bundle has.
        if process.exitCode == 0, answered.isEmpty { try expectSameHistory(afterExportIn: folder) }
    }

    /// The export of the history imports to the same versions, byte for byte.
    private func expectSameHistory(afterExportIn folder: TemporaryFolder) throws {
        let exported = try ChildProcess.run(
            Project.trellis, ["export", "coredata", "Schemas/Imported/Imported.yaml", "--output", "Imported.xcdatamodeld"], in: folder.path)
        #expect(exported.exitCode == 0, "\(exported.errors)")
        let again = try ChildProcess.run(
            Project.trellis, ["import", "coredata", "Imported.xcdatamodeld", "--output", "Again/Imported", "--accept-losses", "Tested."], in: folder.path)
        #expect(again.exitCode == 0, "\(again.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("Schemas/Imported/versions"))
        // Of the live model only the spelling may differ, such as the order of indexes: its version has it in canonical form.
        let different = names.filter { name in
            FileManager.default.contents(atPath: folder.file("Schemas/Imported/versions/\(name)"))
                != FileManager.default.contents(atPath: folder.file("Again/Imported/versions/\(name)"))
        }
        #expect(different == [])
    }

    /// The names of all versions of a bundle, those of the test first.
    private func orderedNames(_ bundle: String, _ versions: [CorpusVersion]) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: bundle).filter { $0.hasSuffix(".xcdatamodel") }
            .map { String($0.dropLast(".xcdatamodel".count)) }
        let known = versions.map(\.version)
        return known + names.filter { !known.contains($0) }.sorted()
    }

    /// Completes the newest file of decisions.
    /// - Returns: its name; nil if it asks for what this test has no answer to.
    private func answer(_ folder: TemporaryFolder, _ versions: [CorpusVersion]) throws -> String? {
        let path = folder.file("Schemas/Imported/versions")
        let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".migration.yaml") }
        guard let file = files.max(by: { $0.localizedStandardCompare($1) == .orderedAscending }) else { return nil }
        let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, line) in lines.enumerated() where line.contains("…") && !line.contains("#") {
            guard let place = line.firstMatch(of: /^  (\w+)\.(\w+):/), let zero = try zero(of: String(place.output.2), in: versions) else { return nil }
            lines[index] = line.replacing("…", with: zero)
        }
        try folder.write(lines.joined(separator: "\n"), to: "Schemas/Imported/versions/\(file)")
        return file
    }

    /// The zero of the type that an attribute has in some version.
    private func zero(of attribute: String, in versions: [CorpusVersion]) throws -> String? {
        for version in versions.reversed() {
            let text = try String(contentsOfFile: version.file, encoding: .utf8)
            guard let element = try text.firstMatch(of: Regex("<attribute name=\"\(attribute)\"[^>]*>")) else { continue }
            guard let type = text[element.range].firstMatch(of: /attributeType="([^"]*)"/)?.output.1 else { return nil }
            switch type {
            case "String": return "''"
            case "Double", "Float": return "0.0"
            case "Binary", "Transformable": return "X''"
            case "UUID": return "zeroblob(16)"
            case "Integer 16", "Integer 32", "Integer 64", "Boolean", "Date": return "0"
            default: return nil
            }
        }
        return nil
    }
}
