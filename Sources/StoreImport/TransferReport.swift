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

    package init(entities: [Rows], connections: [Rows], strays: [(place: String, count: Int)]) {
        (self.entities, self.connections, self.strays) = (entities, connections, strays)
    }

    package var text: String {
        let all = entities + connections
        let widths = (all.map(\.name.count).max() ?? 0, all.map { "\($0.count)".count }.max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) }
        let lines = all.map { rows in
            "  \(rows.name)\(padded(rows.name, widths.0))  \(padded("\(rows.count)", widths.1))\(rows.count) \(rows.count == 1 ? "row " : "rows")  checksum \(rows.hexadecimal)"
        }
        let left = strays.map { "  \($0.place): \($0.count) \($0.count == 1 ? "key leads" : "keys lead") to no row, and \($0.count == 1 ? "is" : "are") left out" }
        return (["rows, the same on both sides:"] + lines + left).joined(separator: "\n")
    }
}
