import CoreDataHistory
import Foundation
import SchemaEvolution
import TestSupport
import Testing

@testable import CoreDataImport

/// Damaged and hostile mapping models.
struct DamagedMappingTests {
    private static let versions = [
        CoreDataVersion(
            name: "Shop", file: "Shop.xcdatamodel/contents",
            contents: Data(
                """
                <model><entity name="Order"><attribute name="info" optional="YES" attributeType="String"/>
                <relationship name="rows" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Row" inverseName="order"/></entity>
                <entity name="Row"><relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="rows"/></entity></model>
                """.utf8)),
        CoreDataVersion(
            name: "Shop 2", file: "Shop 2.xcdatamodel/contents",
            contents: Data(
                """
                <model><entity name="Order"><attribute name="note" optional="YES" attributeType="String"/><attribute name="kind" optional="YES" attributeType="Integer 16"/>
                <relationship name="lines" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Line" inverseName="order"/></entity>
                <entity name="Line"><relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="lines"/></entity></model>
                """.utf8)),
    ]

    private static let whole = MappingFixture(
        from: "Shop.xcdatamodeld/Shop.xcdatamodel", to: "Shop.xcdatamodeld/Shop 2.xcdatamodel",
        [
            .init(
                "Order", "Order", attributes: [.init("note", .source("info")), .init("kind", .constant(.integer(3)))],
                relationships: [.init("lines", .members("rows"))]),
            .init("Row", "Line", relationships: [.init("order")]),
        ]
    ).xml

    private func history(_ mapping: Data) throws(HistoryImport.Failure) -> HistoryImport {
        try HistoryImport(
            Self.versions, named: "Shop", mappings: [CoreDataMapping(file: "Step.xcmappingmodel/xcmapping.xml", contents: mapping, near: "Shop")],
            after: HistoryFiles(model: "Shop.yaml", folder: "versions", contents: [:]), losses: nil)
    }

    /// The file with some bytes, lines or values changed.
    private static func mutated(using generator: inout SeededGenerator) -> Data {
        let hostile = ["", "0", "z101", "z102", "Row", "Line", "Order", "info", "a.b.c", "order", "&#10;x: [", "É", "'", "YnBsaXN0MDA=", String(repeating: "n", count: 5_000)]
        if Bool.random(using: &generator) {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let values = text.matches(of: /[">]([^"<>\n]*)["<]/)
                guard let value = values.randomElement(using: &generator), let other = values.randomElement(using: &generator) else { break }
                let new = Bool.random(using: &generator) ? hostile.randomElement(using: &generator) ?? "" : String(other.output.1)
                text.replaceSubrange(value.output.1.startIndex..<value.output.1.endIndex, with: new)
            }
            return Data(text.utf8)
        }
        var bytes = Array(whole.utf8)
        if Bool.random(using: &generator) {
            var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = Bool.random(using: &generator) ? lines.remove(at: Int.random(in: 0..<lines.count, using: &generator)) : lines.randomElement(using: &generator) ?? []
            lines.insert(line, at: Int.random(in: 0...lines.count, using: &generator))
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        } else {
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
        }
        return Data(bytes)
    }

    @Test func `a mapping model that is damaged at any place is listed with the place, or decides`() throws {
        #expect(try history(Data(Self.whole.utf8)).steps.map(\.kind) == [.frozen(decisions: 0, renames: 0), .frozen(decisions: 4, renames: 0, mapped: 4)])
        var generator = SeededGenerator.forTests("damaged mappings")
        var (unread, decided) = (0, 0)
        for _ in 0..<TestScale.count(120, long: 5_000) {
            let result = try history(Self.mutated(using: &generator))
            // A mapping model alone stops no import: its step is frozen, or asks what it asks without one.
            #expect(result.steps.count == 2)
            #expect(result.findings.allSatisfy { !["TR2101", "TR2105", "TR2107", "TR2114"].contains($0.code.name) }, "\(result.findings.map(\.message))")
            for remark in result.mappingRemarks where remark.kind == .mappingFile {
                unread += 1
                #expect(remark.detail.hasPrefix("line "), "\(remark.detail)")
            }
            if case .frozen(_, _, let mapped)? = result.steps.last?.kind, mapped > 0 { decided += 1 }
        }
        print("damaged mappings: \(unread) not read, \(decided) decide")
        #expect(unread > 0 && decided > 0)
    }

    @Test(arguments: [
        (#"idrefs="z102 z103""#, #"idrefs="z102 z7""#, "the file has no object 'z7'"),
        (#"idrefs="z104 z105""#, #"idrefs="z101""#, "the object 'z101' is no 'XDDEVATTRIBUTEMAPPING'"),
        (#"type="XDDEVMAPPINGMODEL""#, #"type="OTHER""#, "the file has no mapping model"),
        ("<database>", "<plist>", "the file is not XML"),
    ])
    func `references that lead nowhere or back are refused with their line`(old: String, new: String, message: String) throws {
        let remarks = try history(Data(Self.whole.replacing(old, with: new).utf8)).mappingRemarks
        #expect(remarks.count == 1 && remarks[0].kind == .mappingFile, "\(remarks)")
        #expect(remarks.first?.detail.contains(message) == true, "\(remarks)")
        #expect(remarks.first?.detail.hasPrefix("line ") == true, "\(remarks)")
    }

    @Test func `texts that entities make longer than the file are refused`() throws {
        let entities = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        let text = "<!DOCTYPE database [<!ENTITY e0 \"0123456789\">\(entities)]><database><object type=\"XDDEVMAPPINGMODEL\" id=\"z1\">"
            + "<attribute name=\"sourcemodelpath\">&e9;</attribute></object></database>"
        let time = try ContinuousClock().measure {
            let remarks = try history(Data(text.utf8)).mappingRemarks
            #expect(remarks.first?.kind == .mappingFile && remarks.first?.detail.hasPrefix("line ") == true, "\(remarks)")
        }
        #expect(time < .seconds(20))
    }
}
