import Foundation
import KeywordsModel
import Testing
import Trellis

/// Properties with names that Swift or SQL keep for themselves work like any other.
struct KeywordsTests {
    private let file: StoreFile<Keywords>
    private let context: ManagedObjectContext
    private let id = UUID()

    init() throws {
        file = try StoreFile(of: Keywords.self)
        context = try file.context()
        let table = KeywordsModel.Table(in: context, limit: 3)
        let group = KeywordsModel.Group(in: context)
        KeywordsModel.Order(
            in: context, class: "c", protocol: "p", order: 1, group: 2, index: 3, default: true, self: "s", Type: "plain",
            id: id, description: "d", hash: 4, init: 5, in: 6, context: "x", newValue: "n", select: "l", where: "w",
            table: table, let: group)
        KeywordsModel.Value(
            in: context, `inout`: 1, var: 2, Self: "S", Any: "A", super: "s", nil: "n", true: false, repeat: "r")
        KeywordsModel.Task(in: context, values: Data([1, 2]))
        try context.save()
    }

    @Test func `every property of an object reads back in another context`() throws {
        let other = try file.context()
        let order = try #require(try other.fetchAll(KeywordsModel.Order.self).first)
        #expect(order.class == "c")
        #expect(order.protocol == "p")
        #expect(order.order == 1)
        #expect(order.group == 2)
        #expect(order.index == 3)
        #expect(order.default)
        #expect(order.`self` == "s")
        #expect(order.`Type` == "plain")
        #expect(order.id == id)
        #expect(order.description == "d")
        #expect(order.hash == 4)
        #expect(order.`init` == 5)
        #expect(order.in == 6)
        #expect(order.context == "x")
        #expect(order.newValue == "n")
        #expect(order.select == "l")
        #expect(order.where == "w")
        #expect(order.table?.limit == 3)
        #expect(order.let?.case == "a \"quoted\" \\ text")
        #expect(order.table?.join.count == 1)
        #expect(order.let?.var.first == order)
    }

    @Test func `values and tasks of the model are no others' values and tasks`() throws {
        let other = try file.context()
        let value = try #require(try other.fetchAll(KeywordsModel.Value.self).first)
        #expect(value.inout == 1)
        #expect(value.var == 2)
        #expect(value.`Self` == "S")
        #expect(value.`Any` == "A")
        #expect(value.super == "s")
        #expect(value.nil == "n")
        #expect(value.true == false)
        #expect(value.repeat == "r")
        #expect(try other.fetchAll(KeywordsModel.Task.self).map(\.values) == [Data([1, 2])])
    }

    @Test func `every property can be changed`() throws {
        let order = try #require(try context.fetchAll(KeywordsModel.Order.self).first)
        order.class = "C"
        order.protocol = "P"
        order.order = 10
        order.group = nil
        order.index = 30
        order.default = false
        order.`self` = nil
        order.`Type` = "T"
        order.description = nil
        order.hash = 40
        order.`init` = nil
        order.in = nil
        order.context = nil
        order.newValue = "N"
        order.select = "L"
        order.where = "W"
        order.table = nil
        try context.save()
        #expect(
            try file.rows(
                """
                SELECT "class", "protocol", "order", "group", "index", "default", self, type, description, hash, init,
                  "in", context, new_value, "select", "where", table_id FROM "order"
                """) == [
                    ["C", "P", "10", nil, "30", "0", nil, "T", nil, "40", nil, nil, nil, "N", "L", "W", nil]
                ])
    }

    @Test func `a fetch named func finds by parameters named as keywords`() throws {
        let other = KeywordsModel.Table(in: context)
        KeywordsModel.Order(in: context, class: "z", order: 1, index: 9, table: other)
        KeywordsModel.Order(in: context, class: "c", order: 0, index: 10)
        let find = { try KeywordsModel.Order.func(for: 1, class: "c", while: other, in: context).map(\.index) }
        #expect(try find() == [9, 3])
        try context.save()
        #expect(try find() == [9, 3])
        #expect(try KeywordsModel.Order.func(for: 2, class: "c", while: nil, in: context).isEmpty)
    }

    @Test func `a fetch named where finds through a relationship named table`() throws {
        #expect(try KeywordsModel.Order.where(in: context).map(\.index) == [3])
        try #require(try context.fetchAll(KeywordsModel.Table.self).first).limit = 4
        #expect(try KeywordsModel.Order.where(in: context).isEmpty)
    }

    @Test func `deleting a group cascades over the relationship named var`() throws {
        try context.delete(try #require(try context.fetchAll(KeywordsModel.Group.self).first))
        try context.save()
        #expect(try file.rows("SELECT * FROM \"order\"").isEmpty)
        #expect(try file.column("SELECT COUNT(*) FROM \"table\"") == ["1"])
    }
}
