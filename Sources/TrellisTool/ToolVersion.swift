/// The version of Trellis. CHANGELOG.md has a section for it, or `Unreleased` while it ends in `-dev`.
enum ToolVersion {
    static let current = "0.1.0-dev"
}
