import Foundation
import TestSupport
import Testing

/// Mapping models that people ship, imported with their bundles.
@Suite(.enabled(if: MappingCorpus.all.isEmpty == false, "TRELLIS_CORPUS names no folder with mapping models"))
struct CorpusMappingTests {
    @Test(arguments: MappingCorpus.all)
    func `each mapping model decides about its step, and the history holds together`(corpus: MappingCorpus) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.file("Shipped.xcdatamodeld"), withDestinationPath: corpus.bundle)
        for file in corpus.mappings {
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            try folder.write(String(contentsOfFile: file, encoding: .utf8), to: "Maps/\(name).xcmappingmodel/xcmapping.xml")
        }
        // They name the bundle that they were made for, and this one has another name.
        let named = corpus.mappings.flatMap { ["--mapping", "Maps/\(URL(filePath: $0).deletingPathExtension().lastPathComponent).xcmappingmodel"] }
        let arguments = ["import", "coredata", "Shipped.xcdatamodeld", "--output", "Schemas/Shop", "--order", corpus.order] + named
        var (answers, output) = ([String](), "")
        var process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        output += process.output
        while process.exitCode == 1, let answer = try answer(in: folder), !answers.contains(answer) {
            answers.append(answer)
            process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            output += process.output
        }
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        for reason in ["fits no step", "cannot be read", "step refuses", "does not have:"] { #expect(!output.contains(reason), "\(output)") }
        let check = try ChildProcess.run(Project.trellis, ["migrate", "status", "Schemas/Shop/Shop.yaml"], in: folder.path)
        #expect(check.exitCode == 0, "\(check.errors)")
        let versions = try String(contentsOfFile: corpus.order, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init)
        for file in corpus.mappings { try expectDecisions(of: PlainMapping(file), versions, corpus, in: folder, output) }
    }

    /// What the XML says, read with regular expressions, is in the decisions of the step or in the list of what is left out.
    private func expectDecisions(of mapping: PlainMapping, _ versions: [String], _ corpus: MappingCorpus, in folder: TemporaryFolder, _ output: String) throws {
        let index = try #require(versions.firstIndex(of: mapping.destination))
        #expect(index > 0 && versions[index - 1] == mapping.source)
        let decisions = try String(contentsOfFile: folder.file("Schemas/Shop/versions/\(index + 1).migration.yaml"), encoding: .utf8)
        let model = try String(contentsOfFile: "\(corpus.bundle)/\(mapping.source).xcdatamodel/contents", encoding: .utf8)
        let names = Set(model.matches(of: /<(?:attribute|relationship) name="([^"]*)"/).map { String($0.output.1) })
        for entity in mapping.entities {
            if let source = entity.source, source != entity.destination { #expect(decisions.contains("  \(source): \(entity.destination)\n")) }
            if let policy = entity.policy { #expect(output.contains(": \(entity.destination): \(policy)\n"), "\(output)") }
            for (name, archive) in entity.expressions {
                // The archive has the name of the source as an object, after its length.
                let sources = names.filter { archive.range(of: Self.object($0)) != nil }
                let line = decisions.split(separator: "\n").first { line in
                    sources.isEmpty ? line.contains(".\(name): \"CASE") : sources.contains { source in
                        line.hasSuffix(".\(source): \(name)") || line.contains(".\(name): \"") && line.contains(source)
                    }
                }
                #expect(line != nil, "\(entity.destination).\(name) of \(sources) in\n\(decisions)")
            }
        }
    }

    /// A text of a binary property list.
    private static func object(_ text: String) -> Data {
        let count = UInt8(text.utf8.count)
        return Data(count < 15 ? [0x50 | count] : [0x5f, 0x10, count]) + Data(text.utf8)
    }

    /// Completes the newest file of decisions.
    /// - Returns: its text; nil if no answer is open.
    private func answer(in folder: TemporaryFolder) throws -> String? {
        let path = folder.file("Schemas/Shop/versions")
        let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".migration.yaml") }
        guard let file = files.max(by: { $0.localizedStandardCompare($1) == .orderedAscending }) else { return nil }
        let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
        let answered = text.replacing(": …\n", with: ": Tested.\n").replacing("…", with: "''")
        try folder.write(answered, to: "Schemas/Shop/versions/\(file)")
        return file + answered
    }
}

/// A bundle with mapping models in a folder `mappings` beside it.
struct MappingCorpus: Sendable, CustomTestStringConvertible {
    var bundle: String
    var order: String
    var mappings: [String]

    var testDescription: String { URL(filePath: bundle).lastPathComponent }

    static let all: [MappingCorpus] = {
        let bundles = Set(CorpusFolder.all.map { URL(filePath: $0.file).deletingLastPathComponent().deletingLastPathComponent().path })
        return bundles.sorted().compactMap { bundle in
            let folder = URL(filePath: bundle).deletingLastPathComponent().path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/mappings")) ?? []
            let mappings = names.filter { $0.hasSuffix(".xml") }.sorted().map { "\(folder)/mappings/\($0)" }
            return mappings.isEmpty ? nil : MappingCorpus(bundle: bundle, order: "\(folder)/versions.txt", mappings: mappings)
        }
    }()
}

/// A mapping model as regular expressions find it in the file's text.
private struct PlainMapping {
    struct Entity {
        var source: String?
        var destination: String
        var policy: String?
        var expressions: [(name: String, archive: Data)]
    }

    let source: String
    let destination: String
    private(set) var entities: [Entity] = []

    init(_ file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let objects = Dictionary(uniqueKeysWithValues: text.matches(of: /(?s)<object type="\w+" id="(z\d+)">(.*?)<\/object>/).map { (String($0.output.1), String($0.output.2)) })
        func version(_ path: String?) throws -> String { String(try #require(path?.split(separator: "/").last)).replacing(".xcdatamodel", with: "") }
        let model = try #require(objects.values.first { $0.contains("\"sourcemodelpath\"") })
        source = try version(Self.attribute("sourcemodelpath", of: model))
        destination = try version(Self.attribute("destinationmodelpath", of: model))
        for body in objects.values {
            guard let destination = Self.attribute("destinationname", of: body) else { continue }
            let ids = body.matches(of: /idrefs="([^"]*)"/).flatMap { $0.output.1.split(separator: " ").map(String.init) }
            let properties = ids.compactMap { objects[$0] }.filter { $0.contains("\"valueexpressiondata\"") }
            entities.append(
                Entity(
                    source: Self.attribute("sourcename", of: body), destination: destination, policy: Self.attribute("migrationpolicyclassname", of: body),
                    expressions: try properties.map { property in
                        let base64 = try #require(Self.attribute("valueexpressiondata", of: property))
                        return (
                            try #require(Self.attribute("name", of: property)),
                            try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
                        )
                    }))
        }
    }

    private static func attribute(_ name: String, of body: String) -> String? {
        let pattern = try? Regex("(?s)<attribute name=\"\(name)\" type=\"\\w+\">([^<]*)</attribute>")
        let text = pattern.flatMap { body.firstMatch(of: $0)?.output[1].substring }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        return text?.isEmpty == false ? text : nil
    }
}
