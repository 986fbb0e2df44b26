import Predicates
import Testing

/// In the conditions of a model a case of an enum stands by its name.
struct CaseNameTests {
    private func replaced(
        _ text: String, of entity: String = "Tag", parameters: [String: FetchParameter] = [:]
    ) throws -> String {
        let names = CaseNames(["Kind": SampleLayout.caseNames], in: SampleLayout.layout, parameters: parameters)
        return try names.replaced(in: PredicateParser.condition(text), of: entity).text
    }

    @Test(arguments: [
        ("kind == first", "kind == \"a\""), ("second != kind", "\"b\" != kind"),
        ("kind IN {first, second, nil}", "kind IN {\"a\", \"b\", nil}"), ("NOT (kind == first OR weight > 1)", "NOT (kind == \"a\" OR weight > 1)"),
        ("things.@count > 1 AND keeper.favourite.kind == second", "things.@count > 1 AND keeper.favourite.kind == \"b\""),
        ("kind == \"a\"", "kind == \"a\""), ("kind == $kind", "kind == $kind"), ("$kind == first", "$kind == \"a\""),
        ("$tag.kind == first", "$tag.kind == \"a\""),
    ])
    func `a name beside an enum is the value of its case`(text: String, expected: String) throws {
        let kind = ValueType.enumeration(name: "Kind", isInteger: false, rawValues: ["a", "b"])
        let parameters = [
            "kind": FetchParameter(type: kind, isOptional: true), "tag": FetchParameter(type: .object(entity: "Tag"), isOptional: false),
        ]
        #expect(try replaced(text, parameters: parameters) == expected)
    }

    @Test(arguments: [
        ("ANY tags.kind == first", "ANY tags.kind == \"a\""), ("first IN tags.kind", "\"a\" IN tags.kind"),
        ("SUBQUERY(tags, $t, $t.kind == second).@count > 0", "SUBQUERY(tags, $t, $t.kind == \"b\").@count > 0"),
        (
            "SUBQUERY(owner.things, $x, SUBQUERY($x.tags, $y, $y.kind IN {first}).@count == 1).@count > 0",
            "SUBQUERY(owner.things, $x, SUBQUERY($x.tags, $y, $y.kind IN {\"a\"}).@count == 1).@count > 0"
        ),
    ])
    func `members have enums too`(text: String, expected: String) throws {
        #expect(try replaced(text, of: "Thing") == expected)
    }

    @Test func `a property is meant before a case with the same name`() throws {
        #expect(try replaced("kind == name") == "kind == name")
        #expect(try replaced("name == first") == "name == first")
    }

    @Test func `a name that is no case is refused with its place and the cases`() throws {
        let error = try #require(throws: ConditionError.self) { try replaced("kind == frist") }
        #expect(error.message == "'Tag' has no property 'frist', and the enum 'Kind' has no such case")
        #expect(error.range == 8..<13)
        #expect(error.unknownName == "frist" && error.candidates.contains("first"))
    }
}
