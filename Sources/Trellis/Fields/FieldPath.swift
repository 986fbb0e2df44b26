/// The way from the object that a condition is about to a property.
public struct FieldPath: Sendable, Hashable {
    /// What the way starts from, within a condition on the members of a relationship; nil for the fetched object.
    var variable: String?
    var names: [String]

    init(from variable: String? = nil, _ names: [String] = []) {
        self.variable = variable
        self.names = names
    }

    /// For generated code: the property of that name at the way's end.
    public subscript<Member: PathMember>(name: String) -> Member {
        Member(_path: FieldPath(from: variable, names + [name]))
    }

    var operand: Operand {
        if let variable { return Operand(.variable(variable, path: names)) }
        return Operand(.keyPath(names))
    }
}

/// What a path can lead to: a field, or a group of them.
public protocol PathMember: Sendable {
    /// What it is where the way leads through something that may be nil.
    associatedtype ThroughOptional: PathMember

    init(_path: FieldPath)

    var _path: FieldPath { get }
}

extension PathMember {
    /// The same place, reached through something that may be nil.
    var _throughOptional: ThroughOptional { ThroughOptional(_path: _path) }
}
