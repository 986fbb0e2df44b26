import Predicates
import SchemaModel

/// Prints the named fetches of an entity as static methods: one returns the fetch, which callers can refine, the other its
/// objects.
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
        let parameters = fetch.parameters.map { "\(SwiftNames.declared($0.name.text)): \($0.swiftType(in: entity.model))" }
        let opening = "\(entity.access.prefix)static func \(name)("

        writer.doc(documentation(of: fetch))
        writer.list(opening, parameters, ") -> Fetch<\(entity.className)> {")
        writer.indented { $0.list("Fetch(", code(of: fetch).arguments(of: fetch), ")") }
        writer.line("}")
        writer.line()
        let labels = fetch.parameters.map { "\($0.name.text):" }.joined()
        writer.doc(["The fetch of ``\(fetch.name.text)(\(labels))``."])
        writer.list(opening, parameters + ["in context: ManagedObjectContext"], ") throws -> [\(entity.className)] {")
        writer.indented { writer in
            let arguments = fetch.parameters.map {
                "\(SwiftNames.label($0.name.text)): \(SwiftNames.declared($0.name.text))"
            }
            // A parameter with the method's own name would be called instead.
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
            paragraphs.append("The result includes objects of the subclasses of `\(entity.entity.name.text)`.")
        }
        return paragraphs
    }

    /// The condition's parameters are those of the method. If one is an object, paths lead to its values.
    private func code(of fetch: NamedFetch) -> ConditionCode {
        let names = fetch.parameters.map { ($0.name.text, SwiftNames.declared($0.name.text)) }
        let paths = SwiftPaths(model: entity.model)
        return ConditionCode(parameters: Dictionary(names) { first, _ in first }) { variable, path in
            guard let parameter = fetch.parameters.first(where: { $0.name.text == variable }),
                case .object(let name) = parameter.type, let source = entity.model.entity(named: name)
            else { return nil }
            return paths.expression(path, of: SwiftNames.declared(variable), source, isOptional: parameter.isOptional)
        }
    }
}

extension ConditionCode {
    /// The arguments of an initializer of `Fetch` for a fetch of the model.
    func arguments(of fetch: NamedFetch) -> [String] {
        var arguments = [String]()
        if let condition = fetch.condition { arguments.append("where: \(expression(condition))") }
        if !fetch.sort.isEmpty {
            let terms = fetch.sort.map { term in
                if let calendar = term.calendar { return Self.code(of: term, calendar) }
                let options = Self.code(of: term.options).map { ", options: \($0)" } ?? ""
                return ".\(term.isAscending ? "ascending" : "descending")(\(SwiftLiteral.string(term.path.joined(separator: ".")))\(options))"
            }
            let list = terms.joined(separator: ", ")
            let isLong = list.count > 100
            arguments.append(isLong ? "sort: [\n    \(terms.joined(separator: ",\n    "))\n]" : "sort: [\(list)]")
        }
        if let limit = fetch.limit { arguments.append("limit: \(limit)") }
        return arguments
    }

    /// A sort key that is a calendar function.
    private static func code(of term: SortTerm, _ calendar: CalendarTerm) -> String {
        let zone = calendar.timeZone.map { ", in: \(SwiftLiteral.string($0))" } ?? ""
        let path = SwiftLiteral.string(term.path.joined(separator: "."))
        return ".\(term.isAscending ? "ascending" : "descending")(.init(.\(calendar.function)\(zone)), of: \(path))"
    }
}

extension NamedFetch.Parameter {
    /// The type of the parameter of the generated method.
    func swiftType(in model: Model) -> String {
        let type =
            switch type {
            case .value(let type): type.swiftType
            case .object(let entity): model.swiftClass(ofEntity: entity)
            }
        return isList ? "[\(type)]" : type + (isOptional ? "?" : "")
    }
}
