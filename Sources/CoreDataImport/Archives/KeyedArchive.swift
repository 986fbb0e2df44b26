/// Objects of Foundation's keyed archives: each has a class and fields, and is read when it is asked for.
struct KeyedArchive {
    /// An object, by its place in the archive.
    struct Object: Hashable {
        let place: Int
    }

    /// What a field, or an element of a collection, holds.
    enum Value {
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case date(Double)
        case data(ArraySlice<UInt8>)
        case string(String)
        case object(Object)
    }

    private var list: BinaryPropertyList
    /// The numbers of the objects in the property list.
    private let places: [Int]
    /// What was read of each object: a model's objects are asked for several times.
    private var known: [Int: (name: String, fields: [String: Int])] = [:]
    private(set) var root = Object(place: 0)

    /// - Throws: ``NotCoreDataModel``
    init(_ bytes: [UInt8]) throws(NotCoreDataModel) {
        var list = try BinaryPropertyList(bytes)
        let top = try Self.fields(of: list.top, in: &list)
        guard let objects = top["$objects"], case .array(let places) = try list.value(objects), let entry = top["$top"] else {
            throw NotCoreDataModel("the property list is no keyed archive")
        }
        (self.list, self.places) = (list, places)
        let roots = try Self.fields(of: entry, in: &self.list)
        guard let number = roots["root"] ?? roots.values.first, roots.count == 1 || roots["root"] != nil,
            case .object(let root)? = try value(number)
        else { throw NotCoreDataModel("the archive names no object as its root") }
        self.root = root
    }

    private static func fields(of number: Int, in list: inout BinaryPropertyList) throws(NotCoreDataModel) -> [String: Int] {
        guard case .dictionary(let pairs) = try list.value(number) else { return [:] }
        var fields: [String: Int] = [:]
        for pair in pairs {
            if case .string(let name) = try list.value(pair.key) { fields[name] = pair.value }
        }
        return fields
    }

    // MARK: Objects

    /// The name of the object's class; empty if it has none.
    mutating func className(_ object: Object) throws(NotCoreDataModel) -> String { try read(object).name }

    /// A field of an object; nil if it has none, or nothing in it.
    mutating func field(_ name: String, of object: Object) throws(NotCoreDataModel) -> Value? {
        guard let number = try read(object).fields[name] else { return nil }
        return try value(number)
    }

    private mutating func read(_ object: Object) throws(NotCoreDataModel) -> (name: String, fields: [String: Int]) {
        if let known = known[object.place] { return known }
        guard places.indices.contains(object.place) else { throw NotCoreDataModel("object \(object.place) of the archive: there is none") }
        let fields = try Self.fields(of: places[object.place], in: &list)
        var name = ""
        if let reference = fields["$class"], case .reference(let place) = try list.value(reference), places.indices.contains(place) {
            let known = try Self.fields(of: places[place], in: &list)
            if let number = known["$classname"], case .string(let text) = try list.value(number) { name = text }
        }
        known[object.place] = (name, fields)
        return (name, fields)
    }

    /// What stands in the property list at a number, or in the object that it refers to.
    private mutating func value(_ number: Int) throws(NotCoreDataModel) -> Value? {
        let value = try list.value(number)
        guard case .reference(let place) = value else { return plain(value) }
        // The first object is what stands for nothing.
        if place == 0 { return nil }
        guard places.indices.contains(place) else { throw NotCoreDataModel("object \(place) of the archive: there is none") }
        let target = try list.value(places[place])
        if case .dictionary = target { return .object(Object(place: place)) }
        if case .string("$null") = target { return nil }
        return plain(target)
    }

    private func plain(_ value: BinaryPropertyList.Value) -> Value? {
        switch value {
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .date(let value): .date(value)
        case .data(let value): .data(value)
        case .string(let value): .string(value)
        case .null, .reference, .array, .dictionary: nil
        }
    }

    // MARK: Collections

    /// The elements of an array or a set; empty for what is none.
    mutating func elements(_ value: Value?) throws(NotCoreDataModel) -> [Value] {
        guard case .object(let object)? = value else { return [] }
        // A dictionary with known keys keeps its values in an array.
        if case .object(let values)? = try field("values", of: object) { return try list(named: "NS.objects", of: values) }
        return try list(named: "NS.objects", of: object)
    }

    /// The values of a dictionary by their names; those of other keys are left out.
    mutating func entries(_ value: Value?) throws(NotCoreDataModel) -> [(key: String, value: Value)] {
        guard case .object(let object)? = value else { return [] }
        var (keys, values) = ([Value](), [Value]())
        if case .object(let mapping)? = try field("searchMapping", of: object) {
            keys = try elements(try field("keys", of: mapping))
            values = try elements(try field("values", of: object))
        } else {
            keys = try list(named: "NS.keys", of: object)
            values = try list(named: "NS.objects", of: object)
        }
        return zip(keys, values).compactMap { key, value in
            if case .string(let name) = key { (name, value) } else { nil }
        }
    }

    private mutating func list(named name: String, of object: Object) throws(NotCoreDataModel) -> [Value] {
        guard let number = try read(object).fields[name], case .array(let numbers) = try list.value(number) else { return [] }
        var values = [Value]()
        for number in numbers {
            if let value = try value(number) { values.append(value) }
        }
        return values
    }
}

extension KeyedArchive {
    mutating func text(_ name: String, of object: Object) throws(NotCoreDataModel) -> String? {
        if case .string(let text)? = try field(name, of: object) { text } else { nil }
    }

    mutating func integer(_ name: String, of object: Object) throws(NotCoreDataModel) -> Int {
        if case .integer(let value)? = try field(name, of: object) { Int(clamping: value) } else { 0 }
    }

    mutating func flag(_ name: String, of object: Object) throws(NotCoreDataModel) -> Bool {
        switch try field(name, of: object) {
        case .bool(let value): value
        case .integer(let value): value != 0
        default: false
        }
    }

    mutating func object(_ name: String, of object: Object) throws(NotCoreDataModel) -> Object? {
        if case .object(let value)? = try field(name, of: object) { value } else { nil }
    }

    mutating func texts(_ name: String, of object: Object) throws(NotCoreDataModel) -> [String] {
        try elements(try field(name, of: object)).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
