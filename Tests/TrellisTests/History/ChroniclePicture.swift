
/// All that a file has of the objects of `Chronicle`, by plain SQL: for each object its properties, as texts.
///
/// It is the oracle of the change history: it knows the tables by heart and nothing of Trellis.
struct ChroniclePicture: Equatable {
    /// The values of each object, by `Member/1`.
    var objects: [String: [String: String]] = [:]

    private static let queries = [
        ("'Member'", "member", [
            "name": "name", "info": "info", "number": "number", "joined": "joined", "fee": "fee", "photo": "photo", "home": "home",
            "home.street": "home_street", "home.city": "home_city", "visitCount": "visit_count",
            "friends": "(SELECT json_group_array(friends_id) FROM (SELECT friends_id FROM member_friends WHERE member_id = o._id ORDER BY 1))",
            "circles":
                "(SELECT json_group_array(json_array(circle_id, circle_position)) FROM "
                + "(SELECT * FROM circle_members WHERE member_id = o._id ORDER BY circle_id))",
        ]),
        ("'Visit'", "visit", ["date": "date", "minutes": "minutes", "member": "quote(member_id) || '@' || quote(member_position)"]),
        ("'Circle'", "circle", [
            "title": "title",
            "members":
                "(SELECT json_group_array(json_array(member_id, circle_position)) FROM "
                + "(SELECT * FROM circle_members WHERE circle_id = o._id ORDER BY member_id))",
            "readings": "(SELECT json_group_array(item_id) FROM (SELECT item_id FROM circle_readings WHERE circle_id = o._id ORDER BY 1))",
        ]),
        ("_entity", "item", ["title": "title", "borrower": "borrower_id", "pages": "pages", "rating": "rating"]),
    ]

    init() {}

    init(_ connection: any PlainSQL) throws {
        for (entity, table, properties) in Self.queries {
            let names = properties.keys.sorted()
            let values = names.map { "quote(\(properties[$0] ?? ""))" }.joined(separator: ", ")
            for row in try connection.rows("SELECT \(entity) || '/' || _id, \(values) FROM \(table) AS o") {
                objects[row[0] ?? ""] = Dictionary(
                    zip(names, row.dropFirst().map { $0 ?? "" }), uniquingKeysWith: { first, _ in first })
            }
        }
    }
}
