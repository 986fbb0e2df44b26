import Foundation
import SchemaModel

/// A test of a migration, which `migrate create --test` begins and the user continues.
enum MigrationTestText {
    /// - Parameters:
    ///   - version: the version that the migration leads to.
    ///   - path: the path of the test's file.
    ///   - folder: the folder of the frozen versions.
    ///   - module: the module of the model's classes.
    static func text(_ model: Model, version: Int, path: String, folder: String, module: String) -> String {
        let name = model.name.text
        let entity = model.entities.first { !$0.isAbstract }?.name.text ?? name
        let variable = entity.prefix(1).lowercased() + entity.dropFirst()
        return """
            import Foundation
            import \(module)
            import Testing
            import TrellisTesting

            /// Trellis began this file for version \(version) of \(name). It is yours.
            @Suite struct \(name)Version\(version)Tests {
                /// The folder of the frozen versions.
                private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(relative(folder, to: path))")

                @Test func `stores of older versions become version \(version)`() throws {
                    let versions = try ModelVersions(of: \(name).self, in: folder)
                    for version in versions.numbers where version < \(version) {
                        let store = try versions.store(ofVersion: version, rows: .init(count: 50))
                        try store.migrate(to: \(version))
                        #expect(try store.schemaDifferences() == [])
                        #expect(try store.damage() == [])
                        // The objects as version \(version) has them. Compare what your decisions say.
                        for \(variable) in try store.rows(of: "\(entity)") { #expect(\(variable).id > 0) }
                    }
                }
            }

            """
    }

    /// The path to a folder from the folder of a file.
    static func relative(_ folder: String, to file: String) -> String {
        let target = URL(filePath: folder).standardizedFileURL.pathComponents
        let start = URL(filePath: file).standardizedFileURL.deletingLastPathComponent().pathComponents
        let common = zip(target, start).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: start.count - common) + target[common...]).joined(separator: "/")
    }

    /// The module of classes in a folder: the target of SwiftPM, or the model's name.
    static func module(ofFolder folder: String?, model: String) -> String {
        let names = folder?.split(separator: "/").map(String.init) ?? []
        guard let place = names.lastIndex(of: "Sources"), names.indices.contains(place + 1) else { return model }
        return names[place + 1]
    }
}
