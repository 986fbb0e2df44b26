@_spi(Drafts) public import Trellis

extension EarlierDraftPolicy {
    /// The store is migrated to the program's model, for as long as you work on the model.
    ///
    /// It is for debug builds: an edit of the model keeps the objects in your own store. Trellis plans the step from the model whose
    /// text the store contains, proves it on difficult rows, and applies it in one transaction. It applies only steps that lose nothing
    /// and need no decision. Otherwise the store stays as it is, and ``StoreError/undecidedDraft(path:reasons:)`` names the file, the
    /// reasons and the command that migrates it with decisions.
    ///
    /// It also migrates a store of the newest frozen version to a draft, which needs no decision in `N.migration.yaml`.
    public static let migrate = EarlierDraftPolicy.migrate(by: InferredStep())
}
