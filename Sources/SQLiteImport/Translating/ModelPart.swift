/// A part of the translated model that the language may refuse, and that an import can leave out.
enum ModelPart: Hashable, Sendable {
    /// The rules and the derivation of an attribute.
    case rules(table: String, column: String)
    case unique(table: String)
    case indexes(table: String)
    case search(table: String)
    case table(String)

    /// Its line in the report.
    func remark(_ message: String) -> ImportRemark {
        switch self {
        case .rules(let table, let column): ImportRemark(kind: .check, place: "\(table).\(column)", detail: message)
        case .unique(let table), .indexes(let table): ImportRemark(kind: .index, place: table, detail: message)
        case .search(let table): ImportRemark(kind: .table, place: "the search over '\(table)'", detail: message)
        case .table(let table): ImportRemark(kind: .table, place: table, detail: message)
        }
    }

    /// Which part it is. Names of tables are equal by their bytes.
    private var identity: [ByteText] {
        switch self {
        case .rules(let table, let column): ["rules", table, column].map(ByteText.init)
        case .unique(let table): ["unique", table].map(ByteText.init)
        case .indexes(let table): ["indexes", table].map(ByteText.init)
        case .search(let table): ["search", table].map(ByteText.init)
        case .table(let table): ["table", table].map(ByteText.init)
        }
    }

    static func == (first: ModelPart, second: ModelPart) -> Bool { first.identity == second.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    var isWholeTable: Bool { if case .table = self { true } else { false } }
}
