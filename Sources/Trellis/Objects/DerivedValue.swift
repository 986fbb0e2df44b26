import Predicates

/// The value of an attribute that the database keeps right: as it was read, and after which of the context's saves that was.
@frozen
public struct DerivedValue<Value> {
    public let value: Value
    @usableFromInline let saves: Int

    /// A value that was read.
    /// - Parameters:
    ///   - value: what was read.
    ///   - saves: how many saves the context had done by then.
    @inlinable
    public init(_ value: Value, after saves: Int) {
        self.value = value
        self.saves = saves
    }

    /// The value of a new object: no row refers to it.
    @inlinable
    public init(_ value: Value) {
        self.init(value, after: -1)
    }
}

extension RowReader {
    /// For generated code: how many saves the row's context has done.
    @inlinable
    @_spi(Generated) public var _saves: Int { scope.saves }
}

extension ManagedObject {
    /// For generated code: whether no save of the context can have changed the value since it was read. The value of a new object is
    /// known.
    @inlinable
    @_spi(Generated) public final func _isCurrent<Value>(_ derived: DerivedValue<Value>) -> Bool {
        isCurrent(derived.saves)
    }

    @usableFromInline
    final func isCurrent(_ saves: Int) -> Bool { saves == scope.saves || isNew }

    /// For generated code: the text of a derived attribute. Its source is read without tracking, because another source may give the
    /// same text.
    @_spi(Generated) public final func _text(_ derivation: TextDerivation, of source: @autoclosure () -> String) -> String {
        derivation.text(of: untracked(source))
    }

    /// For generated code: the text of a derived attribute, or nil.
    @_spi(Generated) public final func _text(_ derivation: TextDerivation, of source: @autoclosure () -> String?) -> String? {
        untracked(source).map(derivation.text)
    }
}
