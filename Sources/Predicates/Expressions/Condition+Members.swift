extension Condition {
    /// The condition of a `SUBQUERY` as one on its member: `$row.paid == YES` as `paid == YES`.
    /// - Throws: ``ConditionError`` if it reads another object than the member.
    public func onMember(called variable: String) throws(ConditionError) -> Condition {
        try mappingOperands { operand throws(ConditionError) in
            var member = operand
            switch operand.kind {
            case .variable(variable, let path): member.kind = .keyPath(path)
            case .parameter(variable): member.kind = .keyPath([])
            case .keyPath, .variable, .parameter:
                throw ConditionError(.type, "'\(operand.text)' is no property of the member '$\(variable)'", at: operand.range)
            default: break
            }
            return member
        }
    }
}
