/// A step that a program runs in Swift, as a plan has it: the rows that it reads and writes, with all that typed code needs to know
/// of them. It never changes with a later model.
public struct SwiftStep: Sendable, Hashable, Codable {
    /// The name of the function.
    public var name: String
    /// Entities of the old version. Their rows are in copies.
    public var reads: [Rows]
    /// Entities of the new version.
    public var writes: [Rows]

    public init(_ name: String, reads: [Rows], writes: [Rows]) {
        self.name = name
        self.reads = reads
        self.writes = writes
    }

    /// The rows of an entity, those of the entities that inherit from it included.
    public struct Rows: Sendable, Hashable, Codable {
        public var entity: String
        /// The name of the entity's class.
        public var type: String
        public var table: String
        /// The entities of the rows; nil if the table has no others.
        public var kinds: [String]?
        /// Whether the entity itself has rows.
        public var isAbstract: Bool
        public var properties: [Property]
        /// The columns that are computed from a text of the same row; nil for none.
        public var texts: [DerivedText]?

        public init(
            _ entity: String, type: String, table: String, kinds: [String]?, isAbstract: Bool, _ properties: [Property],
            texts: [DerivedText] = []
        ) {
            self.entity = entity
            self.type = type
            self.table = table
            self.kinds = kinds
            self.isAbstract = isAbstract
            self.properties = properties
            self.texts = texts.isEmpty ? nil : texts
        }
    }

    /// An attribute, a part of a composite, or the key of a to-one relationship.
    public struct Property: Sendable, Hashable, Codable {
        /// The name in Swift.
        public var name: String
        public var column: String
        public var form: Form
        public var isOptional: Bool
        /// The places of a decimal; nil for other forms.
        public var scale: Int?
        /// The cases of an enum; nil for other forms.
        public var cases: Enumeration?
        /// The entity that a key leads to; nil for other forms.
        public var destination: String?
        /// The rows of that entity; nil if the table has no others.
        public var destinationRows: Destination?

        public init(
            _ name: String, column: String, _ form: Form, isOptional: Bool, scale: Int? = nil, cases: Enumeration? = nil,
            destination: String? = nil, destinationRows: Destination? = nil
        ) {
            self.name = name
            self.column = column
            self.form = form
            self.isOptional = isOptional
            self.scale = scale
            self.cases = cases
            self.destination = destination
            self.destinationRows = destinationRows
        }
    }

    /// Rows of some entities of a table.
    public struct Destination: Sendable, Hashable, Codable {
        public var table: String
        public var kinds: [String]

        public init(table: String, kinds: [String]) {
            self.table = table
            self.kinds = kinds
        }
    }

    /// How a value is stored. The names of the cases are part of the plan's form.
    public enum Form: String, Sendable, Hashable, Codable, CaseIterable {
        case bool, int16, int32, int64, float, double, string, url, data, duration, day, json
        case decimal, exactDecimal
        case date, unixDate, iso8601Date
        case uuid, textUUID
        /// A case of an enum, by its raw value.
        case text, integer
        /// The key of a row.
        case key
        /// Whether an optional composite exists: 1 or NULL.
        case presence

        /// The type of the column.
        package var columnType: String {
            switch self {
            case .bool, .int16, .int32, .int64, .duration, .decimal, .integer, .key, .presence: "INTEGER"
            case .float, .double, .date, .unixDate: "REAL"
            case .string, .url, .day, .json, .exactDecimal, .iso8601Date, .textUUID, .text: "TEXT"
            case .data, .uuid: "BLOB"
            }
        }
    }

    /// An enum whose raw values are all known.
    public struct Enumeration: Sendable, Hashable, Codable {
        public var name: String
        public var cases: [Case]

        public init(_ name: String, _ cases: [Case]) {
            self.name = name
            self.cases = cases
        }

        public struct Case: Sendable, Hashable, Codable {
            public var name: String
            /// The text, or the digits of the integer.
            public var raw: String

            public init(_ name: String, raw: String) {
                self.name = name
                self.raw = raw
            }
        }
    }

    /// A column whose value the library computes from another one.
    public struct DerivedText: Sendable, Hashable, Codable {
        public var column: String
        public var source: String
        /// The function in SQL, such as `trellis_fold`.
        public var function: String

        public init(_ column: String, from source: String, by function: String) {
            self.column = column
            self.source = source
            self.function = function
        }
    }
}

extension SwiftStep {
    /// The table with the copies of an old table's rows, from before the migration until the last step has run.
    package static func copyName(of table: String) -> String { "\(copyPrefix)\(table)" }

    private static let copyPrefix = "_trellis_read_"

    /// Fails in every program but one that has the step, so that a script leaves no store without it.
    var statement: String { "SELECT trellis_swift_step('\(name)')" }

    /// Whether an operation exists for Swift steps alone: it copies rows for them, or drops the copies.
    static func needs(_ operation: Operation) -> Bool {
        switch operation {
        case .runSwift: true
        case .createTable(let table): table.name.hasPrefix(copyPrefix)
        case .addRows(_, let table, _), .dropTable(let table): table.hasPrefix(copyPrefix)
        default: false
        }
    }
}

extension MigrationPlan {
    /// The steps that only a program can run, in their order.
    public var swiftSteps: [SwiftStep] {
        steps.compactMap { if case .runSwift(let step) = $0.operation { step } else { nil } }
    }

    /// What the plan does without the steps in Swift.
    package var withoutSwiftSteps: MigrationPlan {
        var plan = self
        plan.steps.removeAll { SwiftStep.needs($0.operation) }
        return plan
    }
}
