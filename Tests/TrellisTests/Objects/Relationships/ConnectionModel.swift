import Trellis

/// A model with one relationship, which a test puts together: `near`, which an object of `Left` has, and `far`, which leads back.
struct ConnectionModel: Sendable, Hashable, CustomStringConvertible {
    /// Where the relationship leads.
    enum Span: Sendable, Hashable {
        /// From `Left` to `Right`.
        case twoEntities
        /// From `Left` to `Left`.
        case oneEntity
        /// From `Left` to `Left`, and back along itself.
        case itself
    }

    struct End: Sendable, Hashable {
        var isToMany = false
        /// Of a to-many: at least one member.
        var isRequired = false
        var rule = DeleteRule.nullify
        var isOrdered = false
    }

    var span: Span
    var near: End
    /// nil where nothing leads back, or `near` does itself.
    var far: End?

    /// Which of the two ends.
    enum Side: Sendable, Hashable {
        case near, far
    }

    subscript(side: Side) -> End? {
        get { side == .near ? near : far }
        set {
            if side == .far { far = newValue } else if let newValue { near = newValue }
        }
    }

    /// The end that leads back, if there is one.
    func opposite(of side: Side) -> Side? {
        if span == .itself { return side }
        return side == .near ? (far == nil ? nil : .far) : .near
    }

    /// The end whose objects hold the keys; nil where a table of its own has the connections.
    var keySide: Side? {
        if !near.isToMany { return .near }
        return far?.isToMany == false ? .far : nil
    }

    func name(of side: Side) -> String { side == .near ? "near" : "far" }

    /// The entity whose objects have an end.
    func entity(of side: Side) -> String { side == .near || span != .twoEntities ? "Left" : "Right" }

    /// The entity that an end leads to.
    func destination(of side: Side) -> String { side == .far || span != .twoEntities ? "Left" : "Right" }

    // MARK: Text

    var yaml: String {
        let inverse = span == .itself ? "near" : far.map { _ in "far" }
        let isOneToOne = span != .itself && !near.isToMany && far?.isToMany == false
        let nearText = text(of: near, to: destination(of: .near), inverse, isOneToOne ? ", key: here" : "")
        let farText = far.map { text(of: $0, to: destination(of: .far), "near", "") }
        let ends = ["near: \(nearText)"] + (farText.map { ["far: \($0)"] } ?? [])
        let left = span == .twoEntities ? [ends[0]] : ends
        let right = span == .twoEntities ? Array(ends.dropFirst()) : []
        return """
            trellis: 1
            model: Connections
            entities:
              Left:
                attributes: { name: string }
                relationships: { \(left.joined(separator: ", ")) }
              Right:
                attributes: { name: string }
                relationships: { \(right.joined(separator: ", ")) }

            """
    }

    private func text(of end: End, to destination: String, _ inverse: String?, _ more: String) -> String {
        var text = "{ to: " + (end.isToMany ? "[\(destination)]" : end.isRequired ? destination : "\(destination)?")
        if let inverse { text += ", inverse: \(inverse)" }
        text += ", deleteRule: \(end.rule)"
        if end.isOrdered { text += ", ordered: true" }
        if end.isToMany, end.isRequired { text += ", minCount: 1" }
        return text + more + " }"
    }

    var description: String {
        func words(_ end: End) -> String {
            let parts = [end.isRequired ? "required" : nil, end.isOrdered ? "ordered" : nil, end.isToMany ? "many" : "one"]
            return parts.compactMap(\.self).joined(separator: " ") + " \(end.rule)"
        }
        switch span {
        case .itself: return "\(words(near)), its own inverse"
        case .oneEntity: return "\(words(near)) – \(far.map(words) ?? "nothing"), within an entity"
        case .twoEntities: return "\(words(near)) – \(far.map(words) ?? "nothing")"
        }
    }
}
