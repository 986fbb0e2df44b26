import Foundation
import SQLiteAccess
import Testing

/// Every form of a value against every other one: what is automatic, what takes a reason and what a question offers gives the
/// values that Swift computes, or stops.
struct FormTableTests {
    private static let forms: [ValueForm] = [
        .init(model: "bool", kind: .bool, samples: [.flag(true), .flag(false)]),
        .init(model: "int16", kind: .integer(Int64(Int16.min)...Int64(Int16.max)), samples: [0, 1, -7, 32767].map { .number($0) }),
        .init(model: "int32", kind: .integer(Int64(Int32.min)...Int64(Int32.max)), samples: [1, 2, 40000, -2_000_000_000].map { .number($0) }),
        .init(model: "int", kind: .integer(.min ... .max), samples: [0, 2, -3_000_000_000, 9_007_199_254_740_993].map { .number($0) }),
        .init(model: "float", kind: .real, samples: [12.5, -0.25, 3].map { .real($0) }),
        .init(model: "double", kind: .real, samples: [12.5, -0.25, 3, 1_234_567.125, 0.29, 1e300].map { .real($0) }),
        .init(
            model: "string", kind: .string,
            samples: ["hello", "", "12", "-12.50", "+007", ".5", "1e3", "1-2", "Yes", "sent", "2024-01-31", "2024-02-31", "2024-01-31T12:00:00.500Z", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"].map { .text($0) }),
        .init(model: "{ type: decimal, scale: 0 }", kind: .decimal(0), samples: [12, 40000].map { .number($0) }),
        .init(model: "{ type: decimal, scale: 1 }", kind: .decimal(1), samples: ["12.5", "-0.5", "10"].map(number)),
        .init(model: "{ type: decimal, scale: 2 }", kind: .decimal(2), samples: ["10.05", "10", "-0.05", "100.5", "40000"].map(number)),
        .init(model: "decimal", kind: .decimal(nil), samples: ["12.5", "10", "-0.05", "40000", "123456789012345678901234567890"].map(number)),
        .init(model: "date", kind: .date(.reference), samples: [728_395_200.5, 86_400, -1_000_000_000.25, 1e12].map { .instant($0) }),
        .init(model: "{ type: date, storage: unix }", kind: .date(.unix), samples: [728_395_200.5, 86_400, -1_000_000_000.25, 1e12].map { .instant($0) }),
        .init(model: "{ type: date, storage: iso8601 }", kind: .date(.iso8601), samples: [728_395_200.5, 86_400, -1_000_000_000.25].map { .instant($0) }),
        .init(model: "day", kind: .day, samples: [.day("2024-02-29"), .day("1969-12-31")]),
        .init(model: "data", kind: .data, samples: [.bytes([0, 255])]),
        .init(model: "uuid", kind: .uuid(isText: false), samples: [.uuid(uuid)]),
        .init(model: "{ type: uuid, storage: text }", kind: .uuid(isText: true), samples: [.uuid(uuid)]),
        .init(model: "url", kind: .url, samples: [.text("https://a.b/?q=1")]),
        .init(model: "{ type: json, swift: Note }", kind: .json, samples: [.json("{\"a\":1}")]),
        .init(model: "State", kind: .cases(["draft", "sent"]), samples: [.text("sent")]),
        .init(model: "Level", kind: .numberedCases([1, 2]), samples: [.number(2)]),
    ]

    private static let uuid = UUID(uuid: (0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0, 0xC0, 0x4F, 0xD4, 0x30, 0xC8))

    private static func number(_ digits: String) -> FormMeaning { .number(Decimal(string: digits) ?? 0) }

    private static func text(_ type: String) -> String {
        "trellis: 1\nmodel: Things\nenums:\n  State: [draft, sent]\n  Level: { raw: int, cases: { low: 1, high: 2 } }\nentities:\n  Thing:\n    attributes: { value: \(type) }\n"
    }

    /// The decisions that the planner asks for between two forms, as they are printed; nil if it prints no whole answer.
    private func decisions(_ old: ValueForm, _ new: ValueForm) throws -> String? {
        let asked = try PlannedMigration(from: Self.text(old.model), to: Self.text(new.model))
        guard asked.plan == nil else { return "" }
        let help = try #require(asked.helps.first)
        #expect(asked.helps.count == 1, "\(old.model) → \(new.model)")
        for note in asked.findings.flatMap(\.notes) { #expect(!note.message.contains("gives it"), "\(old.model) → \(new.model): \(note.message)") }
        guard let line = help.firstMatch(of: /: '((accept|values): \{ .* \})'(?:,| with|$)/)?.output.1, !line.contains("…") else { return nil }
        return line.contains("accept") ? String(help.firstMatch(of: /'(accept: .*? \} \})'/)?.output.1 ?? "") : String(line)
    }

    @Test(arguments: forms) func `each value is what Swift computes, or stops the migration`(_ old: ValueForm) throws {
        for new in Self.forms where new.model != old.model {
            guard let decided = try decisions(old, new) else { continue }
            let migration = try PlannedMigration(from: Self.text(old.model), to: Self.text(new.model), decided)
            #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [], "\(old.model) → \(new.model): \(decided)")
            guard migration.plan != nil else { continue }
            for sample in old.samples {
                let value: String = switch old.stored(sample) {
                case .quoted(let literal)?: literal
                case .real(let number)?: "\(number)"
                case nil: ""
                }
                let expected = old.meaning(sample, as: new).flatMap(new.stored)
                let words: Comment = "\(old.model) → \(new.model) by '\(decided)': \(value)"
                do {
                    let found = try migration.run("INSERT INTO thing (value) VALUES (\(value))").rows("SELECT quote(value) FROM thing")[0][0] ?? ""
                    switch expected {
                    case .quoted(let literal)?: #expect(found == literal, words)
                    case .real(let number)?:
                        let difference = Double(found).map { abs($0 - number) } ?? .infinity
                        // Adding an epoch rounds.
                        let allowed = if case .date = new.kind { 1e-6 } else { 0.0 }
                        #expect(found.contains(/[.e]/) && difference <= allowed, "\(words) is \(found)")
                    case nil: Issue.record("\(words) is no value of the new type, and gives \(found)")
                    }
                } catch let error as SQLiteError {
                    // SQL cannot say all rules of URLs: some that are right are refused.
                    #expect(error.primaryCode == 19 && (expected == nil || new.kind == .url), "\(words): \(error.message)")
                }
            }
        }
    }

    @Test func `pairs with one meaning have one whole expression, and others none`() throws {
        var offered = Set<String>()
        for old in Self.forms {
            for new in Self.forms where new.model != old.model {
                if let line = try decisions(old, new), line.hasPrefix("values") { offered.insert("\(old.kind) → \(new.kind)") }
            }
        }
        let dates = ["reference", "unix", "iso8601"].map { "date(SchemaEvolutionTests.ValueForm.Epoch.\($0))" }
        for date in dates {
            #expect(offered.isSuperset(of: ["\(date) → day", "day → \(date)", "string → \(date)"]))
            #expect(offered.isDisjoint(with: ["bool → \(date)", "real → \(date)"]))
        }
        #expect(offered.isSuperset(of: ["decimal(nil) → decimal(Optional(2))", "decimal(Optional(2)) → decimal(nil)", "\(dates[0]) → \(dates[2])"]))
        // A text has milliseconds, and a number has each of them: nothing is asked.
        #expect(offered.isDisjoint(with: ["\(dates[2]) → \(dates[0])", "\(dates[2]) → \(dates[1])"]))
        #expect(offered.isDisjoint(with: ["string → json", "real → decimal(Optional(2))", "data → string", "real → decimal(nil)", "decimal(Optional(2)) → decimal(Optional(1))"]))
    }
}
