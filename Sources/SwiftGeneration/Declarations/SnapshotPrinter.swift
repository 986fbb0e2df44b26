import SchemaModel

/// Prints the struct with an object's values that other tasks can use.
///
/// The library implements comparing, encoding and finding its parts, because conformances that Swift synthesizes cost a release
/// build a third of a second for each entity.
struct SnapshotPrinter {
    let entity: EntityPrinter

    private var lineage: [Entity] { entity.ancestors + [entity.entity] }
    private var access: String { entity.access.prefix }

    func print(to writer: inout SourceWriter) {
        let values = values
        let name = entity.entity.name.text
        writer.line("// MARK: - Snapshot")
        writer.line()
        writer.block("extension \(entity.className)") { writer in
            writer.doc(["The values of an object of `\(name)` at one time. You can send them to another task, keep them and encode them."])
            writer.block("\(access)struct Snapshot: ObjectSnapshot") { writer in
                writer.line("\(access)let objectID: ObjectID")
                for value in values {
                    writer.line("\(access)var \(SwiftNames.declared(value.name)): \(value.type)")
                }
                writer.line()
                writer.doc(["Copies the present values of an object."])
                writer.block("\(access)init(of object: \(entity.className))") {
                    $0.line("objectID = object.objectID")
                    for value in values { $0.line("self.\(SwiftNames.member(value.name)) = object.\(value.getter)") }
                }
                writer.line()
                printApplying(values, to: &writer)
                writer.mark("For the library")
                writer.list(
                    "\(access)static let _names: [String] = [", values.map { SwiftLiteral.string($0.name) }, "]")
                writer.line()
                writer.block("\(access)var _values: [any Codable & Sendable]") {
                    $0.list("[", values.map { "self.\(SwiftNames.member($0.name))" }, "]")
                }
                writer.line()
                writer.block("\(access)init(_from values: inout SnapshotReader) throws") {
                    $0.line("objectID = try values.objectID()")
                    for value in values { $0.line("self.\(SwiftNames.member(value.name)) = try values.value()") }
                }
            }
        }
    }

    private func printApplying(_ values: [Value], to writer: inout SourceWriter) {
        writer.doc(["Sets these values on an object. Derived values do not change."])
        writer.block("\(access)func apply(to object: \(entity.className)) throws") { writer in
            // All destinations are looked up before any value is set.
            for value in values {
                guard let destination = value.destination else { continue }
                writer.line("let _\(value.name): \(destination)? = try object._object(self.\(SwiftNames.member(value.name)))")
            }
            for value in values where value.isSet {
                let member = SwiftNames.member(value.name)
                writer.line("object.\(member) = \(value.destination == nil ? "self.\(member)" : "_\(value.name)")")
            }
        }
    }

    private struct Value {
        var name: String
        var type: String
        /// The expression that reads it from an object.
        var getter: String
        /// The class that a relationship leads to.
        var destination: String?
        var isSet = true
    }

    /// What is inherited comes first.
    private var values: [Value] {
        lineage.flatMap { owner in
            let attributes = owner.persistentAttributes.map { attribute in
                Value(
                    name: attribute.name.text, type: attribute.swiftType, getter: SwiftNames.member(attribute.name.text),
                    isSet: attribute.derivation == nil)
            }
            return attributes + owner.relationships.filter { !$0.isToMany }.map { value(of: $0, declaredBy: owner) }
        }
    }

    private func value(of relationship: Relationship, declaredBy owner: Entity) -> Value {
        Value(
            name: relationship.name.text, type: "ObjectID?",
            getter: relationship.holdsKey
                ? "_destinationID(\(entity.column(of: relationship, declaredBy: owner)))"
                : "_partnerID(\(entity.number(of: relationship, declaredBy: owner)))",
            destination: entity.model.swiftClass(ofEntity: relationship.destination.text))
    }
}
