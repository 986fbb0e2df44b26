import Foundation

/// Addresses of files, as the protocol names them.
package enum FileURI {
    /// The path of a file's address; nil for an address of another kind.
    package static func path(of uri: String) -> String? {
        guard uri.lowercased().hasPrefix("file://") else { return nil }
        let rest = uri.dropFirst("file://".count)
        // A host may stand before the path.
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
        return String(path).removingPercentEncoding
    }

    package static func uri(of path: String) -> String {
        "file://" + (path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)
    }

    private static let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
}
