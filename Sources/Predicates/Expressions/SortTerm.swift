/// One key of a fetch's order.
public struct SortTerm: Sendable, Hashable {
    /// The property to sort by, reached through to-one relationships; nil comes before every value.
    public var path: [String]
    /// The function of the property that sorts; nil for the property itself.
    public var calendar: CalendarTerm?
    public var isAscending: Bool
    /// Where it stands in the text that it was read from, in Unicode scalars.
    public var range: Range<Int>?

    public init(path: [String], calendar: CalendarTerm? = nil, isAscending: Bool, range: Range<Int>? = nil) {
        self.path = path
        self.calendar = calendar
        self.isAscending = isAscending
        self.range = range
    }

    /// From the least to the greatest value of the property at `path`, such as `"customer.name"`.
    public static func ascending(_ path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: true)
    }

    /// From the greatest to the least value of the property at `path`, such as `"customer.name"`.
    public static func descending(_ path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: false)
    }

    /// From the least to the greatest value of a calendar function of the property at `path`.
    public static func ascending(_ function: CalendarTerm, of path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), calendar: function, isAscending: true)
    }

    /// From the greatest to the least value of a calendar function of the property at `path`.
    public static func descending(_ function: CalendarTerm, of path: String) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), calendar: function, isAscending: false)
    }

    public static func == (left: SortTerm, right: SortTerm) -> Bool {
        left.path == right.path && left.calendar == right.calendar && left.isAscending == right.isAscending
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(calendar)
        hasher.combine(isAscending)
    }
}
