import Testing

/// Attributes that the language says in other words than Core Data, or not at all.
struct UnusualAttributeTests {
    @Test func `a class of the app's own module is named, and one that is no name becomes data`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="own" optional="YES" attributeType="Transformable" customClassName=".Paint"/>
                <attribute name="pair" optional="YES" attributeType="Transformable" customClassName="(x: Int, y: Int)"/>
                <attribute name="kept" optional="YES" attributeType="Transformable" transient="YES" customClassName="() -> Void"/>
            </entity>
            """)
        imported.expect("own: { type: json?, swift: Paint }", "pair: data?", "kept: { type: json?, swift: Any, transient: true }")
        #expect(
            imported.lines == [
                "transformable without a Codable class: said as data: Item.pair ((x: Int, y: Int))", "without a type: said as Any: Item.kept (() -> Void)",
            ])
    }

    @Test func `external storage of what cannot be lazy is printed`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="style" optional="YES" attributeType="Transformable" customClassName="Style" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="archive" optional="YES" attributeType="Transformable" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="frame" optional="YES" attributeType="Composite" composite="Frame"/>
            </entity>
            <composite name="Frame">
                <attribute name="back" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
                <attribute name="now" optional="YES" attributeType="Date" transient="YES"/>
            </composite>
            """)
        imported.expect("image: { type: data?, lazy: true }", "archive: { type: data?, lazy: true }", "style: { type: json?, swift: Style }", "attributes: { back: data? }")
        #expect(
            imported.lines == [
                "transient part of a composite: Frame.now", "external storage without 'lazy': loaded with the object: Frame.back",
                "Preserve After Deletion of a composite's part: Frame.back", "external storage without 'lazy': loaded with the object: Item.style",
                "transformable without a Codable class: said as data: Item.archive",
            ])
    }

    @Test func `dates between two seconds are rounded and printed, and bounds refuse nothing more`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="day" attributeType="Date" minDateTimeInterval="59.7" maxDateTimeInterval="3600.2" defaultDateTimeInterval="60.4"/>
            </entity>
            """)
        imported.expect("min: 2001-01-01T00:00:59Z", "max: 2001-01-01T01:00:01Z", "default: 2001-01-01T00:01:00Z")
        #expect(imported.lines == ["59.7", "3600.2", "60.4"].map { "date between two seconds: rounded: Item.day (\($0))" })
    }

    @Test func `uniqueness and indexes of a composite's parts are kept`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <fetchIndex name="byName"><fetchIndexElement property="place.name" type="Binary" order="descending"/></fetchIndex>
                <fetchIndex name="byAll"><fetchIndexElement property="place" type="Binary" order="ascending"/></fetchIndex>
                <uniquenessConstraints><uniquenessConstraint><constraint value="place.spot.x"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <composite name="Place">
                <attribute name="name" optional="YES" attributeType="String"/>
                <attribute name="spot" optional="YES" attributeType="Composite" composite="Spot"/>
            </composite>
            <composite name="Spot"><attribute name="x" optional="YES" attributeType="Double"/></composite>
            """)
        imported.expect("unique: [place.spot.x]", "indexes: [-place.name]")
        #expect(imported.lines == ["index of what has no column, or of another kind: Item.place"])
    }

    @Test func `dates are those of the Gregorian calendar, also before it began`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="old" attributeType="Date" defaultDateTimeInterval="-16000000000" minDateTimeInterval="-63113904000"/>
                <attribute name="older" optional="YES" attributeType="Date" maxDateTimeInterval="-63113904001"/>
                <attribute name="never" optional="YES" attributeType="Date" maxDateTimeInterval="1e300"/>
            </entity>
            """)
        imported.expect("old: { type: date, min: 0001-01-01T00:00:00Z, default: 1493-12-24T19:33:20Z }", "older: date?", "never: date?")
        #expect(imported.lines.count == 2 && imported.lines.allSatisfy { $0.contains("Item.older (-63113904001)") || $0.contains("Item.never (1e300)") }, "\(imported.lines)")
    }

    @Test func `a composite without a name and a pattern of a number are printed`() throws {
        let imported = try ImportedText(
            """
            <entity name="Item">
                <attribute name="place" optional="YES" attributeType="Composite"/>
                <attribute name="spot" optional="YES" attributeType="Composite" composite=""/>
                <attribute name="count" optional="YES" attributeType="Integer 32" regularExpressionString="[0-9]"/>
            </entity>
            """)
        imported.expect("place: { type: json?, swift: Any }", "spot: { type: json?, swift: Any }", "count: int32?")
        #expect(
            imported.lines == [
                "without a type: said as Any: Item.place", "without a type: said as Any: Item.spot", "pattern that the language does not read: Item.count ([0-9])",
            ])
    }
}
