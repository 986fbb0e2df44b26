import SQLiteAccess

/// A property whose values are fetched without their objects: its key path, through to-one relationships, and its type.
public struct FetchedProperty<Value: FetchedValue>: Sendable {
    let path: [String]
    /// The function of the property that is fetched; nil for the property itself.
    var calendar: CalendarTerm?

    /// - Parameters:
    ///   - path: `"date"`, `"customer.name"`; of a composite one of its parts, `"home.city"`.
    ///   - type: the property's type, which can be left out where it is known.
    public init(_ path: String, as type: Value.Type = Value.self) {
        self.init(path: path.split(separator: ".").map(String.init))
    }

    /// - Parameters:
    ///   - path: the key path of a date or a day.
    ///   - function: the calendar function of the property, `CalendarTerm(.year)`.
    ///   - type: the type of the value.
    public init(_ path: String, _ function: CalendarTerm, as type: Value.Type = Value.self) {
        self.init(path: path.split(separator: ".").map(String.init), calendar: function)
    }

    public init(path: [String]) {
        self.path = path
    }

    init(path: [String], calendar: CalendarTerm) {
        self.path = path
        self.calendar = calendar
    }
}

/// A question for the values of some properties of the objects that a fetch asks for: for each object a tuple.
///
/// Unsaved changes of the context count: an object that has some counts with its own values. The values of all others are the
/// store's, also if the context has an object with older ones.
public struct ValueFetch<Root: ManagedObject, each Value: FetchedValue>: Sendable {
    /// The objects. Relationships that it would prefetch are not loaded.
    public var fetch: Fetch<Root>
    let properties: (repeat FetchedProperty<each Value>)
    /// Whether tuples that are stored the same come once. They can be sorted by values that are chosen only, and tuples that the
    /// order leaves equal come in the order of their values.
    public var isDistinct = false

    /// The same values, each tuple once.
    public func distinct() -> ValueFetch {
        var copy = self
        copy.isDistinct = true
        return copy
    }
}

extension Fetch {
    /// The values of some properties of the objects that the fetch asks for.
    ///
    ///     let dates = Order.unpaid().values(FetchedProperty<Date>("date"), FetchedProperty<String?>("customer.name"))
    public func values<each Value: FetchedValue>(
        _ properties: repeat FetchedProperty<each Value>
    ) -> ValueFetch<Root, repeat each Value> {
        ValueFetch(fetch: self, properties: (repeat each properties))
    }
}

extension ManagedObjectContext {
    /// The values that a fetch asks for, a tuple for each object. No object is made.
    /// - Throws: ``StoreError``; `ConditionErrors` where a path names what the model does not have, where a value is asked for as
    ///   a type that is not its attribute's or as one that cannot be nil, and where distinct values are sorted by something else.
    public func fetch<Root: ManagedObject, each Value: FetchedValue>(
        _ fetch: ValueFetch<Root, repeat each Value>
    ) throws -> [(repeat each Value)] {
        let scope = try beginFetch(of: Root.self)
        let layout = coordinator.model.fetchLayout
        var (names, calendars) = ([[String]](), [Int: CalendarTerm]())
        func add<Type: FetchedValue>(_ property: FetchedProperty<Type>) {
            calendars[names.count] = property.calendar
            names.append(property.path)
        }
        repeat add(each fetch.properties)
        let query = ValueQuery(fetch.fetch.query(of: scope.entity), paths: names, calendars: calendars, isDistinct: fetch.isDistinct)
        let resolved = try ResolvedValues(query, in: layout)

        var (checker, next) = (TypeChecker(), 0)
        func check<Type: FetchedValue>(_ type: Type.Type) {
            let path = resolved.paths[next]
            let mayBeNil = layout.mayBeNil(path, from: resolved.fetch.entity)
            checker.check(path.description, path.type, mayBeNil: mayBeNil, as: type)
            next += 1
        }
        repeat check((each Value).self)
        try checker.finish()

        // Behind the values stands which entities identities are of.
        var paths = resolved.paths
        let columns = resolved.paths.enumerated().map { place, path in
            var column = ResultColumn(
                name: path.description, type: path.type, entity: resolved.fetch.entity, model: coordinator.model,
                place: place, isOfChild: parent != nil)
            if let kind = layout.kindPath(of: path) {
                column.kindPlace = paths.count
                paths.append(kind)
            }
            return column
        }
        var tuples = [(repeat each Value)]()
        let answers = try PendingChanges(
            resolved.fetch, includingOwn: fetch.fetch.includesPendingChanges, reading: resolved.paths, in: self, scope)
        try answers.forEachRow(of: paths, isDistinct: resolved.isDistinct) { row in
            var decoder = RowDecoder(columns, row)
            tuples.append((repeat try decoder.take((each Value).self)))
        }
        try throwRememberedError()
        return tuples
    }
}
