import Diagnostics

extension Translation {
    /// A translation without the parts that the language refuses: defaults, rules, derivations, conditions of fetches and indexes. Each is
    /// listed in ``remarks``, so that one of them does not stop an import.
    /// - Parameter check: the findings of a model's text.
    package init(
        _ source: CoreDataModel, named name: String, transformables: Transformables = .codable, checking check: (_ text: String) -> [Finding]
    ) {
        var leftOut = Set<String>()
        while true {
            let translation = Translation(source, named: name, transformables: transformables, leavingOut: leftOut)
            let refused = translation.refused(by: check(translation.text)).subtracting(leftOut)
            if refused.isEmpty {
                self = translation
                return
            }
            leftOut.formUnion(refused)
        }
    }

    /// The parts that findings are about and that can be left out.
    private func refused(by findings: [Finding]) -> Set<String> {
        let errors = findings.filter { $0.severity == .error }
        guard !errors.isEmpty else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return Set(
            errors.compactMap { finding in
                let line = finding.span.start.line - 1
                guard origins.indices.contains(line), lines.indices.contains(line) else { return nil }
                let origin = origins[line]
                switch origin.part {
                case .none: return nil
                case .fetch: return FetchTranslation.key(origin.place)
                case .index(let number): return Origin.indexKey(origin.place, number)
                case .attribute where finding.code.name == Self.badSwiftType: return "\(origin.place) swift"
                case .attribute: return Self.key(in: lines[line], before: finding.span.start.column).map { "\(origin.place) \($0)" }
                }
            })
    }

    /// The code of a class that the language cannot name.
    private static let badSwiftType = "TR1430"

    /// The key of an attribute whose value a finding is about; a derivation if it is about the whole attribute.
    private static func key(in line: Substring, before column: Int) -> String? {
        let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(max(0, column - 1))))
        let optional: Set = ["default", "min", "max", "minLength", "maxLength", "pattern", "derived"]
        let words = before.ranges(of: ": ").lazy.map { colon in
            String(before[..<colon.lowerBound].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        }
        if let last = words.last(where: { !$0.isEmpty }), optional.contains(last) { return last }
        return line.contains(", derived: ") ? "derived" : nil
    }

    /// The place of the Core Data model's file that a line of the text is about.
    package func origin(ofLine line: Int) -> Origin? { origins.indices.contains(line - 1) ? origins[line - 1] : nil }
}
