import StoreMigration

/// What a store says about itself.
public struct StoreMetadata: Sendable, Hashable, Codable {
    /// The name of the model.
    public var model: String
    /// The version of the model, from 1.
    public var version: Int
    /// Whether the version could still change when it wrote the store.
    public var isDraft: Bool
    /// The hash of the version, 64 hexadecimal digits: over what the store is, not over what programs know of it.
    public var hash: String
    /// The identity of the store among all stores. A copy has the same one.
    public var uuid: String
    /// The format of the layout.
    public var layout: String

    init(_ record: StoreRecord) {
        (model, version, isDraft, hash) = (record.model, record.version, record.isDraft, record.hash)
        (uuid, layout) = (record.uuid, record.layout)
    }
}
