/// SQL that reads numerals such as `-10.05`, which have neither an exponent nor a group separator.
enum DecimalText {
    /// How many digits a decimal without a scale has at most.
    private static let digits = 38
    /// How many digits one with a scale has at most.
    private static let scaledDigits = 18

    /// Whether a text is a numeral.
    static func isNumeral(_ value: String) -> String {
        "typeof(\(value)) = 'text' AND \(value) GLOB '*[0-9]*' AND \(value) NOT GLOB '*[^-+.0-9]*' AND "
            + "substr(\(value), 2) NOT GLOB '*[-+]*' AND \(value) NOT GLOB '*.*.*' AND instr(\(value), char(0)) = 0"
    }

    /// The integer that stores the numeral with a number of places; a numeral with more places or digits does not fit.
    static func scaled(_ value: String, _ places: Int) -> String {
        let zeros = "'" + String(repeating: "0", count: places) + "'"
        let digits = "whole || substr(fraction || \(zeros), 1, \(places))"
        return parts(
            of: value,
            "CASE WHEN length(fraction) <= \(places) AND length(ltrim(\(digits), '0')) <= \(scaledDigits) THEN "
                + "CASE WHEN sign = '-' THEN -1 ELSE 1 END * CAST(\(digits) AS INTEGER) ELSE \(StoredFormFunction.refused) END",
            else: StoredFormFunction.refused)
    }

    /// The numeral without a plus sign and without zeros that change nothing, as a decimal without a scale is stored.
    static func canonical(_ value: String) -> String {
        let significant = "ltrim(whole || fraction, '0')"
        return parts(
            of: value,
            "CASE WHEN length(\(significant)) <= \(digits) THEN CASE WHEN sign = '-' AND \(significant) <> '' THEN '-' ELSE '' END "
                + "|| coalesce(nullif(ltrim(whole, '0'), ''), '0') || CASE WHEN fraction <> '' THEN '.' || fraction ELSE '' END "
                + "ELSE \(StoredFormFunction.refusedText) END",
            else: StoredFormFunction.refusedText)
    }

    /// SQL on the sign, the whole digits and the digits behind the point, without zeros at the end.
    private static func parts(of value: String, _ result: String, else refused: String) -> String {
        let digits = "ltrim(\(value), '-+') || '.'"
        return "CASE WHEN \(value) IS NULL THEN NULL WHEN \(isNumeral(value)) THEN (SELECT \(result) FROM (SELECT "
            + "substr(\(value), 1, 1) AS sign, substr(\(digits), 1, instr(\(digits), '.') - 1) AS whole, "
            + "rtrim(substr(\(digits), instr(\(digits), '.') + 1), '.0') AS fraction)) ELSE \(refused) END"
    }
}
