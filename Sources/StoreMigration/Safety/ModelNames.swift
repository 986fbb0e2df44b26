/// The names that a model has for tables and columns, as far as the canonical text of the new version tells, which its plan writes
/// into the store.
///
/// The text has one line for each entity and each property. Names are compared without case and underscores, as the layout makes
/// those of tables and columns from those of the model; `table:` and `column:` are others.
struct ModelNames {
    private var entities: [String: String] = [:]
    private var properties: [String: String] = [:]

    /// - Parameter storedDefinition: the canonical text of the version that the store has, for a plan that does not tell the new one.
    init(of plan: MigrationPlan, storedDefinition: String?) {
        var entity: String?
        for line in (plan.definition ?? storedDefinition ?? "").split(separator: "\n") {
            if let match = line.firstMatch(of: /^  (\w+):/) {
                entity = String(match.output.1)
                entities[Self.plain(String(match.output.1))] = entity
            }
            if let match = line.firstMatch(of: /^    table: (\S+)$/), let entity { entities[Self.plain(String(match.output.1))] = entity }
            guard let match = line.firstMatch(of: /^      (\w+):/) else { continue }
            let name = String(match.output.1)
            properties[Self.plain(name), default: name] = name
            let column = line.firstMatch(of: /[{ ]column: ([^\s,}]+)/).map { String($0.output.1) }
            if let column { properties[Self.plain(column)] = name }
        }
    }

    func entity(ofTable table: String) -> String? { entities[Self.plain(table)] }

    /// An attribute, or the relationship of a key.
    func property(ofColumn column: String) -> String? {
        properties[Self.plain(column)] ?? (column.hasSuffix("_id") ? properties[Self.plain(String(column.dropLast(3)))] : nil)
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "\"" } }
}

extension MigrationPlan {
    /// The new version's model in canonical form, if the plan writes it into the store.
    fileprivate var definition: String? { steps.lazy.compactMap(\.operation.definition).first }
}
