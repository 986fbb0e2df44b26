import AgencyModel
import Foundation
import SQLiteStorage
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Programs with steps in Swift, as the compiler sees them.
struct SwiftStepCodeTests {
    private func files(_ folder: String) throws -> [String: String] {
        let path = "\(Project.root)/Tests/Cases/swift-steps/\(folder)"
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) })
    }

    @Test("A program without a step does not compile, and one with it does")
    func required() throws {
        let generated = try files("expected")
        let compiled = try SwiftCompilation(files: generated.merging(try files("Steps")) { $1 }, options: ["-warnings-as-errors"])
        #expect(compiled.succeeded, "\(compiled.output)")
        var steps = try files("Steps")
        steps["Agency+Steps.swift"] = steps["Agency+Steps.swift"]?.replacing("func numberOrders(", with: "func countOrders(")
        let refused = try SwiftCompilation(files: generated.merging(steps) { $1 })
        #expect(refused.errors.contains { $0.contains("does not conform to protocol") && $0.contains("Steps") }, "\(refused.output)")
    }

    @Test("A step reads and writes only what it names, with the types of its versions")
    func typed() throws {
        let refused = """
            import Trellis
            extension Agency {
                static func tried(_ two: ToVersion2.SplitNames, _ five: ToVersion5.NumberOrders) throws {
                    try two.forEachSample { _ in }
                    try five.insertParty(.init(name: ""))
                    try two.forEachCustomer { $0.name = "" }
                    try two.updateCustomer(1) { $0.home = nil }
                    try two.insertAddress(.init(city: "Bern"))
                    try five.updateOrder(1) { $0.total = 1.5 as Double }
                }
            }
            """
        var all = try files("expected").merging(files("Steps")) { $1 }
        all["Tried.swift"] = refused
        let compiled = try SwiftCompilation(files: all)
        let lines = Set(compiled.output.matches(of: /Tried.swift:(\d+):\d+: error/).map { String($0.output.1) })
        #expect(lines == ["4", "5", "6", "7", "8", "9"], "\(compiled.output)")
    }
}
