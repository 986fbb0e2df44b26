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

    var isWholeTable: Bool { if case .table = self { true } else { false } }
}
