import EveryTypeModel
import Testing
import Trellis

/// Every operator and every form one by one: with a value and with another field, each says what it is called.
struct FieldOperatorTests {
    private func expect<Root>(
        _ cases: [(fetch: Fetch<Root>, condition: Condition)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (fetch, condition) in cases { #expect(fetch.condition == condition, sourceLocation: sourceLocation) }
    }

    private let left = Operand.path("large")
    private let right = Operand.path("maybeLarge")
    private let three = Operand.value(3)

    @Test func `comparisons`() {
        expect([
            (Sample.where { $0.large == 3 }, .comparison(left, .equal, three)),
            (Sample.where { $0.large != 3 }, .comparison(left, .notEqual, three)),
            (Sample.where { $0.large < 3 }, .comparison(left, .less, three)),
            (Sample.where { $0.large <= 3 }, .comparison(left, .lessOrEqual, three)),
            (Sample.where { $0.large > 3 }, .comparison(left, .greater, three)),
            (Sample.where { $0.large >= 3 }, .comparison(left, .greaterOrEqual, three)),
        ])
        expect([
            (Sample.where { $0.large == $0.maybeLarge }, .comparison(left, .equal, right)),
            (Sample.where { $0.large != $0.maybeLarge }, .comparison(left, .notEqual, right)),
            (Sample.where { $0.large < $0.maybeLarge }, .comparison(left, .less, right)),
            (Sample.where { $0.large <= $0.maybeLarge }, .comparison(left, .lessOrEqual, right)),
            (Sample.where { $0.large > $0.maybeLarge }, .comparison(left, .greater, right)),
            (Sample.where { $0.large >= $0.maybeLarge }, .comparison(left, .greaterOrEqual, right)),
        ])
    }

    @Test func `calculations`() {
        func calculated(_ operation: Arithmetic, with operand: Operand) -> Condition {
            .comparison(Operand(.arithmetic(left, operation, operand)), .equal, three)
        }
        expect([
            (Sample.where { $0.large + 3 == 3 }, calculated(.plus, with: three)),
            (Sample.where { $0.large - 3 == 3 }, calculated(.minus, with: three)),
            (Sample.where { $0.large * 3 == 3 }, calculated(.times, with: three)),
            (Sample.where { $0.large / 3 == 3 }, calculated(.divided, with: three)),
            (Sample.where { $0.large & 3 == 3 }, calculated(.bitwiseAnd, with: three)),
            (Sample.where { $0.large | 3 == 3 }, calculated(.bitwiseOr, with: three)),
        ])
        expect([
            (Sample.where { $0.large + $0.maybeLarge == 3 }, calculated(.plus, with: right)),
            (Sample.where { $0.large - $0.maybeLarge == 3 }, calculated(.minus, with: right)),
            (Sample.where { $0.large * $0.maybeLarge == 3 }, calculated(.times, with: right)),
            (Sample.where { $0.large / $0.maybeLarge == 3 }, calculated(.divided, with: right)),
        ])
    }

    @Test(arguments: [[], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]] as [TextOptions])
    func `forms of texts, with whatever options`(options: TextOptions) {
        func form(_ form: TextComparison.Form) -> Condition {
            .text(.path("text"), TextComparison(form, options), .value("a"))
        }
        expect([
            (Sample.where { $0.text.beginsWith("a", options) }, form(.beginsWith)),
            (Sample.where { $0.text.endsWith("a", options) }, form(.endsWith)),
            (Sample.where { $0.text.contains("a", options) }, form(.contains)),
            (Sample.where { $0.text.like("a", options) }, form(.like)),
            (Sample.where { $0.text.matches("a", options) }, form(.matches)),
            (
                Sample.where { $0.text.equals("a", options) },
                options.isEmpty ? .comparison(.path("text"), .equal, .value("a")) : form(.compares(.equal))
            ),
        ])
    }
}
