import Foundation
import ProjectFiles

/// The location of Trellis for a package.
enum TrellisSource: Equatable {
    /// A checkout, by its absolute path without symbolic links.
    case folder(String)
    case version(url: String, String)
    case branch(url: String, String)

    /// Reads `PATH` or `URL[@VERSION]`. A text that is not a version names a branch; the default is the branch `main`.
    ///
    /// - Throws: ``UnusableAnswer`` for a folder without Trellis, or an invalid address.
    init(_ text: String) throws(UnusableAnswer) {
        guard Self.isPlain(text), !text.isEmpty else { throw UnusableAnswer("'\(text)' cannot be written into a Package.swift") }
        guard Self.isAddress(text) else {
            let path = CanonicalPath.of(text)
            guard Self.isPlain(path) else { throw UnusableAnswer("'\(path)' cannot be written into a Package.swift") }
            guard let manifest = FileManager.default.contents(atPath: "\(path)/Package.swift") else {
                throw UnusableAnswer("the folder '\(text)' has no Package.swift: name the folder of a checkout of Trellis")
            }
            guard String(decoding: manifest, as: UTF8.self).contains("TrellisPlugin") else {
                throw UnusableAnswer("the package in the folder '\(text)' is not Trellis")
            }
            self = .folder(path)
            return
        }
        // An '@' before the path belongs to a user's name. The name of a branch may contain slashes.
        let scheme = text.range(of: "://")?.upperBound
        let path = text[(scheme ?? text.startIndex)...].firstIndex { $0 == "/" || scheme == nil && $0 == ":" } ?? text.startIndex
        guard let at = text[path...].lastIndex(of: "@") else {
            self = .branch(url: text, "main")
            return
        }
        let (url, version) = (String(text[..<at]), String(text[text.index(after: at)...]))
        if version.isEmpty { throw UnusableAnswer("'\(text)' has no version after its '@'") }
        self = version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil ? .version(url: url, version) : .branch(url: url, version)
    }

    /// Whether a Swift string can contain the text unescaped.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\"" && $0 != "\\" }
    }

    private static func isAddress(_ text: String) -> Bool {
        text.contains("://") || text.prefixMatch(of: /[^\/@]+@[^\/:]+:/) != nil
    }

    /// The package's name in the targets of a manifest.
    var packageName: String {
        switch self {
        case .folder: return "trellis"
        case .version(let url, _), .branch(let url, _):
            let last = url.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? url
            return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
        }
    }

    /// The package's identity for SwiftPM.
    var identity: String {
        switch self {
        case .folder(let path): path.split(separator: "/").last?.lowercased() ?? ""
        case .version, .branch: packageName.lowercased()
        }
    }

    /// The dependency in the manifest of a package.
    /// - Parameter folder: the package's folder, an absolute path without symbolic links.
    func dependency(ofPackageIn folder: String) -> String {
        switch self {
        case .folder(let path): ".package(name: \"trellis\", path: \"\(CanonicalPath.relative(path, to: folder))\")"
        case .version(let url, let version): ".package(url: \"\(url)\", from: \"\(version)\")"
        case .branch(let url, let branch): ".package(url: \"\(url)\", branch: \"\(branch)\")"
        }
    }
}

/// An answer or option of the user that cannot be used.
struct UnusableAnswer: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
