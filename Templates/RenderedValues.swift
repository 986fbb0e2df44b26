import Mustache

// What Mustache is told of things and their facts: it asks for each name that stands in a tag.

/// The things that a template is told about, of which the last one is asked first.
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
        // By its kind it can be named where something else has a fact of the same name.
        return name == scope.kind ? self : nil
    }

    private static func members(_ things: [TemplateThing]) -> [Member] {
        things.indices.map { Member(thing: things[$0], isFirst: $0 == 0, isLast: $0 == things.count - 1) }
    }

    /// A thing in a list.
    private struct Member: MustacheParent {
        var thing: TemplateThing
        var isFirst: Bool
        var isLast: Bool

        func child(named name: String) -> Any? {
            // By its kind it is named as what it is in the list.
            if let child = thing.child(named: name) { return child is TemplateThing ? self : child }
            return name == "isFirst" ? isFirst : name == "isLast" ? isLast : nil
        }
    }
}

/// A text, and its forms by their names. An empty one counts as none, and is still found: Mustache would look for one of the same
/// name further out.
private struct RenderedText: MustacheParent, MustacheCustomRenderable {
    var text: String

    var renderText: String { text }
    var isNull: Bool { text.isEmpty }

    func child(named name: String) -> Any? { TextForm(rawValue: name).map { RenderedText(text: $0.apply(to: text)) } }
}
