import Trellis

extension Reader {
    /// Blocks the reader with a card of that number; false if no reader has it.
    package static func block(card: String, in context: ManagedObjectContext) throws -> Bool {
        guard let reader = try Reader.find(card: card, in: context) else { return false }
        reader.blocked = true
        try context.save()
        return true
    }
}
