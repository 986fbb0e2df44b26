import Testing

/// Fetch templates and fetched properties: types of variables, and names.
struct FetchVariableTests {
    private static let entities = """
        <entity name="Order">
            <attribute name="number" attributeType="Integer 16"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            <relationship name="rows" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Row" inverseName="order"/>
            <fetchedProperty name="Type"><fetchRequest name="request" entity="Row" predicateString="order == $FETCH_SOURCE"/></fetchedProperty>
            <fetchedProperty name="all rows"><fetchRequest name="request" entity="Row"/></fetchedProperty>
        </entity>
        <entity name="Row">
            <attribute name="price" attributeType="Float"/>
            <attribute name="text" optional="YES" attributeType="String"/>
            <relationship name="order" optional="YES" deletionRule="Nullify" destinationEntity="Order" inverseName="rows"/>
        </entity>
        <composite name="Place"><attribute name="city" optional="YES" attributeType="String"/></composite>
        """

    @Test(arguments: [
        ("rows.@count &gt;= $n", "n: int64"),
        ("rows.@sum.price &lt; $total AND rows.@max.price &lt; $top", "top: float, total: double"),
        ("place.city BEGINSWITH[c] $city", "city: string"),
        ("number * 2 == $twice", "twice: int64"),
        ("number + $more &gt; 10", "more: int16"),
        ("number == -$n", "n: int16"),
        ("SUBQUERY(rows, $row, $row.price &gt; $least AND $row.text IN $texts).@count &gt; $count", "count: int64, least: float, texts: [string]"),
        ("ANY rows.text LIKE $like", "like: string"),
        ("number BETWEEN {$low, $high}", "high: int16, low: int16"),
        ("number IN {$first, 7}", "first: int16"),
    ])
    func `a variable has the type of what it is compared with, wherever it is`(predicate: String, parameters: String) throws {
        let imported = try ImportedText(Self.entities + "<fetchRequest name=\"some\" entity=\"Order\" predicateString=\"\(predicate)\"/>")
        #expect(imported.errors == "")
        #expect(imported.text.contains("parameters: { \(parameters) }"), "\(imported.text)\n\(imported.lines)")
    }

    @Test func `names of fetches, fetched properties and variables become names that the language takes`() throws {
        let imported = try ImportedText(
            Self.entities
                + """
                <fetchRequest name="my fetch" entity="Order" predicateString="number == 1"/>
                <fetchRequest name="self" entity="Order" predicateString="number == 2"/>
                <fetchRequest name="inside" entity="Row" predicateString="text == $in OR text == &quot;$in&quot; OR text == $inValue"/>
                """)
        imported.expect("TypeValue: { from: Row, where: order == $FETCH_SOURCE }", "all_rows: { from: Row }", "my_fetch: { where: number == 1 }", "selfFetch: { where: number == 2 }")
        #expect(imported.text.contains("parameters: { inValue: string, inValue2: string }"), "\(imported.text)")
        #expect(imported.text.contains(#"text == $inValue2 OR text == "$in" OR text == $inValue"#) || imported.text.contains(#"text == $inValue2 OR text == \"$in\" OR text == $inValue"#))
        #expect(
            Set(imported.lines) == [
                "renamed: Order.TypeValue (Type)", "renamed: Order.all_rows (all rows)", "renamed: Order.my_fetch (my fetch)", "renamed: Order.selfFetch (self)",
                "renamed: Row.inside $inValue2 ($in)",
            ])
    }

    @Test func `a variable that nothing gives a type is printed as such`() throws {
        let imported = try ImportedText(Self.entities + "<fetchRequest name=\"odd\" entity=\"Order\" predicateString=\"$a == $b\"/>")
        #expect(imported.errors == "")
        #expect(imported.lines.contains("fetch with a variable that is compared with no value of the model: Order.odd ($a == $b)"))
    }
}
