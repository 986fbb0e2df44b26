/// What a line of a translated model is about.
package struct Origin: Hashable, Sendable {
    /// Such as `Album.cover`.
    package let place: String
    /// The line of the file with the Core Data model; nil in an archive.
    package let line: Int?
    /// Which part of the line can be left out.
    let part: Part

    enum Part: Hashable, Sendable {
        case none, attribute, fetch
        /// The number of an index among those of its entity.
        case index(Int)
    }

    init(place: String, line: Int?, part: Part = .none) {
        (self.place, self.line, self.part) = (place, line, part)
    }

    /// What is left out of a translation because the language refuses an index.
    static func indexKey(_ place: String, _ number: Int) -> String { "\(place) index \(number)" }
}
