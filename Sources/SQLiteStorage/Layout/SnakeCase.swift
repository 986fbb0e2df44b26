/// Names of models as names of tables and columns.
public enum SnakeCase {
    /// `OrderRow` as `order_row`, `imageURL` as `image_url`, `URLString` as `url_string`: a word begins at a capital that
    /// follows something else, and at the last of a run of capitals that goes on in small letters.
    public static func convert(_ name: String) -> String {
        // Bytes, because the names of a model are ASCII.
        let bytes = Array(name.utf8)
        let underscore = UInt8(ascii: "_")
        var result = [UInt8]()
        for (index, byte) in bytes.enumerated() {
            if byte.isUpper, index > 0 {
                let previous = bytes[index - 1]
                let next = index + 1 < bytes.count ? bytes[index + 1] : nil
                let endsRun = previous.isUpper && next?.isLower == true
                if previous != underscore, !previous.isUpper || endsRun { result.append(underscore) }
            }
            result.append(byte.isUpper ? byte | 0x20 : byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLower: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
