import Testing

@testable import CoreDataImport

/// Entities and relationships of Core Data in Trellis's words.
struct EntityTranslationTests {
    @Test("Entities inherit, and what two of one table call the same gets a column of its own")
    func inheritance() throws {
        try expectTranslation(
            """
            <entity name="Message" isAbstract="YES">
                <attribute name="number" attributeType="Integer 64"/>
            </entity>
            <entity name="TextMessage" parentEntity="Message">
                <attribute name="text" attributeType="String"/>
                <relationship name="next" optional="YES" deletionRule="Nullify" destinationEntity="Message"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="number"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="SystemMessage" parentEntity="Message">
                <attribute name="text" attributeType="String"/>
                <relationship name="next" optional="YES" deletionRule="Nullify" destinationEntity="Message"/>
            </entity>
            """,
            becomes: """
                entities:
                  Message:
                    abstract: true
                    attributes:
                      number: int64
                  TextMessage:
                    parent: Message
                    attributes:
                      text: string
                    relationships:
                      next: { to: Message? }
                    unique: [[number]]
                  SystemMessage:
                    parent: Message
                    attributes:
                      text: { type: string, column: system_message_text }
                    relationships:
                      next: { to: Message?, column: system_message_next_id }
                """,
            remarks: [
                "given a column, because another property of the table has that one: SystemMessage.text (system_message_text)",
                "given a column, because another property of the table has that one: SystemMessage.next (system_message_next_id)",
            ])
    }

    @Test("Relationships keep their kinds, counts and rules")
    func relationships() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <relationship name="all" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Part" inverseName="item"/>
                <relationship name="some" optional="YES" toMany="YES" minCount="2" maxCount="5" deletionRule="Deny" destinationEntity="Item" inverseName="some"/>
                <relationship name="next" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Item"/>
            </entity>
            <entity name="Part">
                <relationship name="item" minCount="1" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="all"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    relationships:
                      all: { to: [Part], inverse: item, deleteRule: cascade, ordered: true, optional: false }
                      some: { to: [Item], inverse: some, deleteRule: deny, minCount: 2, maxCount: 5, optional: true }
                      next: { to: Item?, deleteRule: noAction }
                  Part:
                    relationships:
                      item: { to: Item, inverse: all }
                """)
    }

    @Test("Of a one-to-one the side that is deleted along holds the key, and else the first")
    func keys() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <relationship name="image" optional="YES" deletionRule="Cascade" destinationEntity="Image" inverseName="item"/>
                <relationship name="cover" optional="YES" deletionRule="Nullify" destinationEntity="Image" inverseName="covered"/>
                <relationship name="proof" deletionRule="Nullify" destinationEntity="Image" inverseName="proven"/>
            </entity>
            <entity name="Image">
                <relationship name="item" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="image"/>
                <relationship name="covered" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="cover"/>
                <relationship name="proven" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="proof"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    relationships:
                      image: { to: Image?, inverse: item, deleteRule: cascade }
                      cover: { to: Image?, inverse: covered }
                      proof: { to: Image, inverse: proven }
                  Image:
                    relationships:
                      item: { to: Item?, inverse: image, key: here }
                      covered: { to: Item?, inverse: cover, key: here }
                      proven: { to: Item?, inverse: proof }
                """,
            remarks: [
                "side of a one-to-one chosen for the key: Image.item",
                "side of a one-to-one chosen for the key: Image.covered",
            ])
    }

    @Test("Sides that do not match are repaired or left out")
    func brokenEnds() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <relationship name="a" optional="YES" deletionRule="Nullify" destinationEntity="Nowhere"/>
                <relationship name="b" optional="YES" transient="YES" deletionRule="Nullify" destinationEntity="Item"/>
                <relationship name="c" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="d"/>
                <relationship name="d" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="e"/>
                <relationship name="e" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="d"/>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    relationships:
                      c: { to: Item? }
                      d: { to: Item?, inverse: e, key: here }
                      e: { to: Item?, inverse: d }
                """,
            remarks: [
                "relationship to an entity that there is not: Item.a (Nowhere)",
                "transient relationship: Item.b",
                "inverse that does not point back: Item.c (Item.d)",
                "side of a one-to-one chosen for the key: Item.d",
            ])
    }

    @Test("Uniqueness and indexes of every age are kept where there is a column")
    func indexes() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="a" attributeType="String" indexed="YES"/>
                <attribute name="b" attributeType="String"/>
                <attribute name="c" optional="YES" attributeType="Transformable" customClassName="[String]"/>
                <relationship name="r" optional="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="many"/>
                <relationship name="many" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="r"/>
                <compoundIndexes><compoundIndex><index value="b"/><index value="a"/></compoundIndex></compoundIndexes>
                <fetchIndex name="byA"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
                <fetchIndex name="byB"><fetchIndexElement property="b" type="Binary" order="descending"/></fetchIndex>
                <fetchIndex name="where" partialIndexPredicate="a == nil"><fetchIndexElement property="b" type="Binary" order="ascending"/></fetchIndex>
                <fetchIndex name="tree"><fetchIndexElement property="b" type="RTree" order="ascending"/></fetchIndex>
                <fetchIndex name="byC"><fetchIndexElement property="c" type="Binary" order="ascending"/></fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="a"/><constraint value="r"/></uniquenessConstraint>
                    <uniquenessConstraint><constraint value="many"/></uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            """,
            becomes: """
                entities:
                  Item:
                    attributes:
                      a: string
                      b: string
                      c: { type: json?, swift: "[String]" }
                    relationships:
                      r: { to: Item?, inverse: many }
                      many: { to: [Item], inverse: r }
                    unique: [[a, r]]
                    indexes:
                      - [a]
                      - [b, a]
                      - [-b]
                      - { on: [b], where: "a == nil" }
                """,
            remarks: [
                "uniqueness of what has no column: Item.many",
                "index of what has no column, or of another kind: Item.b",
                "index of what has no column, or of another kind: Item.c",
            ])
    }

    @Test("Variables of fetches have the types of what they are compared with")
    func fetches() throws {
        try expectTranslation(
            """
            <entity name="Item">
                <attribute name="number" attributeType="Integer 32"/>
                <relationship name="owner" optional="YES" deletionRule="Nullify" destinationEntity="Owner" inverseName="items"/>
            </entity>
            <entity name="Owner">
                <attribute name="name" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="owner"/>
                <fetchedProperty name="first"><fetchRequest name="request" entity="Item" predicateString="owner == $FETCH_SOURCE AND owner.name == $FETCH_SOURCE.name AND number = 1"/></fetchedProperty>
            </entity>
            <fetchRequest name="all" entity="Item"/>
            <fetchRequest name="ofOwner" entity="Item" fetchLimit="3" predicateString="owner == $who OR owner.name == $NAME"/>
            <fetchRequest name="ids" entity="Item" resultType="1" predicateString="$least &lt;= number"/>
            <fetchRequest name="always" entity="Item" predicateString="true == true"/>
            <fetchRequest name="later" entity="Item" predicateString="SUBQUERY(owner.items, $x, $x.number == 1).@count > 0"/>
            <fetchRequest name="broken" entity="Item" predicateString="size == 1"/>
            <fetchRequest name="listed" entity="Item" predicateString="number IN $numbers AND owner.name BEGINSWITH[c] $start"/>
            <fetchRequest name="rich" entity="Owner" predicateString="ANY items.number BETWEEN {$low, 9}"/>
            """,
            becomes: """
                entities:
                  Item:
                    attributes:
                      number: int32
                    relationships:
                      owner: { to: Owner?, inverse: items }
                    fetches:
                      all: {}
                      ofOwner: { parameters: { NAME: string, who: Owner }, where: "owner == $who OR owner.name == $NAME", limit: 3 }
                      ids: { parameters: { least: int32 }, where: "$least <= number" }
                      always: { where: "true == true" }
                      later: { where: "SUBQUERY(owner.items, $x, $x.number == 1).@count > 0" }
                      listed: { parameters: { numbers: [int32], start: string }, where: "number IN $numbers AND owner.name BEGINSWITH[c] $start" }
                  Owner:
                    attributes:
                      name: string
                    relationships:
                      items: { to: [Item], inverse: owner }
                    fetches:
                      rich: { parameters: { low: int32 }, where: "ANY items.number BETWEEN {$low, 9}" }
                    fetchedProperties:
                      first: { from: Item, where: "owner == $FETCH_SOURCE AND owner.name == $FETCH_SOURCE.name AND number = 1" }
                """,
            remarks: [
                "fetch of other things than objects: Item.ids",
                "condition on what there is not: Item.broken (size == 1)",
            ])
    }

    @Test("Names that Trellis keeps for itself become others, and keep their tables and columns")
    func names() throws {
        try expectTranslation(
            """
            <entity name="Fetch">
                <attribute name="_hidden" attributeType="String"/>
                <attribute name="isDeleted" attributeType="Boolean"/>
                <attribute name="größe" attributeType="String"/>
                <relationship name="objectID" optional="YES" deletionRule="Nullify" destinationEntity="Fetch" inverseName="back"/>
                <relationship name="back" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Fetch" inverseName="objectID"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="_hidden"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="Shop2"/>
            """,
            becomes: """
                entities:
                  FetchEntity:
                    table: fetch
                    attributes:
                      hidden: string
                      isDeletedValue: { type: bool, column: is_deleted }
                      gr_e: string
                    relationships:
                      objectIDValue: { to: FetchEntity?, inverse: back, column: object_id }
                      back: { to: [FetchEntity], inverse: objectIDValue }
                    unique: [[hidden]]
                  Shop2: {}
                """,
            ofModel: "Shop2Model",
            remarks: [
                "renamed: FetchEntity (Fetch)",
                "renamed: FetchEntity.hidden (_hidden)",
                "renamed: FetchEntity.gr_e (größe)",
                "renamed: FetchEntity.isDeletedValue (isDeleted)",
                "renamed: FetchEntity.objectIDValue (objectID)",
            ])
    }
}
