/// A property that a batch sets in many rows, by the model's names.
public struct Assignment: Sendable, Hashable {
    /// Which values of its storage class the property's Swift type has.
    public enum Precision: Sendable, Hashable {
        case all
        /// Integers of so many bits.
        case integers(bits: Int)
        /// The values of `Float`.
        case float
    }

    /// The attribute, also a part of a composite, or the to-one relationship.
    public var path: [String]
    public var value: Operand
    public var precision: Precision

    /// - Parameters:
    ///   - path: the attribute, also a part of a composite, or the to-one relationship.
    ///   - value: a value, or an expression on the row as it is before the batch.
    ///   - precision: which values the property's Swift type has.
    public init(_ path: [String], to value: Operand, precision: Precision = .all) {
        self.path = path
        self.value = value
        self.precision = precision
    }
}
