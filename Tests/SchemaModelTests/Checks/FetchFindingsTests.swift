import TestSupport
import Testing

/// Named fetches.
struct FetchFindingsTests {
    @Test("A condition that names no property is reported at the name, with the nearest one")
    func unknownProperty() {
        expectFindings(
            ModelSource.fetch("where: done == true AND 1️⃣nmae == \"x\""),
            .init("TR1502", at: 1, saying: "'Thing' has no property 'nmae'", fixed: "where: done == true AND name == \"x\"")
        )
    }

    @Test("The name at fault within a key path is reported, and not the whole path")
    func unknownPropertyInPath() {
        expectFindings(
            ModelSource.fetch("where: owner.1️⃣nam == \"x\"", "sort: [owner.2️⃣nmae, -3️⃣cuont]"),
            .init("TR1502", at: 1, saying: "'Person' has no property 'nam'", fixed: "where: owner.name == \"x\""),
            .init("TR1502", at: 2, fixed: "sort: [owner.name, -cuont]"),
            .init("TR1502", at: 3, fixed: "sort: [owner.nmae, -count]"))
    }

    @Test("A condition in quotes has its findings at the right column")
    func quoted() {
        expectFindings(
            ModelSource.fetch("where: '!(done == true) AND 1️⃣nmae == \"x\"'"),
            .init("TR1502", at: 1, fixed: "where: '!(done == true) AND name == \"x\"'"))
    }

    @Test("A condition over several lines, or with escapes, is reported as a whole")
    func notAsItReads() {
        expectFindings(
            ModelSource.fetch("where: 1️⃣>-", "  done == true AND", "  nmae == 'x'"), .init("TR1502", at: 1))
        expectFindings(ModelSource.fetch("where: 1️⃣\"nmae == \\\"x\\\"\""), .init("TR1502", at: 1))
    }

    @Test(
        "A name is pointed at wherever it stands in a condition",
        arguments: [
            ("SELF.1️⃣nmae == 'x'", "SELF.name == 'x'"), ("#1️⃣nmae == 'x'", "#name == 'x'"),
            ("lowercase(owner.1️⃣nmae) == 'x'", "lowercase(owner.name) == 'x'"),
            ("SUBQUERY(owner.things, $x, $x.1️⃣nmae == 'x').@count > 1", "SUBQUERY(owner.things, $x, $x.name == 'x').@count > 1"),
            ("SUBQUERY(owner.1️⃣thigs, $x, TRUEPREDICATE).@count > 1", "SUBQUERY(owner.things, $x, TRUEPREDICATE).@count > 1"),
            ("owner.1️⃣thigs.@count > 1", "owner.things.@count > 1"),
            ("ANY owner.things.1️⃣nmae == 'x'", "ANY owner.things.name == 'x'"),
            ("count BETWEEN {1, 1️⃣cuont}", "count BETWEEN {1, count}"),
        ])
    func places(condition: String, fixed: String) {
        expectFindings(ModelSource.fetch("where: \"\(condition)\""), .init("TR1502", at: 1, fixed: "where: \"\(fixed)\""))
    }

    @Test(
        "A condition that is not in the language is reported where it goes wrong",
        arguments: [
            "'1️⃣'", "name 1️⃣is 3", "name ==1️⃣", "(name == 'x'1️⃣", "name == 'x' 1️⃣)", "name == 1️⃣'x", "name == 'x' AND1️⃣",
            "name 1️⃣~ 'x'", "name == 1️⃣$", "NOT1️⃣", "count == -1️⃣", "count == 1️⃣99999999999999999999", "owner. 1️⃣== 1",
            "name == 'a1️⃣\\q'", "name CONTAINS[c1️⃣l] 'x'", "count BETWEEN 1️⃣{1}", "name == 1️⃣%@", "'1️⃣%K == 3'",
            "things.1️⃣@total > 3", "SUBQUERY(things, 1️⃣t, count == 1).@count > 3", "1️⃣FUNCTION(name, 'x') == 3",
            "(count + 1) 1️⃣^ 2 == 3", "name 1️⃣NOT IN {'x'}", "count == 1️⃣(count == 3)",
        ])
    func syntax(condition: String) {
        expectFindings(ModelSource.fetch("where: \(condition)"), .init("TR1501", at: 1))
    }

    @Test(
        "Types that cannot be compared are reported at the operand",
        arguments: [
            "name == 1️⃣3", "count == 1️⃣'x'", "done == 1️⃣2", "price == 1️⃣name", "made == 1️⃣'2001-01-01'", "due == 1️⃣'2023-02-29'",
            "key == 1️⃣'no uuid'", "1️⃣done < true", "1️⃣key >= nil", "1️⃣bytes < nil",
            "1️⃣ratio < 1.5", "ratio == 1️⃣'x'", "ratio == 1️⃣price", "page == 1️⃣1", "owner == 1️⃣'x'", "1️⃣owner < nil",
            "3 == 1️⃣'a'", "name == owner.1️⃣things", "1️⃣name.length == 3", "count == 1️⃣done",
        ])
    func typeMismatch(condition: String) {
        expectFindings(ModelSource.fetch("where: \(condition)"), .init("TR1503", at: 1))
    }

    @Test("An unknown time zone, unit or function is reported with the nearest one")
    func calendar() {
        expectFindings(
            ModelSource.fetch("where: \"year(made, '1️⃣Europe/Berlni') == 2026\""),
            .init(
                "TR1513", at: 1, saying: "there is no time zone 'Europe/Berlni'",
                fixed: "where: \"year(made, 'Europe/Berlin') == 2026\""))
        expectFindings(
            ModelSource.fetch("where: made >= today() - 7 1️⃣dyas"), .init("TR1501", at: 1, fixed: "where: made >= today() - 7 days"))
        expectFindings(
            ModelSource.fetch("where: 1️⃣yaer(made) == 2026"), .init("TR1501", at: 1, fixed: "where: year(made) == 2026"))
        expectFindings(
            ModelSource.fetch("where: year(1️⃣name) == 2026 AND hour(2️⃣due) == 1", "sort: [3️⃣month(name), 'month(4️⃣mdae)']"),
            .init("TR1503", at: 1), .init("TR1503", at: 2), .init("TR1503", at: 3), .init("TR1502", at: 4))
        expectFindings(
            ModelSource.fetch(
                "parameters: { zone: string, n: int }",
                "where: year(made, $zone) == 2026 AND due >= today($zone) - $n days", "sort: [-year(due), 'month(made, \"Asia/Kolkata\")']"))
    }

    @Test("A parameter that is not declared is reported at its place, with the nearest one")
    func unknownParameter() {
        expectFindings(
            ModelSource.fetch("parameters: { since: date, 2️⃣until: date }", "where: made >= $since AND made < 1️⃣$untl"),
            .init("TR1505", at: 2),
            .init("TR1504", at: 1, fixed: "where: made >= $since AND made < $until"))
    }

    @Test("A parameter that the condition does not use is a warning at the parameter")
    func unusedParameter() {
        expectFindings(
            ModelSource.fetch("parameters: { 1️⃣since: date, owner: Person? }", "where: owner == $owner"),
            .init("TR1505", at: 1))
        expectFindings(ModelSource.fetch("parameters: { 1️⃣since: date }"), .init("TR1505", at: 1))
    }

    @Test("A parameter of a type that cannot be compared with the property is reported where it is used")
    func parameterType() {
        expectFindings(
            ModelSource.fetch("parameters: { a: string, b: Thing }", "where: made > 1️⃣$a OR owner == 2️⃣$b"),
            .init("TR1503", at: 1), .init("TR1503", at: 2))
    }

    @Test("A parameter's type that does not exist is reported at the type; entities count among the types")
    func unknownParameterType() {
        expectFindings(
            ModelSource.fetch("parameters: { a: 1️⃣Persn, b: 2️⃣strng? }", "where: owner == $a AND name == $b"),
            .init("TR1104", at: 1, fixed: "parameters: { a: Person, b: strng? }"), .init("TR1104", at: 2))
    }

    @Test("A decimal without a scale is equal to numbers and parameters of its kind; a URL compares and sorts as a text")
    func exactDecimalsAndURLs() throws {
        _ = try readModel(
            ModelSource.fetch(
                "parameters: { a: decimal, b: url?, c: { type: decimal? } }",
                "where: ratio == $a AND ratio != 1.50 AND ratio != 2 AND ratio == $c AND page > $b AND page != 'https://a.b/'",
                "sort: -page"))
        expectFindings(
            ModelSource.fetch(
                "parameters: { a: decimal, b: { type: decimal, scale: 2 } }", "where: price == 1️⃣$a AND ratio == 2️⃣$b"),
            .init("TR1503", at: 1), .init("TR1503", at: 2))
    }

    @Test("What has no order cannot be sorted by", arguments: ["bytes", "owner", "ratio"])
    func unsortable(property: String) {
        expectFindings(
            ModelSource.fetch("sort: [name, -1️⃣\(property)]"), .init("TR1503", at: 1, saying: "cannot be sorted"))
    }

    @Test("Booleans and UUIDs have no 'less than', but a list can be sorted by them")
    func sortable() throws {
        let model = try readModel(ModelSource.fetch("sort: [done, -key, price]"))
        #expect(model.entities[0].fetches[0].sort.map(\.text) == ["done", "-key", "price"])
    }

    @Test("A sort key is one key path", arguments: ["1️⃣3", "name 1️⃣DESC", "-1️⃣-name", "1️⃣$name", "name.1️⃣", "'1️⃣'"])
    func badSortKey(text: String) {
        expectFindings(ModelSource.fetch("sort: \(text)"), .init("TR1501", at: 1))
        expectFindings(ModelSource.fetch("sort: [1️⃣[name]]"), .init("TR1102", at: 1))
    }

    @Test("A key path goes through to-one relationships only")
    func toManyInPath() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Customer:
                relationships:
                  orders: { to: [Order], inverse: customer }
                fetches:
                  find: { where: 1️⃣orders.number == 3, sort: 2️⃣orders }
              Order:
                attributes: { number: int }
                relationships:
                  customer: { to: Customer?, inverse: orders }
            """,
            .init("TR1503", at: 1, saying: "to-many"), .init("TR1503", at: 2))
    }

    @Test("A limit must be a whole number of at least 1", arguments: ["0", "-1", "ten", "1.5", "[]"])
    func badLimit(limit: String) {
        expectFindings(ModelSource.fetch("limit: 1️⃣\(limit)"), .init("TR1107", at: 1, saying: "of at least 1"))
    }

    @Test(
        "Of a live fetch, each part that keeps lists from following changes is reported at its place",
        arguments: [
            "name == 'x' AND 1️⃣owner.things.@count > 3", "'2 < 1️⃣owner.things.@max.count + 2️⃣owner.things.@sum.count'",
            "NOT 1️⃣SUBQUERY(owner.things, $x, $x.owner.things.@count > 1).@count == 0",
        ])
    func unfollowed(condition: String) {
        let first = ExpectedFinding("TR1512", at: 1, saying: "live lists of 'find' query again after each change")
        let second = ExpectedFinding("TR1512", at: 2, saying: "'owner.things.@sum.count' computes a value from members")
        let live = ModelSource.fetch("where: \(condition)", "live: true")
        if condition.contains("2️⃣") { expectFindings(live, first, second) } else { expectFindings(live, first) }
        let bare = condition.replacing("1️⃣", with: "").replacing("2️⃣", with: "")
        expectFindings(ModelSource.fetch("where: \(bare)", "live: false"))
        expectFindings(ModelSource.fetch("where: \(bare)"))
    }

    @Test func `a live fetch that lists can follow has no finding`() throws {
        let model = try readModel(
            ModelSource.fetch("where: ANY owner.things.name == 'x'", "sort: owner.name", "limit: 3", "live: true"))
        #expect(model.entities[0].fetches[0].isLive)
        expectFindings(ModelSource.fetch("live: 1️⃣often"), .init("TR1106", at: 1))
    }

    @Test("A property that could not be read is not reported as missing")
    func noEcho() {
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  name: 1️⃣strng
                fetches:
                  find: { where: name == "x", sort: name }
            """,
            .init("TR1104", at: 1))
    }

    @Test("A condition that YAML reads as something else is reported where it stands")
    func tagInCondition() {
        // '!done' begins a tag in YAML: in quotes it would be read as it stands.
        expectFindings(
            ModelSource.fetch("where: 1️⃣!done == true"), .init("TR1008", at: 1), .init("TR1501", at: 1))
    }

    @Test("All spellings of the operators are read")
    func spellings() throws {
        let model = try readModel(
            ModelSource.fetch(
                "where: '!(done = true) && count <> 3 || NOT count => 4 and name != nil or due =< \"2001-01-01\"'"))
        #expect(
            model.entities[0].fetches[0].condition?.text
                == "(NOT (done == true) AND count != 3) OR (NOT (count >= 4) AND name != nil) OR due <= \"2001-01-01\"")
    }
}
