import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate plan 3 1` and `trellis migrate apply --to 1 --allow-down`.
struct MigrateBackTests {
    private static let first = """
          Customer:
            attributes: { name: string, age: int16 }
            relationships: { orders: { to: [Order], inverse: customer } }
          Order:
            attributes: { number: int64, info: string? }
            relationships: { customer: { to: Customer?, inverse: orders } }
        """
    private static let second = """
          Client:
            attributes: { name: string, age: int32 }
            relationships: { orders: { to: [Order], inverse: buyer } }
          Order:
            attributes: { number: int64, note: string? }
            relationships: { buyer: { to: Client?, inverse: orders } }
        """
    private static let third = second.replacing("note: string?", with: "note: string?, code: string?")
    private static let renames = "renames: { Customer: Client, Order.info: note, Order.customer: buyer }"
    private static let rows = """
        INSERT INTO customer (_id, name, age) VALUES (3, 'Ann', 30), (7, 'Bob', -5);
        INSERT INTO "order" (_id, number, info, customer_id) VALUES (1, 10, 'a', 3), (4, 11, NULL, 3), (5, 12, '', NULL);
        """

    private func store(decisions: [Int: String] = [2: renames], unfrozen: Bool = false) throws -> CheckedStore {
        let store = try CheckedStore([Self.first, Self.second, Self.third], decisions: decisions, unfrozen: unfrozen)
        try store.execute(Self.rows)
        return store
    }

    private func dump(_ store: CheckedStore) throws -> StoreDump { try StoreDump(store.connection()) }

    @Test func `the plan takes renames back, and loses nothing`() throws {
        let store = try store()
        let plan = try store.trellis("migrate", "plan", "2", "1", "--model", "Shop.yaml")
        #expect(plan.exitCode != 0 && plan.errors.contains("Customer.age"), "\(plan.output)\(plan.errors)")
        try store.folder.write("trellis: 1\naccept: { Customer.age: { TR2109: Ages are below 150. } }\n", to: "back.yaml")
        let decided = try store.trellis("migrate", "plan", "2", "1", "--model", "Shop.yaml", "--decisions", "back.yaml")
        #expect(decided.exitCode == 0, "\(decided.errors)")
        #expect(decided.output.contains("RENAME TO customer") && !decided.output.contains("DELETE FROM client"), "\(decided.output)")
    }

    @Test func `a store goes back only when it is told to`() throws {
        let store = try store()
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let before = try dump(store)
        let refused = try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1")
        #expect(refused.exitCode == 3 && refused.errors.contains("the store has version 3, and 1 is earlier: '--allow-down'"), "\(refused.errors)")
        let alone = try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--allow-down")
        #expect(alone.exitCode == 2 && alone.errors.contains("--to"), "\(alone.errors)")
        #expect(try dump(store) == before)
    }

    @Test func `what the earlier version has no place for is named, and a reason gives it up`() throws {
        let store = try store()
        let former = try dump(store)
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        try store.execute("UPDATE \"order\" SET code = 'x' WHERE _id = 4")
        let latter = try dump(store)
        let back = ["migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1", "--allow-down"]
        let asked = try ChildProcess.run(Project.trellis, back, in: store.folder.path)
        #expect(asked.exitCode == 1 && asked.errors.contains("drops: { Order.code: why }"), "\(asked.errors)")
        #expect(asked.errors.contains("TR2109") && !asked.errors.contains("drops: { Client"), "\(asked.errors)")
        #expect(try dump(store) == latter)

        let decisions = "trellis: 1\ndrops: { Order.code: It was new. }\naccept: { Customer.age: { TR2109: Ages are below 150. } }\n"
        try store.folder.write(decisions, to: "back.yaml")
        let decided = try ChildProcess.run(Project.trellis, back + ["--decisions", "back.yaml"], in: store.folder.path)
        #expect(decided.exitCode == 0 && decided.output.contains("now has version 1 of Shop: 1 step from version 3"), "\(decided.output)\(decided.errors)")
        let difference = try dump(store).differences(from: former).filter { !$0.contains("_trellis_metadata") }
        #expect(difference.isEmpty, "\(difference)")
        let status = try store.trellis("migrate", "status", "shop.sqlite", "Shop.yaml")
        #expect(status.output.contains("version 1") && status.output.contains("to version 2"), "\(status.output)")

        // It goes on from there as any store of that version.
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        #expect(try store.connection().rows("SELECT _id, number, note, code, buyer_id FROM \"order\" ORDER BY _id") == [
            ["1", "10", "a", nil, "3"], ["4", "11", nil, nil, "3"], ["5", "12", "", nil, nil],
        ])
    }

    @Test func `a row that the earlier version refuses leaves the store as it is`() throws {
        let store = try store()
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2").exitCode == 0)
        try store.execute("UPDATE client SET age = 70000 WHERE _id = 7")
        let before = try dump(store)
        try store.folder.write("trellis: 1\naccept: { Customer.age: { TR2109: Ages are below 150. } }\n", to: "back.yaml")
        let stopped = try store.trellis(
            "migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "1", "--allow-down", "--decisions", "back.yaml")
        #expect(stopped.exitCode == 3 && stopped.errors.contains("70000"), "\(stopped.errors)")
        #expect(try dump(store) == before)
    }

    @Test func `a draft goes back to the version before it`() throws {
        let store = try store(unfrozen: true)
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let decisions = "trellis: 1\ndrops: { Order.code: It was new. }\n"
        try store.folder.write(decisions, to: "back.yaml")
        let back = try store.trellis(
            "migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2", "--allow-down", "--decisions", "back.yaml")
        #expect(back.exitCode == 0 && back.output.contains("now has version 2"), "\(back.output)\(back.errors)")
        #expect(try store.connection().rows("SELECT count(*) FROM client") == [["2"]])
    }

    @Test func `SQL of the user is not taken back, and the command says so`() throws {
        let store = try store(decisions: [2: Self.renames, 3: "after: [\"UPDATE client SET name = upper(name)\"]"])
        let decisions = "trellis: 1\ndrops: { Order.code: It was new. }\n"
        try store.folder.write(decisions, to: "back.yaml")
        let plan = try store.trellis("migrate", "plan", "3", "2", "--model", "Shop.yaml", "--decisions", "back.yaml")
        #expect(plan.output.hasPrefix("-- what 'before', 'after' and steps in Swift of version 3 did is not taken back"), "\(plan.output)\(plan.errors)")
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let back = try store.trellis(
            "migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2", "--allow-down", "--decisions", "back.yaml")
        #expect(back.exitCode == 0 && back.output.contains("version 3 did is not taken back"), "\(back.output)\(back.errors)")
        #expect(try store.connection().rows("SELECT name FROM client ORDER BY _id") == [["ANN"], ["BOB"]])
    }

    @Test func `a rehearsal and a dry run go back without a flag, and leave the store alone`() throws {
        let store = try store()
        #expect(try store.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let before = try dump(store)
        try store.folder.write("trellis: 1\ndrops: { Order.code: It was new. }\n", to: "back.yaml")
        let rehearsal = try store.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml", "--to", "2", "--decisions", "back.yaml")
        #expect(rehearsal.exitCode == 0 && rehearsal.output.contains("version 2:"), "\(rehearsal.output)\(rehearsal.errors)")
        let plan = try store.trellis("migrate", "plan", "shop.sqlite", "Shop.yaml", "--to", "2", "--decisions", "back.yaml")
        #expect(plan.exitCode == 0 && plan.output.contains("DROP COLUMN code"), "\(plan.output)\(plan.errors)")
        #expect(try dump(store) == before)
    }
}
