import Diagnostics
import Foundation
import SchemaModel
import TestSupport
import Testing

@testable import CoreDataImport

/// Models in archives.
struct ArchivedModelTests {
    @Test func `an archived model becomes the model that its XML becomes`() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <model>
            <entity name="Gift" parentEntity="Item" representedClassName="NSManagedObject">
                <attribute name="bonus" optional="YES" attributeType="Integer 64"/>
            </entity>
            <entity name="Item" representedClassName="NSManagedObject">
                <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
                <attribute name="extra" optional="YES" attributeType="Transformable" customClassName="Extra"/>
                <attribute name="isDone" optional="YES" attributeType="Boolean"/>
                <attribute name="large" optional="YES" attributeType="Integer 64"/>
                <attribute name="link" optional="YES" attributeType="URI"/>
                <attribute name="made" optional="YES" attributeType="Date"/>
                <attribute name="middle" optional="YES" attributeType="Integer 32"/>
                <attribute name="name" attributeType="String"/>
                <attribute name="payload" optional="YES" attributeType="Binary"/>
                <attribute name="price" optional="YES" attributeType="Decimal"/>
                <attribute name="ratio" optional="YES" attributeType="Float"/>
                <attribute name="small" optional="YES" attributeType="Integer 16"/>
                <attribute name="token" optional="YES" attributeType="UUID"/>
                <attribute name="weight" optional="YES" attributeType="Double"/>
                <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="items"/>
                <relationship name="tags" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Mark" inverseName="items"/>
            </entity>
            <entity name="Mark" representedClassName="NSManagedObject">
                <attribute name="label" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags"/>
            </entity>
            <entity name="Owner" representedClassName="NSManagedObject">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="owner"/>
            </entity>
            </model>
            """
        for transformables in [Translation.Transformables.codable, .archives] {
            let read = Translation(try CoreDataModel(contents: Data(xml.utf8)), named: "Shelf", transformables: transformables)
            let archived = Translation(try CoreDataModel(contents: Data(CoreDataFixture.shelf.archive)), named: "Shelf", transformables: transformables)
            #expect(archived.text == read.text)
            #expect(archived.remarks == read.remarks)
        }
    }

    @Test func `archives that are damaged at any place are refused with the place, or read`() throws {
        let whole = CoreDataFixture.shelf.archive
        var generator = SeededGenerator.forTests("archives")
        let count = TestScale.count(400, long: 20_000)
        var refused = 0
        for _ in 0..<count {
            var bytes = whole
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            case 1: bytes.removeSubrange(8..<(8 + Int.random(in: 1..<64, using: &generator)))
            default:
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    // Often in the trailer and the table of objects, where a byte changes most.
                    let first = Bool.random(using: &generator) ? 0 : bytes.count * 3 / 4
                    bytes[Int.random(in: first..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            do {
                let model = try CoreDataModel(contents: Data(bytes))
                // What was read is translated, whatever it says.
                _ = ModelReader.read(Array(Translation(model, named: "Shelf").text.utf8), file: "Shelf.yaml")
            } catch {
                #expect(!error.message.isEmpty)
                refused += 1
            }
        }
        #expect(refused > 0 && refused < count)
    }

    @Test func `an archive whose objects hold each other is read once, or refused`() throws {
        var writer = ArchiveWriter()
        // A list of a list of a list: each ten times.
        var part = writer.array([])
        for _ in 0..<12 { part = writer.array(Array(repeating: part, count: 10)) }
        let root = writer.object("NSManagedObjectModel", [("NSEntities", part), ("NSConfigurations", part)])
        #expect(try CoreDataModel(contents: Data(writer.bytes(root: root))).entities.isEmpty)
    }

    @Test func `a predicate that holds itself is no condition`() throws {
        var writer = ArchiveWriter()
        let entity = writer.object("NSEntityDescription", [("NSEntityName", writer.text("Item"))])
        guard case .reference(let last) = writer.add(.bool(true)) else { return }
        // Each of the two objects comes after its class.
        let parts = writer.array([.reference(last + 4), .reference(last + 4)])
        let itself = writer.object("NSCompoundPredicate", [("NSCompoundPredicateType", .integer(1)), ("NSSubpredicates", parts)])
        let fetch = writer.object("NSFetchRequest", [("NSEntity", entity), ("NSPredicate", itself)])
        let root = writer.object(
            "NSManagedObjectModel",
            [("NSEntities", writer.dictionary([("Item", entity)])), ("NSFetchRequestTemplates", writer.dictionary([("all", fetch)]))])
        #expect(try CoreDataModel(contents: Data(writer.bytes(root: root))).fetches.map(\.predicate) == ["<NSCompoundPredicate>"])
    }

    @Test func `a dictionary whose values are itself is empty`() throws {
        var writer = ArchiveWriter()
        guard case .reference(let last) = writer.add(.bool(true)) else { return }
        // The object comes after its class.
        let itself = writer.object("NSKnownKeysDictionary1", [("values", .reference(last + 2))])
        let root = writer.object("NSManagedObjectModel", [("NSEntities", itself)])
        #expect(try CoreDataModel(contents: Data(writer.bytes(root: root))).entities.isEmpty)
    }

    @Test func `a list of constants that holds itself is no condition`() throws {
        var writer = ArchiveWriter()
        let entity = writer.object("NSEntityDescription", [("NSEntityName", writer.text("Item"))])
        // The class of arrays is there before the array that holds itself.
        _ = writer.array([])
        guard case .reference(let last) = writer.add(.bool(true)) else { return }
        let itself = writer.array([.reference(last + 1)])
        let constant = writer.object("NSConstantValueExpression", [("NSConstantValue", itself)])
        let path = writer.object("NSKeyPathSpecifierExpression", [("NSKeyPath", writer.text("name"))])
        let comparison = writer.object(
            "NSComparisonPredicate",
            [
                ("NSLeftExpression", path), ("NSRightExpression", constant),
                ("NSPredicateOperator", writer.object("NSInPredicateOperator", [("NSOperatorType", .integer(10))])),
            ])
        let fetch = writer.object("NSFetchRequest", [("NSEntity", entity), ("NSPredicate", comparison)])
        let root = writer.object(
            "NSManagedObjectModel",
            [("NSEntities", writer.dictionary([("Item", entity)])), ("NSFetchRequestTemplates", writer.dictionary([("all", fetch)]))])
        #expect(try CoreDataModel(contents: Data(writer.bytes(root: root))).fetches.map(\.predicate) == ["<NSComparisonPredicate>"])
    }
}
