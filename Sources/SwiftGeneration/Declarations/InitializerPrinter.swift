import SchemaModel

/// Prints the initializers: the public one, and the one that reads a row.
struct InitializerPrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        writer.mark("Creating objects")
        printInsertion(to: &writer)
        if entity.entity.isAbstract {
            writer.line()
            printUnavailable(to: &writer)
        }
        writer.line()
        printReading(to: &writer)
    }

    // MARK: A new object

    /// A parameter for each attribute and each to-one relationship, inherited ones first. A required one without a default must
    /// be passed: otherwise the call does not compile.
    private func printInsertion(to writer: inout SourceWriter) {
        if entity.entity.isAbstract {
            writer.doc(["For the subclasses: sets the values that a new object begins with."])
        } else {
            writer.doc(["Creates an object. The next save of the context inserts it."])
            // The context keeps new objects, so callers need not use the result.
            writer.line("@discardableResult")
        }
        let context = "\(Self.contextLabel(of: entity.entity)) managedObjectContext: ManagedObjectContext"
        // Subclasses pass all values, including defaults.
        let declared = parameters.map { $0.name + (entity.entity.isAbstract ? "" : $0.value.map { " = \($0)" } ?? "") }
        writer.list("\(insertionModifiers)init(", [context] + declared, ") {")
        if entity.hasValues {
            var values = entity.heldAttributes.map { attribute in
                if attribute.isKeptByDatabase { return "\(SwiftNames.label(attribute.name.text)): DerivedValue(\(attribute.valueBeforeSave))" }
                let value = SwiftNames.parameter(attribute.name.text).use
                return attribute.isLazy
                    ? "\(SwiftNames.label(attribute.name.text)): LazyValue(\(value))"
                    : "\(SwiftNames.label(attribute.name.text)): \(attribute.roundedExpression(value))"
            }
            values += entity.keyedRelationships.map { "\(SwiftNames.label($0.name.text)): ToOneReference()" }
            writer.indented { $0.list("_values = _Values(", values, ")") }
        }
        if let parent = entity.parent {
            var arguments = ["\(Self.contextLabel(of: parent)): managedObjectContext"]
            for ancestor in entity.ancestors {
                arguments += ancestor.settableAttributes.map { argument($0.name) } + ancestor.destinations.map { argument($0.name) }
            }
            writer.indented { $0.list("super.init(", arguments, ")") }
        } else {
            writer.indented { $0.line("super.init(_row: &managedObjectContext._insertion)") }
        }
        for relationship in entity.entity.destinations {
            let name = relationship.name.text
            writer.indented { $0.line("self.\(SwiftNames.member(name)) = \(SwiftNames.parameter(name).use)") }
        }
        if !entity.entity.isAbstract {
            // Initializers of subclasses call this one and set the values themselves.
            let type = entity.model.hasChildren(entity.entity) ? "as: \(entity.className).self" : ""
            writer.indented { $0.line("_awakeFromInsert(\(type))") }
        }
        writer.line("}")
    }

    /// The initializer that callers of an abstract class would look for. The compiler's error names the classes to create instead.
    private func printUnavailable(to writer: inout SourceWriter) {
        let declared = parameters.map { $0.name + ($0.value.map { " = \($0)" } ?? "") }
        writer.doc(["Unavailable: each object is of a subclass."])
        writer.line("@available(*, unavailable, message: \(SwiftLiteral.string(advice)))")
        // Only the initializer of a concrete parent is a designated one with this name.
        let isOverride = entity.parent?.isAbstract == false && parameters(entity.entity).isEmpty
        let modifiers = entity.access.prefix + (isOverride ? "override " : "")
        writer.list(
            "\(modifiers)convenience init(", ["in managedObjectContext: ManagedObjectContext"] + declared, ") { fatalError() }")
    }

    /// The classes to create instead of an abstract one, nearest first. A message with all of many would not be read.
    private var advice: String {
        let classes = entity.model.subtree(of: entity.entity).filter { !$0.isAbstract }.map { "'\($0.className.text)'" }
        let isAbstract = "'\(entity.entity.className.text)' is abstract"
        guard let last = classes.last else { return "\(isAbstract), and has no subclass with objects" }
        if classes.count == 1 { return "\(isAbstract): create \(last) instead" }
        if classes.count > 6 { return "\(isAbstract): create \(classes.prefix(5).joined(separator: ", ")) or another subclass instead" }
        return "\(isAbstract): create \(classes.dropLast().joined(separator: ", ")) or \(last) instead"
    }

    /// Callers cannot create an object of an abstract class. Its initializer is not visible outside the module, and its name
    /// marks it as internal.
    private static func contextLabel(of entity: Entity) -> String {
        entity.isAbstract ? "_in" : "in"
    }

    private var insertionModifiers: String {
        // A class without properties of its own has the parameters of its parent.
        let isOverride =
            entity.parent?.isAbstract == entity.entity.isAbstract && parameters(entity.entity).isEmpty
        return (entity.entity.isAbstract ? "" : entity.access.prefix) + (isOverride ? "override " : "")
    }

    /// A parameter of the initializer.
    struct Parameter {
        /// The property.
        var property: Name
        /// The declaration: label and type.
        var name: String
        var type: String
        /// The default; nil if a value must be passed.
        var value: String?
    }

    /// The parameters of the initializer, inherited ones first.
    var parameters: [Parameter] { (entity.ancestors + [entity.entity]).flatMap(parameters) }

    /// The parameters of an entity's own declarations.
    private func parameters(_ entity: Entity) -> [Parameter] {
        let attributes = entity.settableAttributes.map { attribute in
            let name = SwiftNames.parameter(attribute.name.text).declaration
            let value = attribute.defaultValue?.swiftExpression(of: attribute.type) ?? (attribute.isOptional ? "nil" : nil)
            return Parameter(
                property: attribute.name, name: "\(name): \(attribute.swiftType)", type: attribute.swiftType, value: value)
        }
        let relationships = entity.destinations.map { relationship in
            let name = SwiftNames.parameter(relationship.name.text).declaration
            let destination = self.entity.model.swiftClass(ofEntity: relationship.destination.text)
            // Of two objects that require each other one is created first: the one without the key.
            let mustBeGiven = !relationship.isOptional && relationship.holdsKey && !relationship.isItsOwnInverse
            let type = destination + (mustBeGiven ? "" : "?")
            return Parameter(property: relationship.name, name: "\(name): \(type)", type: type, value: mustBeGiven ? nil : "nil")
        }
        return attributes + relationships
    }

    /// A parameter, passed on under its own name.
    private func argument(_ name: Name) -> String {
        "\(SwiftNames.label(name.text)): \(SwiftNames.parameter(name.text).use)"
    }

    // MARK: An object of a row

    private func printReading(to writer: inout SourceWriter) {
        writer.doc(["For the library: creates the object of a row."])
        writer.block("\(entity.access.libraryPrefix)required init(_row row: inout RowReader)") { writer in
            if entity.hasValues {
                var values = entity.heldAttributes.map { attribute in
                    if attribute.isLazy { return "\(SwiftNames.label(attribute.name.text)): LazyValue()" }
                    let read = attribute.readExpression(at: "\(entity.position(of: attribute))")
                    let value = attribute.isKeptByDatabase ? "DerivedValue(\(read), after: row._saves)" : read
                    return "\(SwiftNames.label(attribute.name.text)): \(value)"
                }
                values += entity.keyedRelationships.map {
                    "\(SwiftNames.label($0.name.text)): row.reference(at: \(entity.position(of: $0)))"
                }
                writer.list("_values = _Values(", values, ")")
            }
            writer.line("super.init(_row: &row)")
        }
    }
}

extension Entity {
    /// The to-one relationships, on both sides.
    fileprivate var destinations: [Relationship] { relationships.filter { !$0.isToMany } }

    /// The attributes that are given to a new object.
    fileprivate var settableAttributes: [Attribute] { persistentAttributes.filter { $0.derivation == nil } }
}

extension Attribute {
    /// What an attribute that the database keeps has in an object that is not saved yet: no row refers to it.
    fileprivate var valueBeforeSave: String { isOptional ? "nil" : type == .duration ? ".zero" : "0" }
}
