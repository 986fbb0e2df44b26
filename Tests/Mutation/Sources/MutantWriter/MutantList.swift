import SwiftSyntax

/// The mutants of a run in the order of their numbers. Those without a place in the code keep their numbers.
final class MutantList {
    private(set) var mutants: [Mutant] = []
    private let leftOut: Set<Int>

    /// - Parameter leftOut: mutants that do not compile.
    init(leftOut: Set<Int>) {
        self.leftOut = leftOut
    }

    /// The number of a new mutant; nil if it is left out, or if its code is too long or has comments, which cannot stand twice in a line.
    func add(_ kind: Mutant.Kind, _ original: some SyntaxProtocol, as replacement: String, in file: SourceFile) -> Int? {
        let text = original.trimmedDescription
        guard text.count <= 400, !text.contains("//"), !text.contains("/*"), !text.contains("\"\"\"") else { return nil }
        let (first, last) = file.lines(of: original)
        let mutant = Mutant(
            number: mutants.count, file: file.path, firstLine: first, lastLine: last, kind: kind, original: text.onOneLine,
            replacement: replacement.onOneLine)
        mutants.append(mutant)
        return leftOut.contains(mutant.number) ? nil : mutant.number
    }
}

/// A parsed file.
struct SourceFile {
    let path: String
    private let places: SourceLocationConverter

    init(path: String, tree: SourceFileSyntax) {
        self.path = path
        places = SourceLocationConverter(fileName: path, tree: tree)
    }

    func lines(of node: some SyntaxProtocol) -> (first: Int, last: Int) {
        (
            places.location(for: node.positionAfterSkippingLeadingTrivia).line,
            places.location(for: node.endPositionBeforeTrailingTrivia).line
        )
    }
}

extension String {
    /// Without line breaks: the lines of a mutated file are those of the original.
    var onOneLine: String {
        split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
