import Predicates

/// What must hold of any bytes that are read as a predicate.
public enum PredicateInput {
    /// Why the bytes show a mistake of the parser or the printer; nil where all is well.
    ///
    /// The first byte says how many arguments there are; with none, the rest is read as the condition of a named fetch.
    public static func mistake(_ bytes: [UInt8]) -> String? {
        let count = Int(bytes.first ?? 0) % 4
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        do throws(ConditionError) {
            let condition =
                count == 0
                ? try PredicateParser.condition(text) : try Condition(text, arguments: arguments(count, seed: bytes[0]))
            let printed = condition.text
            do throws(ConditionError) {
                let again = try PredicateParser.condition(printed)
                if again != condition { return "'\(printed)' reads back as '\(again.text)'" }
            } catch {
                return "'\(printed)' does not read back: \(error)"
            }
            // Whatever the variables get, what is asked stays.
            let names = condition.parameterNames
            if let given = try? condition.substituting(Dictionary(uniqueKeysWithValues: names.map { ($0, .text("' OR 1 == 1")) })),
                given.comparisons.count != condition.comparisons.count
            {
                return "a value changed what '\(printed)' asks"
            }
            return nil
        } catch {
            guard let range = error.range, range.upperBound <= text.unicodeScalars.count else {
                return "an error has its place outside of the text: \(error)"
            }
            return nil
        }
    }

    /// Arguments that have literals.
    private static func arguments(_ count: Int, seed: UInt8) -> [ConditionValue] {
        let values: [ConditionValue] = [
            .text("name"), .integer(-1), .real(-0.5), .text("a.and"), .date(-0.0), .list([.integer(1), .text("'\"\\")]), .decimal(12),
            .bool(true), .null, .text("\u{0}é\u{301}\""), .list([]), .real(1e300), .integer(.min), .decimal(-1.5),
        ]
        return (0..<count).map { values[(Int(seed / 4) + $0 * 5) % values.count] }
    }
}
