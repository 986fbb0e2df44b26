import SQLiteAccess
import StoreMigration
import Testing

/// The operations of rows that come to the rows of another table.
extension OperationTests {
    private static let dogs = RowSet("dog", ofEntities: ["Dog"])
    private static let rows = #"{"entities":["Dog"],"table":"dog"}"#
    private static let offset = KeyOffset(above: ["cat", "cow", "dog"], twice: ["cow"])
    private static let offsetText = #"{"raised":["cow"],"tables":["cat","cow","dog"]}"#
    private static let offsetSQL =
        "(SELECT coalesce(sum(CASE WHEN name IN ('cow') THEN 2 * seq ELSE seq END), 0) FROM sqlite_sequence WHERE name IN ('cat', 'cow', 'dog'))"
    private static let marked = "' ' || former_keys"
    private static let recordedKey = "CAST(substr(\(marked), instr(\(marked), ' owner ') + 7) AS INTEGER)"

    static let joining: [Sample] = [
        .init(
            .computeRows(
                ComputedRows(
                    in: "d", from: dogs, called: "animal", missing: ["lives"],
                    [.init("_id", .column("_id")), .init("name", .literal(.text("x")))])),
            "CREATE TABLE d AS SELECT _id, 'x' AS name\nFROM (SELECT *, NULL AS lives FROM dog) AS animal\nWHERE _entity IN ('Dog')",
            text: #"{"computeRows":{"draft":"d","missing":["lives"],"name":"animal","rows":\#(rows),"#
                + #""values":[{"column":"_id","value":{"column":"_id"}},{"column":"name","value":{"literal":"x"}}]}}"#),
        .init(
            .addRows(from: "d", to: "animal", columns: ["_id", "order"]),
            "INSERT INTO animal (_id, \"order\")\nSELECT _id, \"order\" FROM d",
            text: #"{"addRows":{"columns":["_id","order"],"name":"d","table":"animal"}}"#),
        .init(
            .copyAside("d", rows: dogs), "CREATE TABLE d AS SELECT * FROM dog WHERE _entity IN ('Dog')",
            text: #"{"copyAside":{"name":"d","rows":\#(rows)}}"#),
        .init(
            .raiseKeys(KeyRaising(column: "to_id", table: "letter", of: dogs, by: offset)),
            "UPDATE letter SET to_id = to_id + \(offsetSQL) WHERE to_id IN (SELECT _id FROM dog WHERE _entity IN ('Dog'))",
            text: #"{"raiseKeys":{"column":"to_id","offset":\#(offsetText),"rows":\#(rows),"table":"letter"}}"#),
        .init(
            .raiseKeys(KeyRaising(column: "_id", table: "dog", of: nil, by: KeyOffset(above: ["cat", "dog"], twice: []))),
            "UPDATE dog SET _id = _id + (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name IN ('cat', 'dog')) WHERE _id IS NOT NULL",
            text: #"{"raiseKeys":{"column":"_id","offset":{"raised":[],"tables":["cat","dog"]},"table":"dog"}}"#),
        .init(
            .raiseSequence(SequenceRaising(of: "cat", past: "dog", by: KeyOffset(above: ["cat", "dog"], twice: []))),
            "INSERT INTO sqlite_sequence (name, seq)\nSELECT 'cat', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'cat')",
            "UPDATE sqlite_sequence SET seq = (SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name IN ('cat', 'dog')) + "
                + "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'dog') WHERE name = 'cat'",
            text: #"{"raiseSequence":{"offset":{"raised":[],"tables":["cat","dog"]},"source":"dog","table":"cat"}}"#),
        .init(
            .raiseRecordedKeys(RecordedKeyRaising(table: "log", relationship: "owner", owners: ["Toy"], of: dogs, by: offset)),
            "UPDATE log SET former_keys = substr(replace(\(marked), ' owner ' || \(recordedKey) || ' ', ' owner ' || (\(recordedKey) + \(offsetSQL)) "
                + "|| ' '), 2) WHERE entity IN ('Toy') AND instr(\(marked), ' owner ') > 0 AND \(recordedKey) IN "
                + "(SELECT _id FROM dog WHERE _entity IN ('Dog'))",
            text: #"{"raiseRecordedKeys":{"offset":\#(offsetText),"owners":["Toy"],"relationship":"owner","rows":\#(rows),"table":"log"}}"#),
        .init(
            .raiseRecordedIDs(table: "log", entities: ["Dog"], by: offset), "UPDATE log SET id = id + \(offsetSQL) WHERE entity IN ('Dog')",
            text: #"{"raiseRecordedIDs":{"entities":["Dog"],"offset":\#(offsetText),"table":"log"}}"#),
        .init(
            .copyPlaces(PlaceCopy(into: "a_bs", from: "b", .init("a_position", from: "place"), matching: [.init("a_id", from: "owner"), .init("b_id", from: "_id")])),
            "UPDATE a_bs SET a_position = (SELECT _other.place FROM b AS _other WHERE _other.owner = a_bs.a_id AND _other._id = a_bs.b_id) "
                + "WHERE a_position IS NULL",
            text: #"{"copyPlaces":{"keys":[{"column":"a_id","from":"owner"},{"column":"b_id","from":"_id"}],"#
                + #""place":{"column":"a_position","from":"place"},"source":"b","table":"a_bs"}}"#),
        .init(
            .copyConnections(
                ConnectionCopy(
                    into: "a_bs", from: "b", [.init("a_id", from: "a_id"), .init("b_id", from: "_id")],
                    where: [.isNew(owner: .init("a_id", from: "a_id"), member: .init("b_id", from: "_id"))])),
            "INSERT INTO a_bs (a_id, b_id)\nSELECT a_id, _id FROM b WHERE NOT EXISTS "
                + "(SELECT 1 FROM a_bs AS _known WHERE _known.a_id = b.a_id AND _known.b_id = b._id)",
            text: #"{"copyConnections":{"columns":[{"column":"a_id","from":"a_id"},{"column":"b_id","from":"_id"}],"#
                + #""conditions":[{"isNew":{"member":{"column":"b_id","from":"_id"},"owner":{"column":"a_id","from":"a_id"}}}],"source":"b","table":"a_bs"}}"#),
    ]
}
