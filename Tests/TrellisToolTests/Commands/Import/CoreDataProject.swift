import Foundation
import TestSupport
import Testing

/// A folder with a bundle `Shop.xcdatamodeld`, and what is imported from it.
struct CoreDataProject {
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - versions: names, and the elements of the models.
    ///   - current: the version that the bundle says is the current one.
    init(_ versions: [(name: String, xml: String)], current: String? = nil) throws {
        folder = try TemporaryFolder()
        for version in versions { try write(version.xml, version: version.name) }
        if let current {
            try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string></dict></plist>
                """, to: "Shop.xcdatamodeld/.xccurrentversion")
        }
    }

    func write(_ xml: String, version: String) throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n\(xml)\n</model>\n"
        try folder.write(text, to: "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
    }

    @discardableResult
    func trellis(_ arguments: String...) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }

    func imported(_ options: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["import", "coredata", "Shop.xcdatamodeld", "--output", "Schemas/Shop"] + options, in: folder.path)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    /// The paths of all files below `Schemas/Shop` with their bytes.
    var files: [String: Data] {
        let paths = FileManager.default.enumerator(atPath: folder.file("Schemas/Shop"))?.compactMap { $0 as? String } ?? []
        return Dictionary(uniqueKeysWithValues: paths.compactMap { path in
            FileManager.default.contents(atPath: folder.file("Schemas/Shop/\(path)")).map { (path, $0) }
        })
    }
}
