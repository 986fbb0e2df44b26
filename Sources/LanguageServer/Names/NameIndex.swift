import Diagnostics
import SchemaSyntax

/// A place of a name in the files of a model.
package struct Occurrence: Hashable, Sendable {
    package var symbol: ModelSymbol
    package var file: String
    /// The bytes of the name alone.
    package var offsets: Range<Int>
    package var isDeclaration = false
    /// Whether the file has the name unchanged at `offsets`. Otherwise they are those of the text that contains it.
    package var isExact = true
}

/// All places of the names of a model's parts: where they are declared, and where other parts use them.
package struct NameIndex: Sendable {
    package private(set) var occurrences: [ModelSymbol: [Occurrence]] = [:]
    private var byFile: [String: [Occurrence]] = [:]

    package init(_ files: [SourceFile], _ outline: Outline) {
        var found = Set<Occurrence>()
        for file in files {
            var finder = NameFinder(file, outline)
            finder.find()
            var own = [Occurrence]()
            // Aliases repeat what is at one place.
            for occurrence in finder.found where found.insert(occurrence).inserted {
                own.append(occurrence)
                occurrences[occurrence.symbol, default: []].append(occurrence)
            }
            byFile[file.path] = own.sorted { $0.offsets.lowerBound < $1.offsets.lowerBound }
        }
    }

    /// The places of a file, in order.
    package func occurrences(inFile path: String) -> [Occurrence] { byFile[path] ?? [] }

    /// The name at an offset of a file: the shortest that contains it or ends there.
    package func occurrence(at offset: Int, inFile path: String) -> Occurrence? {
        (byFile[path] ?? []).filter { $0.offsets.lowerBound <= offset && offset <= $0.offsets.upperBound }
            .min { ($0.isExact ? 0 : 1, $0.offsets.count) < ($1.isExact ? 0 : 1, $1.offsets.count) }
    }

    package func declaration(of symbol: ModelSymbol) -> Occurrence? { occurrences[symbol]?.first(where: \.isDeclaration) }

    /// The places that use a name.
    package func uses(of symbol: ModelSymbol) -> [Occurrence] { (occurrences[symbol] ?? []).filter { !$0.isDeclaration } }
}
