import SchemaModel
import TestSupport
import Testing

/// Enums.
struct EnumFindingsTests {
    private func model(_ enums: String, attribute: String = "channel: Channel", fetch: String? = nil) -> String {
        """
        trellis: 1
        model: Things
        enums:
          \(enums)
        entities:
          Item:
            attributes:
              \(attribute)
        """ + (fetch.map { "\n    fetches:\n      some: { where: \($0) }" } ?? "")
    }

    @Test("Short and long forms say the same")
    func forms() throws {
        let forms = ["Channel: [web, phone]", "Channel: { cases: [web, phone] }", "Channel: { raw: string, cases: { web: web, phone: phone } }"]
        let hashes = try forms.map { try readModel(model($0)).meaningHash }
        #expect(Set(hashes).count == 1)
        for other in ["Channel: [phone, web]", "Channel: [web, phone, unknown]", "Channel: { cases: { web: w, phone: p } }", "Channel: { raw: int, cases: { web: 1, phone: 2 } }"] {
            #expect(try readModel(model(other)).meaningHash != hashes[0], "\(other)")
        }
    }

    @Test("A default is the name of a case, and not a raw value")
    func defaults() {
        let channel = "Channel: { cases: { web: w, phone: p, unknown: } }"
        expectFindings(model(channel, attribute: "channel: { type: Channel, default: phone }"))
        for bad in ["w", "unknown", "fax"] {
            expectFindings(
                model(channel, attribute: "channel: { type: Channel, default: 1️⃣\(bad) }"),
                .init("TR1401", at: 1, saying: "'\(bad)' is not a default for Channel"))
        }
    }

    @Test("A type that is nearly an enum's name is told with it")
    func nearest() {
        expectFindings(
            model("Channel: [web]", attribute: "channel: 1️⃣Chanel?"),
            .init("TR1104", at: 1, saying: "there is no type 'Chanel'", fixed: "channel: Channel?"))
    }

    @Test("Cases and raw values stand once")
    func repeated() {
        expectFindings(model("Channel: [web, phone, 1️⃣web]"), .init("TR1411", at: 1))
        expectFindings(model("Channel: { cases: { web: a, phone: 1️⃣a } }"), .init("TR1411", at: 1))
        expectFindings(model("Channel: { raw: int, cases: { web: 1, phone: 1️⃣1 } }"), .init("TR1411", at: 1))
    }

    @Test("An enum has cases, and they have raw values of its kind")
    func shapes() {
        expectFindings(model("1️⃣Channel: []"), .init("TR1410", at: 1))
        expectFindings(model("1️⃣Channel: [unknown]"), .init("TR1410", at: 1))
        expectFindings(model("1️⃣Channel: { raw: int }"), .init("TR1103", at: 1))
        expectFindings(model("Channel: { raw: 1️⃣float, cases: [web] }"), .init("TR1412", at: 1))
        expectFindings(model("1️⃣Channel: { raw: int, cases: 2️⃣[web] }"), .init("TR1410", at: 1), .init("TR1412", at: 2))
        expectFindings(model("Channel: { raw: int, cases: { web: 1️⃣one, phone: 2 } }"), .init("TR1412", at: 1))
        expectFindings(model("Channel: { raw: int, cases: { web: 1️⃣01, phone: 2 } }"), .init("TR1412", at: 1))
        expectFindings(model("Channel: { cases: { web: w, unknown: 1️⃣u } }"), .init("TR1412", at: 1))
        expectFindings(model("Channel: { cases: [web], 1️⃣case: a }"), .init("TR1101", at: 1))
        expectFindings(model("Channel: [1️⃣we-b, phone]"), .init("TR1301", at: 1))
    }

    @Test("An enum is called like nothing else")
    func names() {
        expectFindings(model("1️⃣Item: [a]", attribute: "name: string"), .init("TR1303", at: 1))
        expectFindings(model("1️⃣Things: [a]", attribute: "name: string"), .init("TR1303", at: 1))
        expectFindings(model("1️⃣string: [a]", attribute: "name: int"), .init("TR1303", at: 1))
    }

    @Test("A condition compares an enum with its raw values, for equality")
    func conditions() {
        let closed = "Channel: { cases: { web: w, phone: p } }"
        expectFindings(model(closed, fetch: "channel == \"w\" OR channel != \"p\""))
        expectFindings(
            model(closed, fetch: "channel == 1️⃣\"web\""),
            .init("TR1503", at: 1, saying: "the enum 'Channel' (w, p) cannot be compared with a text"))
        expectFindings(model(closed, fetch: "1️⃣channel < \"w\""), .init("TR1503", at: 1))
        expectFindings(model(closed, fetch: "channel == 1️⃣1"), .init("TR1503", at: 1))
        expectFindings(model("Channel: [web, unknown]", fetch: "channel == \"anything\""))
        expectFindings(model("Channel: { raw: int, cases: { web: 1 } }", fetch: "channel == 1️⃣2"), .init("TR1503", at: 1))
    }
}
