import CoreDataHistory
import Foundation
import ProjectFiles
import StoreImport

/// The mapping models of a bundle: those that the user named, and those in the folders around it.
enum MappingFiles {
    /// - Parameters:
    ///   - named: the paths that the user gave.
    ///   - bundle: the bundle's path.
    ///   - versions: how many versions are imported. One has no step.
    /// - Throws: ``CouldNotRun`` for a file that the user named and that cannot be read.
    static func read(_ named: [String], near bundle: String, versions: Int) throws(CouldNotRun) -> [CoreDataMapping] {
        var (mappings, known) = ([CoreDataMapping](), Set<String>())
        for path in named {
            let file = try file(at: path)
            guard known.insert(canonical(file)).inserted else { continue }
            mappings.append(CoreDataMapping(file: file, contents: Data(try InputFile(reading: file).bytes), near: nil))
        }
        let bundle = CoreDataBundle.plainPath(bundle)
        let name = URL(filePath: bundle).deletingPathExtension().lastPathComponent.replacing(".xcdatamodeld", with: "")
        for path in versions > 1 ? found(near: bundle) : [] {
            let file = "\(path)/\(fileName)"
            guard known.insert(canonical(file)).inserted, let input = try? InputFile(reading: file) else { continue }
            mappings.append(CoreDataMapping(file: file, contents: Data(input.bytes), near: name))
        }
        return mappings
    }

    private static let fileName = "xcmapping.xml"

    private static func canonical(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

    private static func file(at path: String) throws(CouldNotRun) -> String {
        let path = CoreDataBundle.plainPath(path)
        if path.hasSuffix(CoreDataMapping.suffix) { return "\(path)/\(fileName)" }
        guard path.hasSuffix(".xml") else { throw CouldNotRun("'\(path)' is no .xcmappingmodel folder, and no XML file of one") }
        return path
    }

    /// The mapping models in the bundle's folder, and in the folders there.
    private static func found(near bundle: String) -> [String] {
        let folder = TargetFiles.folder(of: bundle)
        // Of a project only the model's surroundings are read: 'folder' is often its root.
        var paths = [String]()
        for name in names(in: folder) {
            let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if name.hasSuffix(CoreDataMapping.suffix) {
                paths.append(path)
            } else if !name.hasPrefix(".") {
                paths += names(in: path).filter { $0.hasSuffix(CoreDataMapping.suffix) }.map { "\(path)/\($0)" }
            }
        }
        return paths
    }

    private static func names(in folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
}
