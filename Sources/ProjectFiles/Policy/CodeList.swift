import Diagnostics

/// A finding's code, for the rules of `trellis.yaml`.
package struct ListedCode: Sendable {
    /// For example `TR1203`.
    package let name: String
    /// Its default severity.
    package let severity: Severity
    /// Whether the decisions of a migration can accept the finding.
    let isAcceptable: Bool
}

/// The codes of all findings, in order. The code of a rule is declared beside the rule; a test compares the two.
///
/// They are listed, because no program has all rules: `trellis.yaml` may name a code that only another one reports.
package enum CodeList {
    package static let all: [ListedCode] =
        (errors.map { ListedCode(name: $0, severity: .error, isAcceptable: acceptable.contains($0)) }
        + warnings.map { ListedCode(name: $0, severity: .warning, isAcceptable: false) }).sorted { $0.name < $1.name }

    package static subscript(name: String) -> ListedCode? { all.first { $0.name == name } }

    private static let errors: [String] = [
        "TR0001", "TR0101", "TR0102", "TR0103", "TR0104", "TR0105", "TR0106", "TR0107", "TR0108", "TR0110", "TR0111",
        "TR0112", "TR0113", "TR0114", "TR0115", "TR0120", "TR0121", "TR0131", "TR0132", "TR1001", "TR1002", "TR1003", "TR1004", "TR1005",
        "TR1006", "TR1007", "TR1008", "TR1009", "TR1101", "TR1102", "TR1103", "TR1104", "TR1105", "TR1106", "TR1107", "TR1120", "TR1121",
        "TR1122", "TR1123", "TR1124", "TR1201", "TR1203", "TR1204", "TR1205", "TR1207", "TR1210", "TR1214", "TR1301",
        "TR1302", "TR1303", "TR1311", "TR1312", "TR1313", "TR1314", "TR1321", "TR1322", "TR1323", "TR1324", "TR1325",
        "TR1401", "TR1402", "TR1404", "TR1405", "TR1406", "TR1407", "TR1408", "TR1409", "TR1410", "TR1411", "TR1412",
        "TR1430", "TR1431", "TR1432", "TR1440", "TR1443", "TR1444", "TR1446", "TR1447", "TR1448", "TR1449", "TR1450",
        "TR1451", "TR1452", "TR1460", "TR1501", "TR1502", "TR1503", "TR1504", "TR1506", "TR1507", "TR1510", "TR1511",
        "TR1513", "TR1601", "TR1602", "TR1603", "TR1605", "TR1606", "TR1607", "TR1608", "TR1609", "TR1610", "TR1611", "TR1612", "TR1613", "TR1701", "TR1702",
        "TR1703", "TR1704", "TR1705", "TR1706", "TR1707", "TR1801", "TR1802", "TR1803", "TR1805", "TR1806", "TR1807",
        "TR2001", "TR2002", "TR2003", "TR2004", "TR2005", "TR2101", "TR2102", "TR2103", "TR2104", "TR2105", "TR2106",
        "TR2107", "TR2109", "TR2110", "TR2111", "TR2112", "TR2114", "TR2115", "TR2116", "TR2120", "TR2121", "TR2122",
        "TR2201", "TR2202", "TR2203", "TR2204", "TR2205", "TR2206", "TR2207", "TR2208", "TR2209", "TR2210", "TR2211",
        "TR2212", "TR2213", "TR2214", "TR2215", "TR2301", "TR2302", "TR2303", "TR2304", "TR2306", "TR2308",
        "TR2309", "TR2310",
        "TR2501", "TR2502", "TR2504",
    ]

    private static let warnings: [String] = [
        "TR0109", "TR0116", "TR0117", "TR0118", "TR0119", "TR0122", "TR1206", "TR1208", "TR1209", "TR1211", "TR1212", "TR1213",
        "TR1215", "TR1326", "TR1327", "TR1441", "TR1442", "TR1445", "TR1505", "TR1508", "TR1512", "TR1604", "TR1804",
        "TR2108", "TR2113", "TR2216", "TR2305", "TR2307", "TR2503",
    ]

    /// Errors that a migration's `accept` settles.
    private static let acceptable: Set = ["TR2109"]
}
