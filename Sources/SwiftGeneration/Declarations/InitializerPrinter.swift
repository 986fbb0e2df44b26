import SchemaModel

/// Prints the initializers: the one that a person calls, and the one that reads a row.
struct InitializerPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        writer.mark("Making objects")
        printInsertion(to: &writer)
        writer.line()
        printReading(to: &writer)
    }

    /// The relationships that lead to one object, whichever side holds the key.
    private var destinations: [Relationship] { entity.entity.relationships.filter { !$0.isToMany } }

    // MARK: A new object

    /// A parameter for each attribute and each to-one relationship. What is required and has no default must be given: a call
    /// without it does not compile.
    private func printInsertion(to writer: inout SourceWriter) {
        var parameters = ["in managedObjectContext: ManagedObjectContext"]
        for attribute in entity.attributes {
            let name = SwiftNames.parameter(attribute.name.text).declaration
            let value = attribute.defaultValue?.swiftExpression(of: attribute.type) ?? (attribute.isOptional ? "nil" : nil)
            parameters.append("\(name): \(attribute.swiftType)" + (value.map { " = \($0)" } ?? ""))
        }
        for relationship in destinations {
            let name = SwiftNames.parameter(relationship.name.text).declaration
            let type = SwiftNames.declared(relationship.destination.text)
            // Of two objects that require each other one is made first: the one that does not hold the key.
            let mustBeGiven = !relationship.isOptional && relationship.holdsKey && !relationship.isItsOwnInverse
            parameters.append("\(name): \(type)" + (mustBeGiven ? "" : "? = nil"))
        }
        writer.doc(["Makes an object that the next save of the context inserts."])
        // The context holds what is new: whoever only enters something need not keep it.
        writer.line("@discardableResult")
        writer.list("\(entity.access.prefix)init(", parameters, ") {")
        if entity.hasColumns {
            var values = entity.attributes.map { attribute in
                let name = attribute.name.text
                return "\(SwiftNames.label(name)): \(SwiftNames.parameter(name).use)"
            }
            values += entity.toOne.map { "\(SwiftNames.label($0.name.text)): ToOneReference()" }
            writer.indented { $0.list("_values = _Values(", values, ")") }
        }
        writer.indented { $0.line("super.init(_insertedInto: managedObjectContext)") }
        for relationship in destinations {
            let name = relationship.name.text
            writer.indented { $0.line("self.\(SwiftNames.member(name)) = \(SwiftNames.parameter(name).use)") }
        }
        writer.line("}")
    }

    // MARK: An object of a row

    /// The columns of a row come after its key and its version.
    private func printReading(to writer: inout SourceWriter) {
        writer.doc(["For the library: the object of a row."])
        writer.block("\(entity.access.prefix)required init(_row row: inout RowReader)") { writer in
            if entity.hasColumns {
                var values = entity.attributes.map { attribute in
                    let read = attribute.readExpression(at: "\(entity.column(of: attribute) + 2)")
                    return "\(SwiftNames.label(attribute.name.text)): \(read)"
                }
                values += entity.toOne.map {
                    "\(SwiftNames.label($0.name.text)): row.reference(at: \(entity.column(of: $0) + 2))"
                }
                writer.list("_values = _Values(", values, ")")
            }
            writer.line("super.init(_row: &row)")
        }
    }
}
