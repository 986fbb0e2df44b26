/// The objects of a fetch, read in batches on first access: a list of any length in little memory.
///
/// The list and its order are fixed when the list is created; later objects of the store or the context are not in it. It keeps the
/// objects of the last two batches that were accessed, and releases the others. It keeps unsaved objects, as their context does.
///
/// If a row is deleted before its batch is read, or the context deletes an object, its place stays: the subscript returns nil there,
/// and a loop skips it. Neither can throw. If a batch cannot be read, the subscript returns nil, a loop ends, and the context's next
/// fetch, delete or save throws the error, as for relationships.
public struct FetchedObjects<Root: ManagedObject>: Sequence {
    private let source: BatchSource<Root>

    init(_ source: BatchSource<Root>) {
        self.source = source
    }

    /// How many objects there were when the list was made.
    public var count: Int { source.count }

    public var isEmpty: Bool { count == 0 }

    /// The places of the objects, from 0.
    public var indices: Range<Int> { 0..<count }

    /// The object at a place, or nil where it is gone. Its batch is read when nothing of it is held.
    /// - Parameter place: one of ``indices``.
    public subscript(place: Int) -> Root? {
        require(indices.contains(place), "there are \(count) objects, and none at place \(place)")
        do {
            return try source.object(at: place)
        } catch {
            source.context.remember(error)
            return nil
        }
    }

    public func makeIterator() -> Iterator { Iterator(source: source) }

    public struct Iterator: IteratorProtocol {
        fileprivate let source: BatchSource<Root>
        private var place = 0

        fileprivate init(source: BatchSource<Root>) {
            self.source = source
        }

        public mutating func next() -> Root? {
            while place < source.count {
                do {
                    place += 1
                    if let object = try source.object(at: place - 1) { return object }
                } catch {
                    source.context.remember(error)
                    place = source.count
                }
            }
            return nil
        }
    }
}

extension ManagedObjectContext {
    /// The objects that a fetch asks for, read batch by batch when they are looked at. Pending changes are seen as by
    /// `fetch(_:)`; unless these make it look at all objects, no object is made by this call.
    /// - Parameters:
    ///   - fetch: what is asked for.
    ///   - batchSize: how many rows are read at a time, at least 1.
    /// - Throws: as `fetch(_:)` does.
    public func objects<Root: ManagedObject>(_ fetch: Fetch<Root>, batchSize: Int = 100) throws -> FetchedObjects<Root> {
        FetchedObjects(try BatchSource(fetch, batchSize: batchSize, in: self))
    }
}
