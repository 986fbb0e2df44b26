import EnumsModel
import Foundation
import Testing
import Trellis

/// Enums.
struct EnumTests {
    @Test("Raw values are what stands in the file, and come back as cases")
    func roundTrip() throws {
        let store = try StoreFile(of: Enums.self)
        let context = try store.context()
        Parcel(in: context, state: .lost, number: 1)
        Parcel(in: context, channel: .shop, state: .closed, color: .default, carrier: .courier, priority: .high, number: 2)
        Parcel(in: context, state: .open, color: .green, carrier: .unknown("pigeon"), priority: .unknown(7), number: 3)
        try context.save()

        let columns = "channel, typeof(channel), state, typeof(state), color, carrier, priority"
        #expect(
            try store.rows("SELECT \(columns) FROM parcel ORDER BY number") == [
                ["web", "text", "-1", "integer", nil, "post", nil],
                ["shop", "text", "2", "integer", "#000", "courier", "10"],
                ["web", "text", "1", "integer", "it's \"green\"", "pigeon", "7"],
            ])

        let parcels = try store.context().fetchAll(Parcel.self)
        #expect(parcels.map(\.channel) == [.web, .shop, .web])
        #expect(parcels.map(\.state) == [.lost, .closed, .open])
        #expect(parcels.map(\.color) == [nil, .default, .green])
        #expect(parcels.map(\.carrier) == [.post, .courier, .unknown("pigeon")])
        #expect(parcels.map(\.priority) == [nil, .high, .unknown(7)])
    }

    @Test func `a fetch is given lists of cases, which may be empty`() throws {
        let context = try StoreFile(of: Enums.self).context()
        Parcel(in: context, state: .lost, number: 1)
        Parcel(in: context, channel: .shop, state: .closed, number: 2)
        func numbers(_ channels: [Channel], _ states: [State]) throws -> [Int64] {
            try Parcel.among(channels: channels, states: states, in: context).map(\.number)
        }
        for _ in 1...2 {
            #expect(try numbers([.web, .phone], []) == [1])
            #expect(try numbers([.phone], [.closed, .open]) == [2])
            #expect(try numbers([.shop], [.lost]) == [1, 2])
            #expect(try numbers([], []) == [])
            // Then the store is asked.
            try context.save()
        }
    }

    @Test(
        "A raw value that a closed enum does not know is told with its place",
        arguments: [("channel", "'fax'"), ("state", "3"), ("color", "'#00f'")])
    func unknownRawValue(column: String, value: String) throws {
        let store = try StoreFile(of: Enums.self)
        let context = try store.context()
        Parcel(in: context, state: .open, number: 1)
        try context.save()
        try store.execute("UPDATE parcel SET \(column) = \(value)")

        let error = #expect(throws: StoreError.self) { try store.context().fetchAll(Parcel.self) }
        guard case .unreadableValue(let place) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place.table == "parcel" && place.row == 1 && place.column == column)
    }

    @Test("A raw value that an open enum does not know survives a change of another attribute")
    func keptRawValue() throws {
        let store = try StoreFile(of: Enums.self)
        let context = try store.context()
        Parcel(in: context, state: .open, number: 1)
        try context.save()
        try store.execute("UPDATE parcel SET carrier = 'drone', priority = 99")

        let other = try store.context()
        let parcel = try #require(try other.fetchAll(Parcel.self).first)
        #expect(parcel.carrier == .unknown("drone") && parcel.priority == .unknown(99))
        parcel.number = 5
        try other.save()
        #expect(try store.rows("SELECT number, carrier, priority FROM parcel") == [["5", "drone", "99"]])
    }

    @Test("Fetches take cases as parameters, and raw values in their conditions, saved or not")
    func fetches() throws {
        let store = try StoreFile(of: Enums.self)
        let context = try store.context()
        Parcel(in: context, channel: .phone, state: .open, priority: .low, number: 1)
        Parcel(in: context, channel: .phone, state: .closed, priority: .low, number: 2)
        Parcel(in: context, channel: .phone, state: .open, number: 3)
        Parcel(in: context, channel: .web, state: .open, color: .green, carrier: .unknown("pigeon"), number: 4)
        Parcel(in: context, channel: .web, state: .open, color: .default, number: 5)
        Parcel(in: context, channel: .web, state: .open, color: .red, number: 6)

        func check(_ context: ManagedObjectContext) throws {
            #expect(try Parcel.open(channel: .phone, priority: .low, in: context).map(\.number) == [1])
            #expect(try Parcel.open(channel: .phone, priority: nil, in: context).map(\.number) == [3])
            #expect(try Parcel.open(channel: .shop, priority: nil, in: context).isEmpty)
            #expect(try Parcel.colored(in: context).map(\.number) == [5])
        }
        try check(context)
        try context.save()
        let other = try store.context()
        try check(other)
    }

    @Test("Closed enums list their cases in the model's order, and all are Codable by their raw values")
    func conformances() throws {
        #expect(Channel.allCases == [.web, .phone, .shop])
        #expect(State.allCases.map(\.rawValue) == [1, 2, -1])
        let carriers: [Carrier] = [.post, .unknown("owl")]
        let data = try JSONEncoder().encode(carriers)
        #expect(String(decoding: data, as: UTF8.self) == #"["post","owl"]"#)
        #expect(try JSONDecoder().decode([Carrier].self, from: data) == carriers)
    }
}
