import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let emptyEnumeration = FindingCode("TR1410")
    static let repeatedCase = FindingCode("TR1411")
    static let badRawValue = FindingCode("TR1412")
}

/// Reads an enumeration:
///
///     Channel: [web, phone, unknown]
///     State: { raw: int, cases: { open: 1, closed: 2 }, doc: How far it is. }
enum EnumerationReader {
    static let keys = ["raw", "cases", "doc"]

    static func read(_ entry: YAMLNode.Entry, in context: inout ReadingContext) -> Enumeration? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "enum", in: &context)
        if entry.value.items != nil {
            return filled(Enumeration(name, isInteger: false), with: entry.value, in: &context)
        }
        guard let keys = KnownKeys(entry.value, of: "an enum", known: keys, in: &context) else { return nil }
        guard let list = keys["cases"] else {
            context.report(.missingKey, "the enum has no cases", at: name.span, suggestion: .init("add 'cases: [one, two]'"))
            return nil
        }
        var isInteger = false
        if let node = keys["raw"] {
            switch node.text {
            case "int": isInteger = true
            case "string": break
            default: context.report(.badRawValue, "the raw values of an enum are 'string' or 'int'", at: node.span)
            }
        }
        let doc = keys["doc"].flatMap { context.text($0, "a doc") }
        return filled(Enumeration(name, isInteger: isInteger, doc: doc), with: list, in: &context)
    }

    /// The enum with the cases of a list; nil if it has none.
    private static func filled(
        _ empty: Enumeration, with list: YAMLNode, in context: inout ReadingContext
    ) -> Enumeration? {
        var enumeration = empty
        var names: [String: SourceSpan] = [:]
        var raws: [String: SourceSpan] = [:]
        for (caseName, raw) in pairs(list, isInteger: empty.type.isInteger, in: &context) {
            ModelReader.checkName(caseName, of: "case", in: &context)
            if let first = names.updateValue(caseName.span, forKey: caseName.text) {
                let note = Finding.Note("the first is here", at: first)
                context.report(.repeatedCase, "the case '\(caseName.text)' is declared twice", at: caseName.span, notes: [note])
                continue
            }
            if caseName.text == EnumerationType.unknownCase {
                enumeration.type.hasUnknown = true
                continue
            }
            guard let raw else { continue }
            if let first = raws.updateValue(raw.span, forKey: raw.text) {
                let note = Finding.Note("the first is here", at: first)
                context.report(.repeatedCase, "the raw value '\(raw.text)' is used twice", at: raw.span, notes: [note])
                continue
            }
            enumeration.type.cases.append(.init(name: caseName.text, raw: raw.text))
            enumeration.caseSpans.append(caseName.span)
        }
        if enumeration.type.cases.isEmpty {
            context.report(.emptyEnumeration, "an enum needs at least one case beside 'unknown'", at: enumeration.name.span)
            return nil
        }
        return enumeration
    }

    /// The cases with their raw values; nil for an invalid one, and for `unknown`, which has none.
    private static func pairs(
        _ node: YAMLNode, isInteger: Bool, in context: inout ReadingContext
    ) -> [(name: Name, raw: Name?)] {
        if let items = node.items {
            if isInteger {
                context.report(
                    .badRawValue, "each case needs an integer raw value: 'cases: { open: 1, closed: 2 }'", at: node.span)
                return []
            }
            return items.compactMap { item in
                context.text(item, "a case").map { (Name($0, at: item.span), Name($0, at: item.span)) }
            }
        }
        return context.entries(node, "the list of cases").map { entry in
            let name = Name(entry.key, at: entry.keySpan)
            if entry.key == EnumerationType.unknownCase {
                if !entry.value.isNull {
                    context.report(.badRawValue, "'unknown' represents many raw values and cannot have its own", at: entry.value.span)
                }
                return (name, nil)
            }
            guard let text = context.text(entry.value, "a raw value") else { return (name, nil) }
            guard !isInteger || Int64(text).map(String.init) == text else {
                context.report(.badRawValue, "'\(text)' is not an integer", at: entry.value.span)
                return (name, nil)
            }
            return (name, Name(text, at: entry.value.span))
        }
    }
}

extension Enumeration {
    /// An enum without cases.
    fileprivate init(_ name: Name, isInteger: Bool, doc: String? = nil) {
        let type = EnumerationType(name: name.text, isInteger: isInteger, cases: [], hasUnknown: false)
        self.init(name: name, doc: doc, type: type, caseSpans: [])
    }
}
