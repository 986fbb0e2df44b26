/// The rows that a transfer copied, counted and compared on both sides.
package struct TransferReport: Sendable {
    package struct Rows: Sendable, Hashable {
        /// An entity, or a relationship with a table of its own such as `Article.tags`.
        package let name: String
        package let count: Int
        /// Of the values, whatever the order of the rows.
        package let checksum: UInt64

        package init(name: String, count: Int, checksum: UInt64) {
            (self.name, self.count, self.checksum) = (name, count, checksum)
        }

        package var hexadecimal: String {
            let digits = String(checksum, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    package let entities: [Rows]
    package let connections: [Rows]
    /// Keys that lead to no row, by their relationships: they are left out.
    package let strays: [(place: String, count: Int)]
    /// Keys of one-to-one relationships whose other row does not lead back: they are left out.
    package let oneSided: [(place: String, count: Int)]
    /// Numbers of Booleans other than 0 and 1, by their attributes: they become 1.
    package let flags: [(place: String, count: Int)]
    /// Rows that break rules which only saves keep.
    package let refused: [RefusedRows]

    package init(
        entities: [Rows], connections: [Rows], strays: [(place: String, count: Int)], oneSided: [(place: String, count: Int)] = [],
        flags: [(place: String, count: Int)] = [], refused: [RefusedRows] = []
    ) {
        (self.entities, self.connections, self.strays) = (entities, connections, strays)
        (self.oneSided, self.flags, self.refused) = (oneSided, flags, refused)
    }

    package var text: String {
        let all = entities + connections
        let widths = (all.map(\.name.count).max() ?? 0, all.map { "\($0.count)".count }.max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) }
        let lines = all.map { rows in
            "  \(rows.name)\(padded(rows.name, widths.0))  \(padded("\(rows.count)", widths.1))\(rows.count) \(rows.count == 1 ? "row " : "rows")  checksum \(rows.hexadecimal)"
        }
        func changes(_ list: [(place: String, count: Int)], _ one: String, _ many: String) -> [String] {
            list.map { "  \($0.place): \($0.count) \($0.count == 1 ? one : many)" }
        }
        let changed =
            changes(strays, "key leads to no row, and is left out", "keys lead to no row, and are left out")
            + changes(
                oneSided, "key leads to a row that does not lead back, and is left out", "keys lead to rows that do not lead back, and are left out")
            + changes(flags, "Boolean is neither 0 nor 1, and becomes 1", "Booleans are neither 0 nor 1, and become 1")
        let broken = refused.isEmpty ? [] : ["rows that a save refuses, copied as they are:"] + refused.map { "  \($0.text)" }
        return (["rows, the same on both sides:"] + lines + changed + broken).joined(separator: "\n")
    }
}
