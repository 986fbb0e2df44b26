/// One key of a fetch's order.
public struct SortTerm: Sendable, Hashable {
    /// The property to sort by, reached through to-one relationships; nil comes before every value.
    public var path: [String]
    /// The function of the property that sorts; nil for the property itself.
    public var calendar: CalendarTerm?
    public var isAscending: Bool
    /// The differences between texts that do not count: texts that are equal under `==[cd]` are equal in an order with `[cd]`.
    public var options: TextOptions
    /// Where it stands in the text that it was read from, in Unicode scalars.
    public var range: Range<Int>?

    public init(
        path: [String], calendar: CalendarTerm? = nil, isAscending: Bool, options: TextOptions = [], range: Range<Int>? = nil
    ) {
        self.path = path
        self.calendar = calendar
        self.isAscending = isAscending
        self.options = options
        self.range = range
    }

    /// From the least to the greatest value of the property at `path`, such as `"customer.name"`.
    /// - Parameter options: the differences between texts that do not count.
    public static func ascending(_ path: String, options: TextOptions = []) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: true, options: options)
    }

    /// From the greatest to the least value of the property at `path`, such as `"customer.name"`.
    /// - Parameter options: the differences between texts that do not count.
    public static func descending(_ path: String, options: TextOptions = []) -> SortTerm {
        SortTerm(path: path.split(separator: ".").map(String.init), isAscending: false, options: options)
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
        left.path == right.path && left.calendar == right.calendar && left.isAscending == right.isAscending && left.options == right.options
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(calendar)
        hasher.combine(isAscending)
        hasher.combine(options)
    }
}
