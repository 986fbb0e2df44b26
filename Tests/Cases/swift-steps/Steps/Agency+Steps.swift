// The steps in Swift of the agency's migrations, as the author of the program writes them.

/// A name that a step refuses.
struct RefusedName: Error {
    var name: String
}

extension Agency {
    /// Splits the names of customers, and makes an address of each home.
    static func splitNames(_ step: ToVersion2.SplitNames) throws {
        try step.forEachCustomer { customer in
            guard let end = customer.name.lastIndex(of: " ") else { throw RefusedName(name: customer.name) }
            try step.updateCustomer(customer.objectID) {
                $0.firstName = String(customer.name[..<end])
                $0.lastName = String(customer.name[end...].dropFirst())
            }
            guard let city = customer.homeCity else { return }
            try step.insertAddress(.init(city: city, rank: .second, zip: customer.homeZip, customer: customer.objectID))
        }
    }
}

extension Agency {
    /// Makes a second object of each sample, with the same values.
    static func copySamples(_ step: ToVersion2.CopySamples) throws {
        try step.forEachSample { sample in
            try step.insertSample(
                .init(
                    amount: sample.amount, bytes: sample.bytes, channel: sample.channel == .mail ? .mail : .phone, day: sample.day,
                    double: sample.double, exact: sample.exact, flag: sample.flag, identifier: sample.identifier, instant: sample.instant,
                    iso: sample.iso, large: sample.large, link: sample.link, maybeAmount: sample.maybeAmount, maybeBytes: sample.maybeBytes,
                    maybeText: sample.maybeText, medium: sample.medium, single: sample.single, small: sample.small, span: sample.span,
                    tags: sample.tags, text: sample.text, textIdentifier: sample.textIdentifier, unix: sample.unix))
        }
    }

    /// Numbers orders, deletes drafts, and writes the names of those who have an order in capital letters.
    static func numberOrders(_ step: ToVersion5.NumberOrders) throws {
        var number: Int64 = 0
        try step.forEachOrder { order in
            if order.title == "draft" {
                try step.deleteOrder(order.objectID)
                return
            }
            number += 1
            try step.updateOrder(order.objectID) { $0.number = number }
            guard let party = try step.findParty(order.customer) else { return }
            try step.updateParty(party.objectID) { $0.name = party.name.uppercased() }
        }
    }
}
