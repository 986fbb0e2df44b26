import AtlasModel
import EnumsModel
import EveryTypeModel
import Foundation
import InheritanceModel
import OrdersModel
import Predicates
import Testing
import Trellis

/// What Swift's operators on generated fields make: conditions with the model's names.
struct FieldConditionTests {
    private func expect<Root>(_ fetch: Fetch<Root>, _ condition: Condition, _ place: SourceLocation = #_sourceLocation) {
        #expect(fetch.condition == condition, sourceLocation: place)
    }

    @Test func `Booleans, and, or, not`() {
        expect(
            Order.where { $0.made && !$0.paid && $0.customer.name.beginsWith("A") },
            .and([
                .compare("made", .equal, to: true), .not(.compare("paid", .equal, to: true)),
                .text(.path("customer.name"), .init(.beginsWith), .value("A")),
            ]))
        expect(Order.where { $0.made }, .compare("made", .equal, to: true))
        expect(
            Order.where { $0.made || $0.paid || $0.made == false && $0.paid != true },
            .or([
                .compare("made", .equal, to: true), .compare("paid", .equal, to: true),
                .and([.compare("made", .equal, to: false), .compare("paid", .notEqual, to: true)]),
            ]))
    }

    @Test func `a field of every type and a value`() {
        let now = Date()
        expect(Sample.where { $0.small == -1 }, .compare("small", .equal, to: -1))
        expect(Sample.where { $0.medium != 2 }, .compare("medium", .notEqual, to: 2))
        expect(Sample.where { $0.large < 3 }, .compare("large", .less, to: 3))
        expect(Sample.where { $0.single <= 0.5 }, .compare("single", .lessOrEqual, to: Float(0.5)))
        expect(Sample.where { $0.double > -2.5 }, .compare("double", .greater, to: -2.5))
        expect(Sample.where { $0.text >= "b" }, .compare("text", .greaterOrEqual, to: "b"))
        expect(Sample.where { $0.amount == 12 }, .compare("amount", .equal, to: Decimal(12)))
        expect(Sample.where { $0.instant < now }, .compare("instant", .less, to: now))
        expect(Sample.where { $0.day == Day(2024, 2, 29) }, .compare("day", .equal, to: Day(2024, 2, 29)))
        expect(Sample.where { $0.bytes != Data([1]) }, .compare("bytes", .notEqual, to: Data([1])))
        expect(Sample.where { $0.identifier == UUID(repeating: 1) }, .compare("identifier", .equal, to: UUID(repeating: 1)))
        expect(EnumsModel.Parcel.where { $0.carrier == .post }, .compare("carrier", .equal, to: Carrier.post))
    }

    @Test func `what may be nil is compared with nil, with a value and with a variable`() {
        let name: String? = "x"
        expect(Sample.where { $0.maybeText == nil }, .compare("maybeText", .equal, to: String?.none))
        expect(Sample.where { $0.maybeText != "a" }, .compare("maybeText", .notEqual, to: "a"))
        expect(Sample.where { $0.maybeText == name }, .compare("maybeText", .equal, to: "x"))
        expect(Sample.where { $0.maybeLarge < 5 }, .compare("maybeLarge", .less, to: 5))
        expect(Order.where { $0.customer == nil }, .compare("customer", .equal, to: Customer?.none))
        expect(Order.where { $0.customer.name == nil }, .compare("customer.name", .equal, to: String?.none))
        expect(Sample.where { $0.maybeFlag && !$0.maybeFlag }, .and([
            .compare("maybeFlag", .equal, to: true), .not(.compare("maybeFlag", .equal, to: true)),
        ]))
    }

    @Test func `two fields`() {
        expect(Sample.where { $0.double == $0.maybeDouble }, .comparison(.path("double"), .equal, .path("maybeDouble")))
        expect(Sample.where { $0.maybeLarge >= $0.large }, .comparison(.path("maybeLarge"), .greaterOrEqual, .path("large")))
        expect(Sample.where { $0.text != $0.maybeText }, .comparison(.path("text"), .notEqual, .path("maybeText")))
    }

    @Test func `several values and ranges`() {
        expect(Sample.where { $0.small.isIn([1, 2]) }, .membership(.path("small"), in: .value([1, 2])))
        expect(Sample.where { $0.maybeText.isIn(Set(["a"])) }, .membership(.path("maybeText"), in: .value(["a"])))
        expect(
            EnumsModel.Parcel.where { $0.carrier.isIn([.post, .courier]) }, .membership(.path("carrier"), in: .value(["post", "courier"])))
        expect(Sample.where { $0.large.isBetween(18...65) }, .between(.path("large"), .value(18), .value(65)))
        expect(Sample.where { $0.maybeDouble.isBetween(0..<1) }, .and([
            .compare("maybeDouble", .greaterOrEqual, to: 0.0), .compare("maybeDouble", .less, to: 1.0),
        ]))
    }

    @Test func `texts with options`() {
        let path = Operand.path("customer.info")
        expect(
            Order.where { $0.customer.info.contains("a", [.caseInsensitive, .diacriticInsensitive]) },
            .text(path, .init(.contains, [.caseInsensitive, .diacriticInsensitive]), .value("a")))
        expect(Order.where { $0.customer.info.endsWith("a") }, .text(path, .init(.endsWith), .value("a")))
        expect(Order.where { $0.customer.info.like("a*") }, .text(path, .init(.like), .value("a*")))
        expect(
            Order.where { $0.customer.info.matches("a+", .caseInsensitive) },
            .text(path, .init(.matches, .caseInsensitive), .value("a+")))
        expect(
            Order.where { $0.customer.info.equals("a", .diacriticInsensitive) },
            .text(path, .init(.compares(.equal), .diacriticInsensitive), .value("a")))
        expect(Order.where { $0.customer.info.equals("a") }, .comparison(path, .equal, .value("a")))
        expect(
            Order.where { $0.customer.info.contains($0.customer.name) },
            .text(path, .init(.contains), .path("customer.name")))
        expect(
            Order.where { $0.customer.name.lowercased() == "ada" && $0.customer.name.length > 2 },
            .and([
                .comparison(Operand(.function(.lowercase, [.path("customer.name")])), .equal, .value("ada")),
                .comparison(Operand(.function(.length, [.path("customer.name")])), .greater, .value(2)),
            ]))
    }

    @Test func `calculations`() {
        let sum = Operand(.arithmetic(.path("large"), .plus, .value(1)))
        expect(Sample.where { $0.large + 1 > 10 }, .comparison(sum, .greater, .value(10)))
        expect(
            Sample.where { ($0.large + 1) * $0.maybeLarge - 2 == nil },
            .comparison(
                Operand(.arithmetic(Operand(.arithmetic(sum, .times, .path("maybeLarge"))), .minus, .value(2))), .equal,
                .null))
        expect(
            Sample.where { $0.amount / 2 <= 1.5 },
            .comparison(Operand(.arithmetic(.path("amount"), .divided, .value(Decimal(2)))), .lessOrEqual, .value(Decimal(1.5))))
        expect(
            Sample.where { $0.large & 4 != 0 && $0.large | 1 == 1 },
            .and([
                .comparison(Operand(.arithmetic(.path("large"), .bitwiseAnd, .value(4))), .notEqual, .value(0)),
                .comparison(Operand(.arithmetic(.path("large"), .bitwiseOr, .value(1))), .equal, .value(1)),
            ]))
        expect(
            Sample.where { -$0.large < 0 && $0.double.magnitude < 1 },
            .and([
                .comparison(Operand(.negated(.path("large"))), .less, .value(0)),
                .comparison(Operand(.function(.abs, [.path("double")])), .less, .value(1.0)),
            ]))
        expect(
            Sample.where { $0.instant.timeIntervalSinceReferenceDate > 5 },
            .comparison(Operand(.cast(.path("instant"), to: .number)), .greater, .value(5.0)))
    }

    @Test func `parts of composites, through what may be nil`() {
        expect(
            AtlasModel.Person.where { $0.home.city == "Thun" && $0.work.zip == nil && $0.work.point.latitude > 46 },
            .and([
                .compare("home.city", .equal, to: "Thun"), .compare("work.zip", .equal, to: String?.none),
                .compare("work.point.latitude", .greater, to: 46.0),
            ]))
        expect(
            AtlasModel.Person.where { $0.work == nil || $0.boss.work.point != nil },
            .or([.compare("work", .equal, to: String?.none), .compare("boss.work.point", .notEqual, to: String?.none)]))
        expect(AtlasModel.Person.where { $0.fee.currency == .usd }, .compare("fee.currency", .equal, to: Currency.usd))
    }

    @Test func `what is inherited, in a child and through relationships`() {
        expect(
            Employee.where { $0.name == "Ada" && $0.salary > 10 && $0.boss.bonus >= 5 && $0.office.title != "x" },
            .and([
                .compare("name", .equal, to: "Ada"), .compare("salary", .greater, to: Decimal(10)),
                .compare("boss.bonus", .greaterOrEqual, to: Decimal(5)), .compare("office.title", .notEqual, to: "x"),
            ]))
        let fetch: Fetch<Manager> = Manager.where { $0.bonus == 1 }.sorted { [$0.salary.descending, $0.home.title.ascending] }
        #expect(fetch.sort == [.descending("salary"), .ascending("home.title")])
    }

    @Test func `members of a relationship`() {
        func members(_ condition: Condition?) -> MemberSet {
            MemberSet(path: ["rows"], filter: condition.map { .init(variable: "member1", condition: $0) })
        }
        func count(_ condition: Condition?) -> Operand { Operand(.aggregate(.count, members(condition), of: [])) }
        func variable(_ path: String...) -> Operand { Operand(.variable("member1", path: path)) }
        let dear = Condition.comparison(variable("sum"), .greater, .value(Decimal(5)))

        expect(Order.where { $0.rows.any { $0.sum > 5 } }, .comparison(count(dear), .greater, .value(0)))
        expect(Order.where { $0.rows.none { $0.sum > 5 } }, .comparison(count(dear), .equal, .value(0)))
        expect(Order.where { $0.rows.all { $0.sum > 5 } }, .comparison(count(.not(dear)), .equal, .value(0)))
        expect(Order.where { $0.rows.filter { $0.sum > 5 }.count >= 2 }, .comparison(count(dear), .greaterOrEqual, .value(2)))
        expect(Order.where { $0.rows.isEmpty }, .comparison(count(nil), .equal, .value(0)))
        expect(
            Order.where { $0.rows.any { $0.service.name == nil } },
            .comparison(
                count(.comparison(variable("service", "name"), .equal, .null)), .greater, .value(0)))
        expect(
            Order.where { $0.rows.sum { $0.sum } > 100 && $0.rows.average { $0.sum } < 2.5 },
            .and([
                .comparison(Operand(.aggregate(.sum, members(nil), of: ["sum"])), .greater, .value(Decimal(100))),
                .comparison(Operand(.aggregate(.average, members(nil), of: ["sum"])), .less, .value(2.5)),
            ]))
        expect(
            Order.where { $0.rows.min { $0.service.name } == nil && $0.rows.filter { $0.sum > 5 }.max { $0.sum } == 7 },
            .and([
                .comparison(Operand(.aggregate(.min, members(nil), of: ["service", "name"])), .equal, .null),
                .comparison(Operand(.aggregate(.max, members(dear), of: ["sum"])), .equal, .value(Decimal(7))),
            ]))
    }

    @Test func `members within members have names of their own`() {
        let fetch = Order.where { order in
            order.rows.any { row in order.rows.any { other in other.sum > row.sum } }
        }
        func members(_ number: Int, _ condition: Condition) -> Condition {
            let filter = MemberSet.Filter(variable: "member\(number)", condition: condition)
            return .comparison(
                Operand(.aggregate(.count, MemberSet(path: ["rows"], filter: filter), of: [])), .greater, .value(0))
        }
        let inner = Condition.comparison(
            Operand(.variable("member2", path: ["sum"])), .greater, Operand(.variable("member1", path: ["sum"])))
        expect(fetch, members(1, members(2, inner)))
        expect(
            Customer.where { $0.orders.any { $0.rows.count > 3 } },
            .comparison(
                Operand(
                    .aggregate(
                        .count,
                        MemberSet(
                            path: ["orders"],
                            filter: .init(
                                variable: "member1",
                                condition: .comparison(
                                    Operand(.aggregate(.count, MemberSet(variable: "member1", path: ["rows"]), of: [])),
                                    .greater, .value(3)))),
                        of: [])), .greater, .value(0)))
    }

    @Test func `a fetch is made more precise, its order is another`() {
        let fetch = Order.unpaid().where { $0.customer.name == "Ada" }.sorted { [$0.date.descending] }
        #expect(
            fetch.condition
                == .and([
                    .compare("made", .equal, to: true), .compare("paid", .equal, to: false),
                    .compare("customer.name", .equal, to: "Ada"),
                ]))
        #expect(fetch.sort == [.descending("date")])
        #expect(Customer.byName().where { $0.info != nil }.condition == .compare("info", .notEqual, to: String?.none))
        #expect(InheritanceModel.Person.byName().where { $0.met < .now }.sort == [.ascending("name")])
    }
}
