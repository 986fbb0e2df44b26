/// The place of a row in a list.
public struct ListIndex: Sendable, Hashable, Comparable {
    /// The section, from 0. A list without sections has one section.
    public var section: Int
    /// The place in the section, from 0.
    public var row: Int

    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    public static func < (left: ListIndex, right: ListIndex) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension ListIndex: CustomStringConvertible {
    public var description: String { "\(section).\(row)" }
}
