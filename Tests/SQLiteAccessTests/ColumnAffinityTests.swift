import SQLiteAccess
import Testing

struct ColumnAffinityTests {
    private static let types = [
        "", "INTEGER", "int unsigned", "charint", "VARCHAR(20)", "nclob", "Text", "BLOB", "any", "FLOATING POINT", "double", "REAL", "DECIMAL(10,2)", "json", "JSONB", "JSON TEXT", "JSON INT",
        "ınteger", "DATETIME", "BOOLEAN", "STRING",
    ]

    @Test(arguments: types) func `a column keeps the text of a number as its affinity says`(type: String) throws {
        let database = try SQLiteConnection(creating: ":memory:")
        try database.execute("CREATE TABLE t (x \(type.isEmpty ? "" : SQL.identifier(type))); INSERT INTO t VALUES ('1'), (1), (1.5)")
        let found = try database.rows("SELECT group_concat(typeof(x)) FROM t")[0][0]
        let expected = switch ColumnAffinity(declared: type) {
        case .integer, .numeric: "integer,integer,real"
        case .text: "text,text,text"
        case .real: "real,real,real"
        case .blob: "text,integer,real"
        }
        #expect(found == expected)
    }

    @Test func `a column declared JSON is one of documents if it would make numbers of texts`() {
        #expect(Self.types.filter(ColumnAffinity.isOfDocuments) == ["json", "JSONB"])
    }
}
