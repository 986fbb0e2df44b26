import Mustache

// The subjects and facts for Mustache, which asks for each name of a tag.

/// The subjects of a template. The last one is asked first.
struct SpokenOf: MustacheParent {
    var things: [TemplateThing]

    func child(named name: String) -> Any? { things.reversed().lazy.compactMap { $0.child(named: name) }.first }
}

extension TemplateThing: MustacheParent {
    public func child(named name: String) -> Any? {
        if let number = scope.facts.firstIndex(where: { $0.name == name }) {
            return switch value(number) {
            case .text(let text): RenderedText(text: text ?? "")
            case .flag(let flag): flag
            case .list(let things): Self.members(things)
            }
        }
        if let number = scope.facts.firstIndex(where: { $0.flagOfMembers == name }), case .list(let things) = value(number) {
            return !things.isEmpty
        }
        // Its kind names it if another subject has a fact with the same name.
        return name == scope.kind ? self : nil
    }

    private static func members(_ things: [TemplateThing]) -> [Member] {
        things.indices.map { Member(thing: things[$0], isFirst: $0 == 0, isLast: $0 == things.count - 1) }
    }

    /// A subject in a list.
    private struct Member: MustacheParent {
        var thing: TemplateThing
        var isFirst: Bool
        var isLast: Bool

        func child(named name: String) -> Any? {
            // Its kind names it as a member of the list.
            if let child = thing.child(named: name) { return child is TemplateThing ? self : child }
            return name == "isFirst" ? isFirst : name == "isLast" ? isLast : nil
        }
    }
}

/// A text, and its forms by name. An empty text counts as missing but is still found, because Mustache would otherwise search the
/// outer subjects.
private struct RenderedText: MustacheParent, MustacheCustomRenderable {
    var text: String

    var renderText: String { text }
    var isNull: Bool { text.isEmpty }

    func child(named name: String) -> Any? { TextForm(rawValue: name).map { RenderedText(text: $0.apply(to: text)) } }
}
