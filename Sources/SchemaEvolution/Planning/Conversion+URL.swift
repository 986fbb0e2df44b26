extension Conversion {
    /// Which texts are URLs, as SQL on their column: those that stay what they are when Foundation reads them.
    ///
    /// SQL cannot say all of its rules. What some platform may not read is refused, such as a colon in a path before a slash; a
    /// user's password and an address of IPv6 are, too.
    static func isURL(_ name: String) -> String {
        let rest = "substr(\(name), instr(\(name), '//') + 2)"
        let host = "substr(\(rest), 1, instr(replace(replace(\(rest), '?', '/'), '#', '/') || '/', '/') - 1)"
        let scheme = "substr(\(name), 1, instr(\(name), ':'))"
        return [
            // GLOB sees a text up to its first NUL.
            "\(name) <> '' AND instr(\(name), char(0)) = 0",
            "\(name) NOT GLOB '*[^-A-Za-z0-9._~:/?#@!$&''()*+,;=%]*'",
            "\(name) || '//' NOT GLOB '*%[^0-9A-Fa-f]*' AND \(name) || '//' NOT GLOB '*%?[^0-9A-Fa-f]*'",
            "\(name) NOT GLOB '*#*#*'",
            "\(scheme) NOT GLOB '[^A-Za-z]*' AND \(scheme) NOT GLOB '*[^-A-Za-z0-9+.:]*'",
            "\(name) NOT GLOB '*//*@*@*' AND (instr(\(name), '//') = 0 OR \(host) NOT GLOB '*:*[^0-9]*')"
        ].joined(separator: " AND ")
    }
}
