import SchemaModel

/// Prints an enumeration.
struct EnumerationPrinter {
    let enumeration: Enumeration
    let access: AccessLevel

    private var type: EnumerationType { enumeration.type }
    private var rawType: String { type.isInteger ? "Int" : "String" }

    func declarations() -> String {
        var writer = SourceWriter()
        let doc = enumeration.doc.paragraphs
        writer.doc(doc.isEmpty ? ["One of \(type.cases.count) values, stored as \(type.isInteger ? "an integer" : "a text")."] : doc)
        type.hasUnknown ? printOpen(to: &writer) : printClosed(to: &writer)
        return writer.text
    }

    private func literal(_ value: EnumerationType.Case) -> String {
        type.isInteger ? value.raw : SwiftLiteral.string(value.raw)
    }

    /// Every raw value has a case: Swift writes the conversions.
    private func printClosed(to writer: inout SourceWriter) {
        let name = SwiftNames.declared(type.name)
        writer.block("\(access.prefix)enum \(name): \(rawType), CaseIterable, Codable, EnumerationValue") {
            for value in type.cases {
                let hasOwnRaw = type.isInteger || value.raw != value.name
                $0.line("case \(SwiftNames.declared(value.name))" + (hasOwnRaw ? " = \(literal(value))" : ""))
            }
        }
    }

    /// A case of its own keeps unknown raw values.
    private func printOpen(to writer: inout SourceWriter) {
        let name = SwiftNames.declared(type.name)
        writer.block("\(access.prefix)enum \(name): EnumerationValue, Hashable, Codable") { writer in
            for value in type.cases { writer.line("case \(SwiftNames.declared(value.name))") }
            writer.doc(["A raw value without a case in this version of the model. It is kept unchanged."])
            writer.line("case unknown(\(rawType))")
            writer.line()
            writer.doc(["Returns the case of a raw value. Each raw value has one."])
            writer.block("\(access.prefix)init(rawValue: \(rawType))") {
                $0.line("switch rawValue {")
                for value in type.cases { $0.line("case \(literal(value)): self = .\(SwiftNames.member(value.name))") }
                $0.line("default: self = .unknown(rawValue)")
                $0.line("}")
            }
            writer.line()
            writer.doc(["The stored value."])
            writer.block("\(access.prefix)var rawValue: \(rawType)") {
                $0.line("switch self {")
                for value in type.cases { $0.line("case .\(SwiftNames.member(value.name)): \(literal(value))") }
                $0.line("case .unknown(let value): value")
                $0.line("}")
            }
        }
    }
}
