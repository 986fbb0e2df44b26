import SchemaModel

/// The names of classes that are free in a model's Swift.
struct ClassNames {
    private var taken: Set<String> = []

    init(_ taken: [String] = []) { self.taken = Set(taken) }

    /// Takes a name.
    /// - Returns: whether it was free, and can name a class.
    @discardableResult
    mutating func take(_ name: String) -> Bool {
        let isName = name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{0,59}/) != nil && !SwiftWords.reservedTypes.contains(name)
        return isName && taken.insert(name).inserted
    }

    /// The class in the file's text, without its module; nil for Core Data's own.
    static func name(in text: String) -> String? {
        let name = text.split(separator: ".").last.map(String.init) ?? ""
        return name.isEmpty || name == "NSManagedObject" ? nil : name
    }
}
