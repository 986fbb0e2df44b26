import Predicates
import SQLiteStorage
import SchemaModel
import StoreMigration

extension ColumnSources {
    /// The source of a derived text: it is computed again from the new value of its source, unless it stays unchanged.
    func text(
        _ column: Column, at place: Place, _ function: TextDerivation, of name: Name, _ table: Table, _ oldTable: Table,
        _ findings: PlanFindings
    ) -> ColumnSource {
        var source = ColumnSource(name: column.name, column: column)
        let sourcePlace = Place(place.entity, name.text)
        guard let sourceColumn = table.column(sourcePlace) else { return source }
        // The source reports its own findings.
        var unused = findings
        let text = attribute(sourceColumn, sourcePlace, table, oldTable, &unused)
        if let former = match.former(place, exists: { old.attributes[$0]?.attribute.isDerivedText == true }),
            let formerColumn = oldTable.column(former)
        {
            source.former = (formerColumn.name, formerColumn)
            if case .function(function, let formerName) = old.attributes[former]?.attribute.derivation, text.expression == nil,
                oldTable.column(.init(former.entity, formerName.text))?.name == text.former?.name
            {
                return source
            }
        }
        if text.former == nil, text.expression == nil { return source }
        source.expression = kinds.restricted(.text(TextFunction(function), text.selected), to: place.entity, from: oldTable)
        return source
    }
}

extension TextFunction {
    /// The function that plans call for a derivation.
    fileprivate init(_ derivation: TextDerivation) {
        self =
            switch derivation {
            case .fold: .fold
            case .uppercase: .uppercase
            case .lowercase: .lowercase
            }
    }
}
