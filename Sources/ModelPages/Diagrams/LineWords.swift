extension Diagram.Line {
    /// What the line means, in words.
    func words(in diagram: Diagram) -> String {
        switch kind {
        case .inheritance: "\(diagram.boxes[to].entity) inherits from \(diagram.boxes[from].entity)"
        case .relationship(let relationship, let inverse?) where inverse != relationship:
            "\(relationship.words); back: \(inverse.words)"
        case .relationship(let relationship, _): relationship.words
        }
    }
}

extension Diagram.Relationship {
    /// What the relationship means, in words.
    var words: String {
        let count = isToMany ? (isOrdered ? "ordered, to many" : "to many") : "to one"
        let rule =
            switch deleteRule {
            case .nullify: ""
            case .cascade: ", deletes them with it"
            case .deny: ", denies deletion"
            case .noAction: ", leaves keys as they are"
            }
        return "\(path) \(count) \(destination)\(isOptional ? ", optional" : ", required")\(rule)"
    }
}
