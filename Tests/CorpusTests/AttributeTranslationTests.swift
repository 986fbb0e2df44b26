import Testing

@testable import CoreDataImport

/// Attributes of Core Data in Trellis's words.
struct AttributeTranslationTests {
    @Test("What is not said to be optional is required, also where it is a scalar")
    func types() throws {
        try expectTranslation(
            """
            <entity name="Empty"/>
            <entity name="Item">
                <attribute name="a" attributeType="Integer 16"/>
                <attribute name="b" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
                <attribute name="c" attributeType="Integer 64"/>
                <attribute name="d" attributeType="Decimal"/>
                <attribute name="e" attributeType="Double"/>
                <attribute name="f" attributeType="Float"/>
                <attribute name="g" attributeType="String"/>
                <attribute name="h" attributeType="Boolean"/>
                <attribute name="i" attributeType="Date"/>
                <attribute name="j" attributeType="Binary"/>
                <attribute name="k" attributeType="UUID"/>
                <attribute name="l" optional="YES" attributeType="URI"/>
            </entity>
            """,
            becomes: """
                entities:
                  Empty: {}
                  Item:
                    attributes:
                      a: int16
                      b: int32?
                      c: int64
                      d: decimal
                      e: double
                      f: float
                      g: string
                      h: bool
                      i: date
                      j: data
                      k: uuid
                      l: url?
                """)
    }

    @Test("Defaults are read as Core Data reads them, and left out where they are no value")
    func defaults() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="a" attributeType="Boolean" defaultValueString="YES"/>
                <attribute name="b" attributeType="Boolean" defaultValueString="0.0"/>
                <attribute name="c" attributeType="Integer 16" defaultValueString="-7"/>
                <attribute name="d" attributeType="Integer 32" defaultValueString="NO"/>
                <attribute name="e" attributeType="Integer 16" defaultValueString="40000"/>
                <attribute name="f" attributeType="Date" defaultDateTimeInterval="86399.6" defaultValueString="ignored"/>
                <attribute name="g" attributeType="UUID" defaultValueString="empy"/>
                <attribute name="h" attributeType="URI" defaultValueString=""/>
                <attribute name="i" attributeType="String" defaultValueString="a &quot;b&quot; \\&#10;c"/>
                <attribute name="j" attributeType="Decimal" defaultValueString="0.0"/>
                <attribute name="k" attributeType="Float" defaultValueString="1"/>
                <attribute name="l" attributeType="Binary" defaultValueString="x"/>
            </entity>
            """,
            becomes: #"""
                entities:
                  Item:
                    attributes:
                      a: { type: bool, default: true }
                      b: { type: bool, default: false }
                      c: { type: int16, default: -7 }
                      d: { type: int32, default: 0 }
                      e: int16
                      f: { type: date, default: 2001-01-02T00:00:00Z }
                      g: uuid
                      h: url
                      i: { type: string, default: "a \"b\" \\\nc" }
                      j: { type: decimal, default: 0.0 }
                      k: { type: float, default: 1.0 }
                      l: data
                """#,
            remarks: [
                "default read as Core Data reads it: Item.b (0.0)",
                "default read as Core Data reads it: Item.d (NO)",
                "default that is no value of its type: Item.e (40000)",
                "date between two seconds: rounded: Item.f (86399.6)",
                "default that is no value of its type: Item.g (empy)",
                "default that is no value of its type: Item.h",
                "default that is no value of its type: Item.l (x)",
            ])
    }

    @Test("The bounds of a string are those of its length")
    func bounds() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="a" attributeType="String" minValueString="1" maxValueString="30" defaultValueString=""/>
                <attribute name="b" attributeType="Integer 16" minValueString="0" maxValueString="13" defaultValueString="0"/>
                <attribute name="c" attributeType="Date" minDateTimeInterval="0"/>
                <attribute name="d" attributeType="String" regularExpressionString="[A-Z]+"/>
                <attribute name="e" attributeType="Decimal" minValueString="0"/>
                <attribute name="f" attributeType="String" maxValueString="many"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    attributes:
                      a: { type: string, minLength: 1, maxLength: 30 }
                      b: { type: int16, min: 0, max: 13, default: 0 }
                      c: { type: date, min: 2001-01-01T00:00:00Z }
                      d: { type: string, pattern: "[A-Z]+" }
                      e: decimal
                      f: string
                """,
            remarks: [
                "default that is no value of its type: Item.a",
                "bound that is no value of its type: Item.e (0)",
                "bound that is no value of its type: Item.f (many)",
            ])
    }

    @Test("A transformable of a Codable class is JSON, another one data")
    func transformables() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="a" attributeType="Transformable" customClassName="[String: Double]"/>
                <attribute name="b" optional="YES" attributeType="Transformable" customClassName="NSAttributedString"/>
                <attribute name="c" attributeType="Transformable"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    attributes:
                      a: { type: json, swift: "[String: Double]" }
                      b: data?
                      c: data
                """,
            remarks: [
                "transformable without a Codable class: said as data: Item.b (NSAttributedString)",
                "transformable without a Codable class: said as data: Item.c",
            ])
    }

    @Test("A transient attribute is of any type, and begins as nil where nothing else is said")
    func transients() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="a" optional="YES" transient="YES"/>
                <attribute name="b" transient="YES" attributeType="String"/>
                <attribute name="c" transient="YES" attributeType="Integer 16" minValueString="1" defaultValueString="3"/>
                <attribute name="d" optional="YES" transient="YES" attributeType="Transformable" customClassName="NSAttributedString"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    attributes:
                      a: { type: json?, swift: Any, transient: true }
                      b: { type: string?, transient: true }
                      c: { type: int16, transient: true, default: 3 }
                      d: { type: json?, swift: "NSAttributedString", transient: true }
                """,
            remarks: [
                "without a type: said as Any: Item.a",
                "required transient without a default: said as optional: Item.b",
                "rule on a transient attribute: Item.c",
            ])
    }

    @Test("Composites are kept, those without attributes left out")
    func composites() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <attribute name="nothing" attributeType="Composite" composite="Nothing"/>
                <attribute name="next" attributeType="Composite" composite="Next"/>
            </entity>
            <composite name="Place">
                <attribute name="name" attributeType="String" defaultValueString="here"/>
                <attribute name="next" optional="YES" attributeType="Composite" composite="Next"/>
            </composite>
            <composite name="Next"><attribute name="number" attributeType="Integer 16"/></composite>
            <composite name="Nothing"/>
            """,
            becomes: """
                composites:
                  Place:
                    attributes:
                      name: { type: string, default: "here" }
                      next: Next?
                  Next:
                    attributes:
                      number: int16
                entities:
                  Item:
                    attributes:
                      place: Place?
                      next: Next
                """,
            remarks: ["composite without attributes: Nothing"])
    }
}
