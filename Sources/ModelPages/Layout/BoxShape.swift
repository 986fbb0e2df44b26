/// The measures of a box, in points: its title, then its rows from top to bottom.
struct BoxShape {
    static let titleSize = 13.0
    static let rowSize = 11.0
    static let titleHeight = 28.0
    static let rowHeight = 18.0
    static let padding = 10.0
    /// Space between a property and its type.
    static let gap = 16.0
    /// Space below the last row.
    static let foot = 5.0
    private static let longestName = 40
    private static let longestType = 32

    let title: String
    let rows: [(name: String, type: String)]
    let width: Double
    let height: Double

    init(_ box: Diagram.Box) {
        title = TextWidth.cut(box.status.sign + box.entity, to: Self.longestName)
        rows = box.rows.map { row in
            (TextWidth.cut(row.status.sign + row.property, to: Self.longestName), TextWidth.cut(row.type, to: Self.longestType))
        }
        let widths =
            [TextWidth.of(title, isBold: true) * Self.titleSize]
            + rows.map { TextWidth.of($0.name) * Self.rowSize + Self.gap + TextWidth.of($0.type) * Self.rowSize }
        width = ((widths.max() ?? 0) + 2 * Self.padding).rounded(.up)
        height = Self.titleHeight + Double(rows.count) * Self.rowHeight + (rows.isEmpty ? 0 : Self.foot)
    }
}

extension Diagram.Status {
    /// The mark before a name, for readers who do not see colours.
    var sign: String {
        switch self {
        case .same: ""
        case .added: "+ "
        case .removed: "− "
        case .changed: "~ "
        }
    }
}
