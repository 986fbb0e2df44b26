import SQLiteStorage
import SchemaModel
import StoreMigration

extension ColumnSources {
    /// The source of a folded text: the new value of its source is folded again, unless it stays unchanged.
    func folded(
        _ column: Column, at place: Place, of name: Name, _ table: Table, _ oldTable: Table, _ findings: PlanFindings
    ) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        let sourcePlace = Place(place.entity, name.text)
        guard let sourceColumn = table.column(sourcePlace) else { return source }
        // The source reports its own findings.
        var unused = findings
        let text = attribute(sourceColumn, sourcePlace, table, oldTable, &unused)
        if let former = match.former(place, exists: { old.attributes[$0]?.attribute.isFolded == true }),
            let formerColumn = oldTable.column(former)
        {
            source.former = (formerColumn.name, formerColumn)
            let formerSource = old.attributes[former]?.attribute.derivation?.foldedName
            let isOfSame = formerSource.flatMap { oldTable.column(.init(former.entity, $0.text))?.name } == text.former?.name
            if isOfSame, text.expression == nil { return source }
        }
        if text.former == nil, text.expression == nil { return source }
        source.expression = kinds.restricted(.folded(text.selected), to: place.entity, in: table, from: oldTable)
        return source
    }
}

extension Derivation {
    /// The attribute that is folded; nil for what is counted or summed.
    var foldedName: Name? {
        if case .fold(let name) = self { name } else { nil }
    }
}
