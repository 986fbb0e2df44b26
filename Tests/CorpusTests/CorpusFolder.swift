import Foundation
import Testing

/// A version of a model in the corpus.
struct CorpusVersion: Sendable, CustomTestStringConvertible {
    /// The folder of the model's history, such as `bookplayer`.
    var history: String
    var version: String
    /// The `contents` of its `.xcdatamodel`.
    var file: String

    var testDescription: String { "\(history), \(version)" }
}

/// The folder of real models that `TRELLIS_CORPUS` names: a folder with a `versions.txt` is a history, and may stand in another.
enum CorpusFolder {
    static let path = ProcessInfo.processInfo.environment["TRELLIS_CORPUS"].flatMap { $0.isEmpty ? nil : $0 }

    /// Every version of every model.
    static let all: [CorpusVersion] = histories.flatMap { history in
        lines(of: "\(history.folder)/versions.txt").map { history.version($0) }
    }

    /// Of every model the version that its authors use.
    static let latest: [CorpusVersion] = histories.compactMap { history in
        history.current.map { history.version($0) }
    }

    private struct History {
        var name: String
        var folder: String
        /// The folder of the versions.
        var bundle: String

        /// What the bundle says, and else the newest. Xcode's bundles say the suffix, some of them twice.
        var current: String? {
            let list = try? Data(contentsOf: URL(filePath: "\(bundle)/.xccurrentversion"))
            let said = list.flatMap { try? PropertyListDecoder().decode(CurrentVersion.self, from: $0).name }
            return said.map { $0.replacing(".xcdatamodel", with: "") } ?? lines(of: "\(folder)/versions.txt").last
        }

        func version(_ name: String) -> CorpusVersion {
            CorpusVersion(history: self.name, version: name, file: "\(bundle)/\(name).xcdatamodel/contents")
        }
    }

    private struct CurrentVersion: Decodable {
        var name: String

        enum CodingKeys: String, CodingKey {
            case name = "_XCCurrentVersionName"
        }
    }

    private static let histories: [History] = {
        guard let path else { return [] }
        let folders = names(in: path).flatMap { name in ["\(path)/\(name)"] + names(in: "\(path)/\(name)").map { "\(path)/\(name)/\($0)" } }
        return folders.compactMap { folder in
            guard names(in: folder).contains("versions.txt"),
                let bundle = names(in: folder).first(where: { $0.hasSuffix(".xcdatamodeld") })
            else { return nil }
            return History(name: String(folder.split(separator: "/").last ?? ""), folder: folder, bundle: "\(folder)/\(bundle)")
        }
    }()

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func lines(of file: String) -> [String] {
        ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline).map(String.init)
    }
}
