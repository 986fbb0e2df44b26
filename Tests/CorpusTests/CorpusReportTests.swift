import Foundation
import SchemaModel
import TestSupport
import Testing

@testable import CoreDataImport

/// What an import does not carry over, counted in the models that people ship, and compared with the table in the page.
@Suite(.enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusReportTests {
    @Test func `the page counts what an import changes or leaves out`() throws {
        var counts: [Remark.Kind: (all: Int, latest: Int)] = [:]
        let latest = Set(CorpusFolder.latest.map(\.file))
        for version in CorpusFolder.all {
            let source = try CoreDataModel(contents: Data(contentsOf: URL(filePath: version.file)))
            let translation = Translation(source, named: version.history) { ModelReader.read(Array($0.utf8), file: "model.yaml").findings }
            for remark in translation.remarks {
                counts[remark.kind, default: (0, 0)].all += 1
                if latest.contains(version.file) { counts[remark.kind, default: (0, 0)].latest += 1 }
            }
        }
        let rows = Remark.Kind.allCases.compactMap { kind in
            counts[kind].map { "| \(kind.rawValue) | \($0.all) | \($0.latest) |" }
        }
        let table = (["| changed or left out | all \(CorpusFolder.all.count) versions | the \(latest.count) current ones |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
        let page = try String(contentsOfFile: "\(Project.root)/Documentation/coming-from/core-data.md", encoding: .utf8)
        #expect(page.contains(table + "\n"), "the table is now:\n\(table)")
    }
}
