import Predicates
import SchemaModel

/// Prints the named fetches of an entity as static methods: each as a value that can be made more precise, and as what it finds.
struct FetchPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        writer.line("// MARK: - Fetches")
        writer.line()
        writer.block("extension \(entity.className)") { writer in
            for (index, fetch) in entity.entity.fetches.enumerated() {
                if index > 0 { writer.line() }
                print(fetch, to: &writer)
            }
        }
    }

    private func print(_ fetch: NamedFetch, to writer: inout SourceWriter) {
        let name = SwiftNames.declared(fetch.name.text)
        let parameters = fetch.parameters.map { "\(SwiftNames.declared($0.name.text)): \($0.swiftType)" }
        let opening = "\(entity.access.prefix)static func \(name)("

        writer.doc(documentation(of: fetch))
        writer.list(opening, parameters, ") -> Fetch<\(entity.className)> {")
        writer.indented { $0.list("Fetch(", arguments(of: fetch), ")") }
        writer.line("}")
        writer.line()
        let labels = fetch.parameters.map { "\($0.name.text):" }.joined()
        writer.doc(["What ``\(fetch.name.text)(\(labels))`` finds."])
        writer.list(opening, parameters + ["in context: ManagedObjectContext"], ") throws -> [\(entity.className)] {")
        writer.indented { writer in
            let arguments = fetch.parameters.map {
                "\(SwiftNames.label($0.name.text)): \(SwiftNames.declared($0.name.text))"
            }
            // A parameter of the method's own name would be called in its place.
            let isHidden = fetch.parameters.contains { $0.name.text == fetch.name.text }
            writer.list("try context.fetch(\(isHidden ? "Self." : "")\(name)(", arguments, "))")
        }
        writer.line("}")
    }

    private func documentation(of fetch: NamedFetch) -> [String] {
        var paragraphs = fetch.doc.paragraphs
        if let condition = fetch.condition {
            paragraphs.append("Where `\(condition.text.filter { $0 != "`" && !$0.isNewline })`.")
        }
        if paragraphs.isEmpty { paragraphs = ["All objects of `\(entity.entity.name.text)`."] }
        if entity.model.hasChildren(entity.entity) {
            paragraphs.append("Objects of the classes that inherit from `\(entity.entity.name.text)` are among them.")
        }
        return paragraphs
    }

    private func arguments(of fetch: NamedFetch) -> [String] {
        var arguments = [String]()
        if let condition = fetch.condition {
            let names = fetch.parameters.map { ($0.name.text, SwiftNames.declared($0.name.text)) }
            let code = ConditionCode(parameters: Dictionary(names) { first, _ in first }) { _, _ in nil }
            arguments.append("where: \(code.expression(condition))")
        }
        if !fetch.sort.isEmpty {
            let terms = fetch.sort.map { term in
                ".\(term.isAscending ? "ascending" : "descending")(\(SwiftLiteral.string(term.path.joined(separator: "."))))"
            }
            arguments.append("sort: [\(terms.joined(separator: ", "))]")
        }
        if let limit = fetch.limit { arguments.append("limit: \(limit)") }
        return arguments
    }
}

extension NamedFetch.Parameter {
    /// The type of the parameter of the generated method.
    var swiftType: String {
        let type =
            switch type {
            case .value(let type): type.swiftType
            case .object(let entity): SwiftNames.declared(entity)
            }
        return isList ? "[\(type)]" : type + (isOptional ? "?" : "")
    }
}
