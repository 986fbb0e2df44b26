import CoreDataExport
import CoreDataHistory
import Diagnostics
import Foundation
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing

@testable import CoreDataImport

/// Damaged and hostile files of bundles.
struct DamagedBundleTests {
    /// A model with everything that the format has.
    private static let whole = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
            <entity name="Thing" representedClassName=".ThingObject" isAbstract="YES" syncable="YES">
                <attribute name="changed" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>
                <attribute name="name" attributeType="String" defaultValueString="new" minValueString="1" maxValueString="30" regularExpressionString="[a-z]+"/>
                <attribute name="plain" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
            </entity>
            <entity name="Item" representedClassName="Item" parentEntity="Thing" syncable="YES" elementID="OldItem">
                <attribute name="count" attributeType="Integer 16" defaultValueString="0" minValueString="0" usesScalarValueType="YES" indexed="YES"/>
                <attribute name="cover" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES"/>
                <attribute name="day" optional="YES" attributeType="Date" defaultDateTimeInterval="86400" versionHashModifier="2"/>
                <attribute name="ownerName" optional="YES" attributeType="String" derived="YES" derivationExpression="owner.name"/>
                <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
                <attribute name="tags" optional="YES" attributeType="Transformable" customClassName="[String]" valueTransformerName="X"/>
                <attribute name="temporary" optional="YES" transient="YES"/>
                <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Owner" inverseName="items" inverseEntity="Owner"/>
                <fetchIndex name="byCount" partialIndexPredicate="count > 0"><fetchIndexElement property="count" type="Binary" order="descending"/></fetchIndex>
                <uniquenessConstraints><uniquenessConstraint><constraint value="count"/><constraint value="owner"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="Owner" representedClassName="NSManagedObject" syncable="YES">
                <attribute name="itemCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="items.@count"/>
                <attribute name="name" optional="YES" attributeType="String" elementID="title"/>
                <relationship name="items" optional="YES" toMany="YES" minCount="1" maxCount="9" ordered="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="owner" inverseEntity="Item"/>
                <fetchedProperty name="empty" optional="YES"><fetchRequest name="request" entity="Item" predicateString="owner == $FETCH_SOURCE AND count == 0"/></fetchedProperty>
                <userInfo><entry key="doc" value="Who has it."/><entry key="other" value="&lt;x&gt;"/></userInfo>
            </entity>
            <composite name="Place"><attribute name="x" attributeType="Double" defaultValueString="0"/></composite>
            <fetchRequest name="named" entity="Item" predicateString="name BEGINSWITH[cd] $start" fetchLimit="3"/>
            <configuration name="One"><memberEntity name="Item"/></configuration>
        </model>

        """

    private static let hostile = [
        "", "0", "-1", "99999999999999999999", "NaN", "1e400", "YES", "a.b.c", "SELF == SELF", "É&#10;: [", "description", "Item", "Owner", "Thing", "now()",
        "items.@count", "owner.items.count", "x y", "&#9;{", "$FETCH_SOURCE.name == name", "(((((", "Composite", "Date", "Undefined", String(repeating: "n", count: 5_000),
    ]

    /// The model with some bytes or some values changed.
    private static func mutated(using generator: inout SeededGenerator) -> Data {
        if Bool.random(using: &generator) {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let values = text.matches(of: /="([^"]*)"/)
                guard let value = values.randomElement(using: &generator), let other = values.randomElement(using: &generator) else { break }
                let new = Bool.random(using: &generator) ? hostile.randomElement(using: &generator) ?? "" : String(other.output.1)
                text.replaceSubrange(value.output.1.startIndex..<value.output.1.endIndex, with: new)
            }
            return Data(text.utf8)
        }
        var bytes = Array(whole.utf8)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
        case 1:
            // A line twice, or elsewhere.
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = Bool.random(using: &generator) ? lines.remove(at: Int.random(in: 0..<lines.count, using: &generator)) : lines.randomElement(using: &generator) ?? []
            lines.insert(line, at: Int.random(in: 0...lines.count, using: &generator))
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        default:
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return Data(bytes)
    }

    private func history(_ contents: [Data]) throws -> HistoryImport {
        let versions = contents.enumerated().map { CoreDataVersion(name: "Shop \($0 + 1)", file: "Shop \($0 + 1).xcdatamodel/contents", contents: $1) }
        return try HistoryImport(
            versions, named: "Shop", after: HistoryFiles(model: "Shop.yaml", folder: "versions", contents: [:]), losses: "Tested.")
    }

    @Test func `a bundle that is damaged at any place is refused with the place, or imported`() throws {
        #expect(try history([Data(Self.whole.utf8)]).steps.map(\.kind) == [.frozen(decisions: 0, renames: 0)])
        var generator = SeededGenerator.forTests("damaged bundles")
        let count = TestScale.count(150, long: 20_000)
        var (taken, refused, unreadable, slowest) = (0, 0, 0, Duration.zero)
        let clock = ContinuousClock()
        for number in 0..<count {
            let contents = Self.mutated(using: &generator)
            let time = try clock.measure {
                do {
                    // Some as the second version of a history.
                    let result = try history(number.isMultiple(of: 10) ? [Data(Self.whole.utf8), contents] : [contents])
                    guard result.findings.containsError else {
                        taken += 1
                        return try expectExport(result, contents)
                    }
                    refused += 1
                    #expect(result.findings.allSatisfy { !$0.span.file.isEmpty && $0.span.start.line > 0 && !$0.message.isEmpty })
                    let names = ["Shop 1.yaml", "Shop 2.yaml"]
                    #expect(!result.findings.contains { names.contains($0.span.file) }, "a place in a file that does not exist")
                } catch HistoryImport.Failure.unreadable(_, let error) {
                    unreadable += 1
                    #expect(error.message.hasPrefix("line "), "\(error.message)")
                }
            }
            slowest = max(slowest, time)
        }
        print("damaged bundles: \(taken) imported, \(refused) refused, \(unreadable) unreadable of \(count), the slowest after \(slowest)")
        #expect(taken > 0 && refused > 0 && unreadable > 0)
        #expect(slowest < .seconds(20))
        // Other tests run in this process too, but for the long run.
        if TestScale.isLong { #expect(PeakMemory.bytes.map { $0 < 500 << 20 } ?? true) }
    }

    /// What was imported can be exported, and the export is XML.
    private func expectExport(_ result: HistoryImport, _ contents: Data) throws {
        guard let model = ModelReader.read(Array(result.text.utf8), file: "Shop.yaml").model else {
            Issue.record("the imported model is not read: \(result.text)")
            return
        }
        let bundle = BundleExport([ExportedVersion(number: 1, model: model)], named: "Shop")
        let again = try history([Data(bundle.files[0].text.utf8)])
        #expect(!again.findings.containsError, "\(String(decoding: contents, as: UTF8.self))\n\(again.findings.map(\.message))\n\(bundle.files[0].text)")
    }

    @Test(
        arguments: [
            // An ordered relationship leads back to both, so that both would have one column for their places.
            ("owner", ##"<relationship name="owner" maxCount="1" destinationEntity="Owner" inverseName="items" inverseEntity="Owner"/>"##, 2, 1),
            ("others", ##"<relationship name="others" toMany="YES" destinationEntity="Owner"/>"##, 2, 1),
            // Each has a table for what it leads to.
            ("Item", ##"<relationship name="others" toMany="YES" destinationEntity="Owner"/>"##, 1, 3),
        ])
    func `what has the name of another is refused by that name`(name: String, relationship: String, times: Int, entities: Int) throws {
        let item = "<entity name=\"Item\">\(String(repeating: relationship, count: times))</entity>"
        let owner = ##"<entity name="Owner"><relationship name="items" toMany="YES" ordered="YES" destinationEntity="Item" inverseName="owner" inverseEntity="Item"/></entity>"##
        let text = "<model>\(String(repeating: item, count: entities))\(owner)</model>"
        let findings = try history([Data(text.utf8)]).findings
        #expect(findings.contains { $0.code == .init("TR1004") && $0.message == "the key '\(name)' is a duplicate" }, "\(findings.map(\.message))")
    }

    @Test func `a value that does not fit a pattern of great length is left out within seconds`() throws {
        let pattern = String(repeating: "n", count: 40_000)
        let attribute = "name=\"name\" attributeType=\"String\" defaultValueString=\"new\" regularExpressionString=\"\(pattern)\""
        let time = try ContinuousClock().measure {
            let result = try history([Data("<model><entity name=\"Item\"><attribute \(attribute)/></entity></model>".utf8)])
            let isImported = !result.findings.containsError && result.text.contains(pattern) && !result.text.contains("default")
            // The text itself is too long to be shown.
            #expect(isImported, "\(result.findings.map(\.code))")
        }
        #expect(time < .seconds(20))
    }

    @Test func `entities of XML that expand without end are refused`() throws {
        let entities = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        let text = "<!DOCTYPE model [<!ENTITY e0 \"0123456789\">\(entities)]><model><entity name=\"&e9;\"/></model>"
        let time = ContinuousClock().measure {
            // Refused by the parser, or by the name's length.
            guard let model = try? CoreDataModel(contents: Data(text.utf8)) else { return }
            #expect(Translation(model, named: "Shop").text.utf8.count < 1 << 20)
        }
        #expect(time < .seconds(20))
    }
}
