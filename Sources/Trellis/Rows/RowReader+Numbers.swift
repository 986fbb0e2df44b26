public import Foundation
public import SQLiteAccess

// MARK: - Integers and Booleans

extension RowReader {
    @inlinable
    public mutating func bool(at column: Int32) -> Bool {
        let value = int64(at: column)
        if value & ~1 != 0 { fail(at: column) }
        return value != 0
    }

    @inlinable
    public mutating func boolIfPresent(at column: Int32) -> Bool? {
        statement.value(at: column).isNull ? nil : bool(at: column)
    }

    @inlinable
    public mutating func int64(at column: Int32) -> Int64 {
        let value = statement.value(at: column)
        if !value.isInteger { fail(at: column) }
        return value.integer
    }

    @inlinable
    public mutating func int64IfPresent(at column: Int32) -> Int64? {
        let value = statement.value(at: column)
        if value.isInteger { return value.integer }
        if !value.isNull { fail(at: column) }
        return nil
    }

    @inlinable
    public mutating func int32(at column: Int32) -> Int32 {
        guard let value = Int32(exactly: int64(at: column)) else {
            fail(at: column)
            return 0
        }
        return value
    }

    @inlinable
    public mutating func int32IfPresent(at column: Int32) -> Int32? {
        statement.value(at: column).isNull ? nil : int32(at: column)
    }

    @inlinable
    public mutating func int16(at column: Int32) -> Int16 {
        guard let value = Int16(exactly: int64(at: column)) else {
            fail(at: column)
            return 0
        }
        return value
    }

    @inlinable
    public mutating func int16IfPresent(at column: Int32) -> Int16? {
        statement.value(at: column).isNull ? nil : int16(at: column)
    }
}

// MARK: - Numbers with a fraction

extension RowReader {
    @inlinable
    public mutating func double(at column: Int32) -> Double {
        let value = statement.value(at: column)
        return value.isReal ? value.real : wholeNumber(at: column)
    }

    @inlinable
    public mutating func doubleIfPresent(at column: Int32) -> Double? {
        let value = statement.value(at: column)
        if value.isReal { return value.real }
        return value.isNull ? nil : wholeNumber(at: column)
    }

    @inlinable
    public mutating func float(at column: Int32) -> Float {
        let value = double(at: column)
        let float = Float(value)
        // Rounding is what a float is; becoming infinite is not.
        if float.isInfinite, value.isFinite { fail(at: column) }
        return float
    }

    @inlinable
    public mutating func floatIfPresent(at column: Int32) -> Float? {
        statement.value(at: column).isNull ? nil : float(at: column)
    }

    public mutating func duration(at column: Int32) -> Duration {
        StoredDuration.duration(int64(at: column))
    }

    public mutating func durationIfPresent(at column: Int32) -> Duration? {
        int64IfPresent(at: column).map(StoredDuration.duration)
    }

    public mutating func decimal(at column: Int32, scale: Int) -> Decimal {
        ScaledDecimal.decimal(int64(at: column), scale: scale)
    }

    public mutating func decimalIfPresent(at column: Int32, scale: Int) -> Decimal? {
        statement.value(at: column).isNull ? nil : decimal(at: column, scale: scale)
    }
}

extension RowReader {
    /// A decimal without a scale, stored as canonical text.
    public mutating func exactDecimal(at column: Int32) -> Decimal {
        let text = string(at: column)
        guard let value = ExactDecimal.decimal(text) else {
            fail(at: column)
            return 0
        }
        return value
    }

    public mutating func exactDecimalIfPresent(at column: Int32) -> Decimal? {
        statement.value(at: column).isNull ? nil : exactDecimal(at: column)
    }
}
