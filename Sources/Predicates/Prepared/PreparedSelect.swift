import SQLiteAccess

/// A statement that answers all fetches of one shape, each with its own values.
///
/// Resolving a fetch and writing its SQL takes several times as long as SQLite takes to find a row. A fetch of a known shape does neither.
public struct PreparedSelect: Sendable {
    private let sql: String
    private let bindings: [Binding]

    private enum Binding: Sendable {
        case value(SQLiteValue)
        /// The value at a place of ``FetchShape/values``, in the stored form of a type.
        case stored(Int, as: ValueType)
        /// What comes behind all texts that begin with the value at a place.
        case endOfPrefix(Int, as: ValueType)
        case limit
        case offset
    }

    /// The statement for a shape. It is made with a parameter in place of each value.
    /// - Parameters:
    ///   - statement: the statement of one fetch of the shape, as `select` makes it.
    ///   - select: the SQL of a fetch. Its last values are those of limit and offset.
    /// - Returns: nil where the SQL depends on the values, so that `statement` is another one than with parameters.
    public init?(
        _ shape: FetchShape, for statement: SelectStatement, in layout: FetchLayout, select: (ResolvedFetch) -> SelectStatement
    ) {
        var types = [String: FetchParameter]()
        var query = shape.query
        do throws(ConditionError) {
            query.condition = try query.condition?.mappingOperands { operand throws(ConditionError) in
                guard case .value(let value) = operand.kind, let type = value.parameterType else { return operand }
                let name = String(types.count)
                types[name] = FetchParameter(type: type, isOptional: false)
                return Operand(.parameter(name))
            }
        } catch {
            return nil
        }
        guard types.count == shape.values.count, let resolved = try? ResolvedFetch(query, in: layout, parameters: types) else { return nil }
        let general = select(resolved)
        let ends: [Binding] = (query.hasLimit || query.hasOffset ? [.limit] : []) + (query.hasOffset ? [.offset] : [])
        var bindings = [Binding]()
        for binding in general.bindings.dropLast(ends.count) {
            switch binding {
            case .value(let value): bindings.append(.value(value))
            case .parameter(let name, let type): bindings.append(.stored(Int(name) ?? 0, as: type))
            case .endOfPrefix(let name, let type): bindings.append(.endOfPrefix(Int(name) ?? 0, as: type))
            case .list: return nil
            }
        }
        sql = general.sql
        self.bindings = bindings + ends
        if self.statement(of: shape) != statement { return nil }
    }

    /// The statement of a fetch of the shape.
    /// - Returns: nil where a value is not of the type of what it is compared with, which resolving the fetch tells, and where its stored
    ///   form is nil, as that of a number that is none.
    public func statement(of shape: FetchShape) -> SelectStatement? {
        var bound = [SelectStatement.Binding]()
        bound.reserveCapacity(bindings.count)
        for binding in bindings {
            switch binding {
            case .value(let value):
                bound.append(.value(value))
            case .stored(let place, let type):
                guard let stored = shape.values[place].storedForm(as: type), stored != .null else { return nil }
                bound.append(.value(stored))
            case .endOfPrefix(let place, let type):
                guard case .text(let prefix)? = shape.values[place].storedForm(as: type) else { return nil }
                bound.append(.value(TextRange.end(of: prefix)))
            case .limit:
                bound.append(.value(.integer(shape.query.limit.map { Int64(max($0, 0)) } ?? -1)))
            case .offset:
                bound.append(.value(.integer(Int64(shape.query.offset))))
            }
        }
        return SelectStatement(sql: sql, bindings: bound)
    }
}

extension ConditionValue {
    /// The type of the parameter that stands for a value of this kind; nil for one that belongs to the shape.
    fileprivate var parameterType: ValueType? {
        switch self {
        // A number takes the form of the one that it is compared with.
        case .decimal: .real
        case .null, .bool: nil
        default: naturalType
        }
    }

    fileprivate func storedForm(as type: ValueType) -> SQLiteValue? {
        // Keys are unique among all objects of a table, and the entity belongs to the shape.
        if case .object(let reference) = self, case .object = type { return .integer(reference.key) }
        return stored(as: type)
    }
}
