import Templates

/// What the templates of these tests are about.
struct Album: TemplateSubject {
    var title = "Blue"
    var note: String?
    var isLive = false
    var tracks: [Track] = []

    static let kind = "album"
    static let summary = "An album."
    static let facts: [TemplateFact<Self>] = [
        .text("title", "Its title.", \.title),
        .optionalText("note", "A remark.", \.note),
        .flag("isLive", "Whether it was recorded in front of people.", \.isLive),
        .list("tracks", "Its tracks.", \.tracks),
    ]
}

struct Track: TemplateSubject {
    var name: String
    var note: String?
    /// A thing can have things of its own kind.
    var parts: [Track] = []

    static let kind = "track"
    static let summary = "A track."
    static let facts: [TemplateFact<Self>] = [
        .text("name", "Its name.", \.name),
        .optionalText("note", "A remark.", \.note),
        .list("parts", "Its parts.", \.parts),
    ]
}

/// The text of a template for an album.
func rendered(_ template: String, _ album: Album = Album()) throws -> String {
    try Template(TemplateSource(path: "my.mustache", text: template), about: [TemplateScope(Album.self)]).render([
        TemplateThing(album)
    ])
}
