import SQLiteStorage
import Testing

/// Names in SQL.
struct SnakeCaseTests {
    @Test(
        "A word begins at a capital, and a run of capitals is one word",
        arguments: [
            ("Order", "order"), ("OrderRow", "order_row"), ("firstName", "first_name"), ("imageURL", "image_url"),
            ("URLString", "url_string"),
            ("a", "a"), ("A", "a"), ("AB", "ab"), ("ABc", "a_bc"), ("aB", "a_b"), ("a1B", "a1_b"), ("A1", "a1"),
            ("HTML5Page", "html5_page"),
            ("order_row", "order_row"), ("Order_Row", "order_row"), ("ORDER", "order"),
            ("x509Certificate", "x509_certificate"), ("iOS", "i_os"),
            ("userID2", "user_id2"), ("_a", "_a"),
        ])
    func words(name: String, expected: String) {
        #expect(SnakeCase.convert(name) == expected)
    }
}
