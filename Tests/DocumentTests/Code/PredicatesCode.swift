import Testing
import Trellis

/// The Swift of Documentation/predicates.md.
struct PredicatesCode {
    @Test func `puts arguments where placeholders are`() throws {
        let open = try Condition("%K BEGINSWITH[cd] %@ AND NOT (state IN %@)", "customer.name", "ad", ["sent", "paid"])
        #expect(open.text == "customer.name BEGINSWITH[cd] \"ad\" AND NOT (state IN {\"sent\", \"paid\"})")
    }
}
