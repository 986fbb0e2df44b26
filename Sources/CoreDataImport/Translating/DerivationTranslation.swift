/// What a derived attribute's value is made from, in Trellis's words.
struct DerivationTranslation {
    let text: String
    /// Whether the value can be nil: the language wants it said.
    let isOptional: Bool

    /// - Parameters:
    ///   - expression: as the editor or an archive spells it.
    ///   - entity: the attribute's entity; nil for a composite, which has no other objects.
    /// - Returns: nil for an expression without words.
    init?(of attribute: CoreDataModel.Attribute, _ expression: String, of entity: String?, in model: CoreDataModel) {
        let expression = expression.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if expression.wholeMatch(of: /now(:)?\(\s*\)/) != nil {
            (text, isOptional) = ("now()", true)
            return
        }
        if let match = expression.wholeMatch(of: /(canonical|uppercase|lowercase):\((\w+)\)/) {
            text = "\(match.output.1 == "canonical" ? "fold" : match.output.1)(\(match.output.2))"
            // As nil as its source, which may be inherited.
            let source = entity.flatMap { model.attribute(String(match.output.2), of: $0) }
            isOptional = source?.isOptional ?? attribute.isOptional
            return
        }
        if let (relationship, function, member) = Self.members(expression) {
            text = "\(relationship).@\(function)" + (member.map { ".\($0)" } ?? "")
            isOptional = function != "count" && function != "sum"
            return
        }
        // A value that to-one relationships lead to.
        let path = expression.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.count > 1, path.allSatisfy({ $0.wholeMatch(of: /\w+/) != nil }), let entity else { return nil }
        var (owner, mayBeNil) = (entity, false)
        for name in path.dropLast() {
            guard let relationship = model.relationship(name, of: owner), !relationship.isToMany else { return nil }
            mayBeNil = mayBeNil || relationship.isOptional
            owner = relationship.destination
        }
        guard let source = model.attribute(path[path.count - 1], of: owner) else { return nil }
        text = expression
        // A new object has 0 in a required number until its first save, and nil in all else.
        let numbers: Set = ["Integer 16", "Integer 32", "Integer 64", "Double", "Float", "Decimal", "Boolean"]
        isOptional = mayBeNil || source.isOptional || !numbers.contains(source.type ?? "")
    }

    /// The spellings of an aggregate: `rows.@sum.price`, `rows.price.@sum`, `sum:(rows.price)`, `rows.@count`, `count:(rows)`.
    private static func members(_ text: String) -> (relationship: Substring, function: String, member: Substring?)? {
        if let match = text.wholeMatch(of: /(\w+)\.@count/) { return (match.output.1, "count", nil) }
        if let match = text.wholeMatch(of: /count:\((\w+)\)/) { return (match.output.1, "count", nil) }
        if let match = text.wholeMatch(of: /(\w+)\.@(sum|avg|min|max)\.(\w+)/) { return (match.output.1, String(match.output.2), match.output.3) }
        if let match = text.wholeMatch(of: /(\w+)\.(\w+)\.@(sum|avg|min|max)/) { return (match.output.1, String(match.output.3), match.output.2) }
        if let match = text.wholeMatch(of: /(sum|average|min|max):\((\w+)\.(\w+)\)/) {
            return (match.output.2, match.output.1 == "average" ? "avg" : String(match.output.1), match.output.3)
        }
        return nil
    }
}
