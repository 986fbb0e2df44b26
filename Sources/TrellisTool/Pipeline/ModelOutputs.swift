import Diagnostics
import Foundation
import SwiftGeneration
import Templates

/// What is to be written of one model, and where.
struct OutputRequest {
    /// The folder that gets the Swift files; nil for none.
    var swiftFolder: String?
    /// The file that gets the schema; nil for none.
    var sqlFile: String?
    var access: AccessLevel
    var snapshots: Bool
    var mode = OutputMode.committed

    /// What the configuration asks for.
    init(_ configuration: ModelConfiguration) {
        swiftFolder = configuration.swiftFolder
        sqlFile = configuration.sqlFile
        access = configuration.access
        snapshots = configuration.snapshots
    }

    /// The files with their texts, in memory.
    /// - Throws: ``ShellError`` for a shell that cannot be rendered.
    func files(of entry: Run.Entry) throws(ShellError) -> [FileWriter.Output] {
        let checked = entry.checked
        // A draft is not among them: its plan can still become another one.
        let plans = checked.schema.identity.isDraft ? [] : checked.history.plans()
        let generator = FileGenerator(model: checked.model, schema: checked.schema, source: entry.file.name, migrations: plans)
        var outputs = [FileWriter.Output]()
        if let swiftFolder {
            for file in try generator.swiftFiles(mode, access: access, snapshots: snapshots) {
                outputs.append(.init(path: "\(swiftFolder)/\(file.name)", text: file.text))
            }
        }
        if let sqlFile {
            let file = try generator.sqlFile(named: URL(filePath: sqlFile).lastPathComponent)
            outputs.append(.init(path: sqlFile, text: file.text))
        }
        return outputs
    }
}
