import FlyingSocks

/// The body of a response that ends when its events end.
struct EventBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let events: AsyncStream<ServerEvent>

    func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var events: AsyncStream<ServerEvent>.Iterator
        /// What is to be sent next. A page whose connection fails tries again after a second.
        private var waiting = ArraySlice("retry: 1000\n\n".utf8)

        fileprivate init(events: AsyncStream<ServerEvent>.Iterator) { self.events = events }

        mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
            if waiting.isEmpty {
                guard let event = await events.next() else { return nil }
                waiting = ArraySlice(event.text.utf8)
            }
            defer { waiting = waiting.dropFirst(count) }
            return waiting.prefix(count)
        }

        mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }
    }
}
