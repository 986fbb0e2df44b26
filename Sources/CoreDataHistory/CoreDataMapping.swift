import CoreDataImport
import Foundation

/// A mapping model of Core Data, as a file.
package struct CoreDataMapping: Sendable {
    /// The file, as messages show it.
    package let file: String
    /// The XML of the mapping model.
    package let contents: Data
    /// The name of the bundle that it was found near. nil if the user named it: an import does not go on without it then.
    package let bundle: String?

    package init(file: String, contents: Data, near bundle: String?) {
        (self.file, self.contents, self.bundle) = (file, contents, bundle)
    }

    package static let suffix = ".xcmappingmodel"
}

/// The mapping models of a bundle's steps.
struct StepMappings {
    /// A mapping model that was read, with its file.
    typealias Read = (file: CoreDataMapping, model: MappingModel)

    /// By the version that a step leads to.
    private var byVersion: [String: Read] = [:]
    /// Those that are no step's, or that cannot be read.
    private(set) var remarks: [Remark] = []

    /// - Parameters:
    ///   - versions: the names of the versions in their order.
    ///   - later: those of versions that are not imported.
    /// - Throws: ``HistoryImport/Failure`` if a file that the user named cannot be read.
    init(_ mappings: [CoreDataMapping], versions: [String], later: [String]) throws(HistoryImport.Failure) {
        for file in mappings {
            let model: MappingModel
            do { model = try MappingModel(contents: file.contents) } catch {
                if file.bundle == nil { throw .unreadable(file: file.file, error) }
                remarks.append(Remark(kind: .mappingFile, place: file.file, detail: error.message))
                continue
            }
            let names = (model.source.version, model.destination.version)
            if let reason = reason(against: (file, model), versions, later) {
                remarks.append(Remark(kind: .mappingStep, place: file.file, detail: "from '\(names.0)' to '\(names.1)': \(reason)"))
            } else if !later.contains(names.1) {
                byVersion[names.1] = (file, model)
            }
        }
    }

    /// Why a mapping model is no step's; nil if it is one's.
    private func reason(against mapping: Read, _ versions: [String], _ later: [String]) -> String? {
        // Bundles beside each other often have versions of the same names.
        if let bundle = mapping.file.bundle, let other = [mapping.model.source.bundle, mapping.model.destination.bundle].compactMap(\.self).first(where: { $0 != bundle }) {
            return "it is for the bundle '\(other)'"
        }
        let (source, destination) = (mapping.model.source.version, mapping.model.destination.version)
        let all = versions + later
        guard let from = all.firstIndex(of: source) else { return "the bundle has no version '\(source)'" }
        guard let to = all.firstIndex(of: destination) else { return "the bundle has no version '\(destination)'" }
        guard to == from + 1 else { return "these versions do not follow each other" }
        return byVersion[destination].map { "'\($0.file.file)' is for the same step" }
    }

    subscript(version: String) -> Read? { byVersion[version] }
}
