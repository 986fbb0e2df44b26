import Testing

/// Conditions and derivations through properties that the import renames.
struct RenamedPathTests {
    private static func model(_ more: String = "", order: String = "", row: String = "") -> String {
        """
        <entity name="Order">
            <attribute name="größe" optional="YES" attributeType="Integer 16"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            <relationship name="_rows" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Row" inverseName="type"/>
            \(order)
        </entity>
        <entity name="Row">
            <attribute name="_price" attributeType="Float"/>
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="type" optional="YES" deletionRule="Nullify" destinationEntity="Order" inverseName="_rows"/>
            <relationship name="_next" optional="YES" deletionRule="Nullify" destinationEntity="Row"/>
            \(row)
        </entity>
        <composite name="Place"><attribute name="_city" optional="YES" attributeType="String"/></composite>
        \(more)
        """
    }

    @Test(arguments: [
        ("Order", "_rows.@count &gt; 1", "rows.@count > 1"),
        ("Order", "ANY _rows._price &gt; 5", "ANY rows.price > 5"),
        ("Order", "_rows.@sum._price &gt; 5 AND place._city == '_rows'", "rows.@sum.price > 5 AND place.city == '_rows'"),
        ("Order", "SUBQUERY(_rows, $_r, $_r._price &gt; 1 AND $_r._next._price &lt; 3).@count == 0", "SUBQUERY(rows, $r, $r.price > 1 AND $r.next.price < 3).@count == 0"),
        ("Row", "SELF._next._next.name == name AND type._rows.@max._price &gt; _price", "SELF.next.next.name == name AND type.rows.@max.price > price"),
        ("Row", "type.größe &gt; 3 AND NOT (_price IN {1, 2})", "type.gr_e > 3 AND NOT (price IN {1, 2})"),
        ("Order", "größe * 2 BETWEEN {1, 9}", "gr_e * 2 BETWEEN {1, 9}"),
    ])
    func `fetch templates have the new names`(entity: String, predicate: String, condition: String) throws {
        let imported = try ImportedText(Self.model("<fetchRequest name=\"some\" entity=\"\(entity)\" predicateString=\"\(predicate)\"/>"))
        imported.expect("some: { where: \(condition) }")
        #expect(imported.lines.allSatisfy { $0.hasPrefix("renamed: ") }, "\(imported.lines)")
    }

    @Test func `fetched properties, conditions of indexes and derivations have the new names`() throws {
        let imported = try ImportedText(
            Self.model(
                order: """
                    <attribute name="total" optional="YES" attributeType="Double" derived="YES" derivationExpression="_rows.@sum._price"/>
                    <fetchedProperty name="dear"><fetchRequest name="request" entity="Row" predicateString="type == $FETCH_SOURCE AND _next._price &gt; $FETCH_SOURCE.größe"/></fetchedProperty>
                    """,
                row: """
                    <attribute name="size" optional="YES" attributeType="Integer 16" derived="YES" derivationExpression="type.größe"/>
                    <fetchIndex name="byName"><fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex>
                    <fetchIndex name="byDear" partialIndexPredicate="_price &gt; 5"><fetchIndexElement property="name" type="Binary" order="ascending"/></fetchIndex>
                    """))
        imported.expect(
            "dear: { from: Row, where: type == $FETCH_SOURCE AND next.price > $FETCH_SOURCE.gr_e }", "- { on: name, where: price > 5 }",
            "total: { type: double, derived: rows.@sum.price }", "size: { type: int16?, derived: type.gr_e }")
    }

    @Test func `indexes and uniqueness have the new names of a composite's parts`() throws {
        let imported = try ImportedText(
            Self.model(
                order: """
                    <fetchIndex name="byCity"><fetchIndexElement property="place._city" type="Binary" order="ascending"/></fetchIndex>
                    <uniquenessConstraints><uniquenessConstraint><constraint value="größe"/><constraint value="place._city"/></uniquenessConstraint></uniquenessConstraints>
                    """))
        imported.expect("indexes: [place.city]", "unique: [[gr_e, place.city]]")
        #expect(imported.lines.allSatisfy { $0.hasPrefix("renamed: ") }, "\(imported.lines)")
    }

    @Test func `a relationship that another one's table displaces has its new name in conditions`() throws {
        let imported = try ImportedText(
            """
            <entity name="Node"><relationship name="node" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Node"/></entity>
            <fetchRequest name="few" entity="Node" predicateString="node.@count &gt; 1"/>
            """)
        imported.expect("few: { where: node2.@count > 1 }")
    }

    @Test func `a condition on what does not exist is listed as it was`() throws {
        let imported = try ImportedText(Self.model("<fetchRequest name=\"odd\" entity=\"Row\" predicateString=\"länge &gt; 3 AND _price &gt; 1\"/>"))
        #expect(imported.errors == "")
        #expect(imported.lines.contains("condition on what there is not: Row.odd (länge > 3 AND _price > 1)"), "\(imported.lines)")
    }
}
