import SchemaModel

/// Prints the struct of a composite.
struct CompositePrinter {
    let composite: Composite
    let model: Model
    let access: AccessLevel

    private var name: String { SwiftNames.declared(composite.name.text) }
    private var parts: [Attribute] { composite.type.attributes }

    func declarations() -> String {
        var writer = SourceWriter()
        let doc = composite.doc.paragraphs
        writer.doc(doc.isEmpty ? ["A value of the composite `\(composite.name.text)`."] : doc)
        writer.block("\(access.prefix)struct \(name): Hashable, Codable, Sendable") { writer in
            for part in parts {
                writer.doc(part.documentation)
                writer.line("\(access.prefix)var \(SwiftNames.declared(part.name.text)): \(part.swiftType)")
                writer.line()
            }
            printInitializer(to: &writer)
        }
        writer.line()
        FieldsPrinter(model: model, access: access).print(composite, to: &writer)
        writer.line()
        writer.line("// MARK: - For the library")
        writer.line()
        writer.block("extension \(name): CompositeValue") { writer in
            writer.line("\(access.prefix)static var _columnCount: Int { \(composite.type.columnCount) }")
            writer.line()
            printReading(to: &writer)
            writer.line()
            printWriting(to: &writer)
            if composite.type.rounds {
                writer.line()
                printRounding(to: &writer)
            }
        }
        return writer.text
    }

    /// A parameter for each part. Optional parts and parts with defaults can be left out.
    private func printInitializer(to writer: inout SourceWriter) {
        let parameters = parts.map { part in
            let value = part.defaultValue?.swiftExpression(of: part.type) ?? (part.isOptional ? "nil" : nil)
            return "\(SwiftNames.parameter(part.name.text).declaration): \(part.swiftType)" + (value.map { " = \($0)" } ?? "")
        }
        writer.doc(["Creates a value from its parts."])
        writer.list("\(access.prefix)init(", parameters, ") {")
        writer.indented {
            for part in parts {
                let name = part.name.text
                $0.line("self.\(SwiftNames.member(name)) = \(SwiftNames.parameter(name).use)")
            }
        }
        writer.line("}")
    }

    /// The parts with the numbers of their first columns, counted within the composite.
    private var columns: [(part: Attribute, column: Int)] {
        var next = 0
        return parts.map { part in
            defer { next += part.columnCount }
            return (part, next)
        }
    }

    private func printReading(to writer: inout SourceWriter) {
        writer.block("\(access.prefix)init?(_row row: inout RowReader, at column: Int32)") { writer in
            let values = columns.map { part, column in
                let name = part.name.text
                let read = part.readExpression(at: column == 0 ? "column" : "column + \(column)")
                guard part.hasGap else { return "\(SwiftNames.label(name)): \(read)" }
                // Names of a model never begin with an underscore.
                writer.line("guard let _\(name): \(part.swiftType) = \(read) else { return nil }")
                return "\(SwiftNames.label(name)): _\(name)"
            }
            writer.list("self.init(", values, ")")
        }
    }

    private func printRounding(to writer: inout SourceWriter) {
        writer.block("\(access.prefix)func _rounded() -> \(name)") {
            $0.line("var value = self")
            for part in parts where part.rounds {
                let member = "value.\(SwiftNames.member(part.name.text))"
                $0.line("\(member) = \(part.roundedExpression(member))")
            }
            $0.line("return value")
        }
    }

    private func printWriting(to writer: inout SourceWriter) {
        writer.block("\(access.prefix)func _write(_ part: Int, to writer: inout ColumnWriter)") {
            $0.line("switch part {")
            for (part, column) in columns {
                $0.line(part.writingCase("self.\(SwiftNames.member(part.name.text))", at: column, of: "part"))
            }
            $0.line("default: break")
            $0.line("}")
        }
    }
}
