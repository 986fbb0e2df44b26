/// Names of models as names of tables and columns.
public enum SnakeCase {
    /// `OrderRow` as `order_row`, `imageURL` as `image_url`, `URLString` as `url_string`: a word begins at a capital that
    /// follows something else, and at the last of a run of capitals that goes on in small letters.
    public static func convert(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            if scalar.isUpper, index > 0 {
                let previous = scalars[index - 1]
                let next = index + 1 < scalars.count ? scalars[index + 1] : nil
                let endsRun = previous.isUpper && next?.isLower == true
                if previous != "_", !previous.isUpper || endsRun { result += "_" }
            }
            result += String(scalar).lowercased()
        }
        return result
    }
}

extension Unicode.Scalar {
    fileprivate var isUpper: Bool { ("A"..."Z").contains(self) }
    fileprivate var isLower: Bool { ("a"..."z").contains(self) }
}
