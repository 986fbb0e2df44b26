import SQLiteStorage
import SchemaModel

/// Prints the library's view of a class: its descriptor, its storage, and its access to values by column.
struct StoragePrinter {
    let entity: EntityPrinter

    func print(to writer: inout SourceWriter) {
        writer.mark("For the library")
        printDescriptor(to: &writer)
        if entity.hasColumns { printAccess(to: &writer) }
        let (hasValues, transient) = (entity.hasValues, entity.entity.transientAttributes)
        guard hasValues || !transient.isEmpty else { return }
        writer.mark("Storage")
        if hasValues { printValues(to: &writer) }
        if hasValues, !transient.isEmpty { writer.line() }
        if !transient.isEmpty { print(transient, to: &writer) }
    }

    private func printAccess(to writer: inout SourceWriter) {
        writer.line()
        printWriting(to: &writer)
        if entity.attributes.contains(where: \.isReadOnUse) {
            writer.line()
            printLoading(to: &writer)
        }
        if !entity.keyedRelationships.isEmpty {
            writer.line()
            printReferences(to: &writer)
        }
        guard entity.hasValues else { return }
        writer.line()
        printTaking(to: &writer)
    }

    // MARK: The description

    private func printDescriptor(to writer: inout SourceWriter) {
        writer.line("\(entity.access.prefix)override class var entityDescriptor: EntityDescriptor { _descriptor }")
        writer.line()
        let name = SwiftLiteral.string(entity.entity.name.text)
        var arguments = ["name: \(name)", "table: \(SwiftLiteral.string(entity.table.name))"]
        if let key = entity.table.key { arguments.append("key: \(SwiftLiteral.string(key))") }
        if let parent = entity.entity.parent { arguments.append("parent: \(SwiftLiteral.string(parent.text))") }
        if entity.entity.isAbstract { arguments.append("isAbstract: true") }
        arguments.append("hooks: Hooks.self")
        arguments += group("attributes", entity.stored.map(description))
        arguments += group("toOne", entity.keyedRelationships.map(description))
        arguments += group("toMany", entity.inverseSides.map(description))
        if let table = entity.search?.name, let search = entity.entity.search {
            let properties = search.properties.map { SwiftLiteral.string($0.text) }.joined(separator: ", ")
            arguments.append("search: .init(table: \(SwiftLiteral.string(table)), properties: [\(properties)])")
        }
        if entity.table.key != nil {
            let lists = entity.entity.uniqueness.map { "[\($0.map { column($0.text) }.joined(separator: ", "))]" }
            if !lists.isEmpty { arguments.append("uniqueColumns: [\(lists.joined(separator: ", "))]") }
        }
        writer.list("private static let _descriptor = EntityDescriptor(", arguments, ")")
    }

    /// An argument with a list, one element on each line; empty if the list is.
    private func group(_ label: String, _ elements: [String]) -> [String] {
        guard !elements.isEmpty else { return [] }
        let lines = elements.map { "\($0.indented),\n" }.joined()
        return ["\(label): [\n\(lines)]"]
    }

    private func column(_ property: String) -> String {
        SwiftLiteral.string(entity.table.column(for: property, of: entity.entity.name.text)?.name ?? "")
    }

    private func description(_ stored: StoredAttribute) -> String {
        let (name, attribute) = (stored.name.text, stored.attribute)
        var text = ".init(\(SwiftLiteral.string(name)), column: \(column(name)), \(attribute.descriptorType)"
        if stored.isNullable { text += ", isOptional: true" }
        if attribute.isUnique { text += ", isUnique: true" }
        if attribute.isLazy { text += ", isLazy: true" }
        if let derivation = attribute.derivation { text += ", derivation: \(derivation.descriptor)" }
        if let rounding = attribute.rounding { text += ", rounding: .\(rounding.rawValue)" }
        let rules = attribute.rules.descriptors
        if rules.isEmpty { return text + ")" }
        let tail = "rules: [\(rules.joined(separator: ", "))])"
        // Twelve columns of indentation precede it.
        let fits = text.count + tail.count + 2 <= SourceWriter.width - 12
        if fits { return "\(text), \(tail)" }
        let (opening, indent) = (".init(", SourceWriter.indent)
        let head = "\(opening)\n\(indent)\(text.dropFirst(opening.count)),\n\(indent)"
        if tail.count + 1 <= SourceWriter.width - 16 { return head + tail }
        let lines = rules.map { "\(indent)\(indent)\($0),\n" }.joined()
        return "\(head)rules: [\n\(lines)\(indent)])"
    }

    private func description(_ relationship: Relationship) -> String {
        let name = relationship.name.text
        let isPartner = !relationship.isToMany && !relationship.holdsKey
        var arguments = [SwiftLiteral.string(name)]
        if relationship.holdsKey { arguments.append("column: \(column(name))") }
        arguments.append("to: \(SwiftLiteral.string(relationship.destination.text))")
        if let inverse = relationship.inverse { arguments.append("inverse: \(SwiftLiteral.string(inverse.text))") }
        if !relationship.isToMany, relationship.isOptional { arguments.append("isOptional: true") }
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
        if relationship.isToMany {
            if !relationship.isOptional { arguments.append("isOptional: false") }
            if let count = relationship.minCount { arguments.append("minCount: \(count)") }
            if let count = relationship.maxCount { arguments.append("maxCount: \(count)") }
            arguments += stored(relationship)
        }
        var writer = SourceWriter()
        writer.list(isPartner ? ".partner(" : ".init(", arguments, ")", width: SourceWriter.width - 12)
        return String(writer.text.dropLast())
    }

    /// Where the connections of a to-many relationship are stored, and the order of its members.
    private func stored(_ relationship: Relationship) -> [String] {
        guard let table = entity.schema.joinTable(of: relationship.name.text, ofEntity: entity.entity.name.text) else {
            let position = entity.schema.positionColumn(of: relationship)
            return position.map { ["position: \(SwiftLiteral.string($0))"] } ?? []
        }
        let isSource = table.source.entity == entity.entity.name.text && table.source.relationship == relationship.name.text
        let (own, member) = isSource ? (table.source, table.target) : (table.target, table.source)
        let names = [SwiftLiteral.string(table.name), "column: \(SwiftLiteral.string(own.column))", "member: \(SwiftLiteral.string(member.column))"]
        return ["in: .init(\(names.joined(separator: ", ")))"]
            + (own.position.map { ["position: \(SwiftLiteral.string($0))"] } ?? [])
    }

    // MARK: Columns and values

    private func printWriting(to writer: inout SourceWriter) {
        writer.block("\(entity.access.libraryPrefix)override func _write(_ column: ColumnIndex, to writer: inout ColumnWriter)") {
            $0.line("switch column.rawValue {")
            for attribute in entity.attributes {
                let storage = entity.value(of: attribute)
                $0.line(attribute.writingCase(storage, at: entity.column(of: attribute), of: "column.rawValue"))
            }
            for relationship in entity.keyedRelationships {
                let value = "_values.\(SwiftNames.member(relationship.name.text))"
                $0.line("case \(entity.column(of: relationship)): writer.write(\(value))")
            }
            $0.line("default: super._write(column, to: &writer)")
            $0.line("}")
        }
    }

    /// Stores the loaded value of a lazy or derived attribute in the object.
    private func printLoading(to writer: inout SourceWriter) {
        let loaded = entity.attributes.filter(\.isReadOnUse)
        writer.block("\(entity.access.libraryPrefix)override func _read(_ column: ColumnIndex, from row: inout RowReader)") {
            $0.line("switch column.rawValue {")
            for attribute in loaded {
                let storage = "_values.\(SwiftNames.member(attribute.name.text))"
                $0.line("case \(entity.column(of: attribute)): \(storage) = \(attribute.loadExpression)")
            }
            $0.line("default: super._read(column, from: &row)")
            $0.line("}")
        }
        writer.line()
        writer.block("\(entity.access.libraryPrefix)override func _isLoaded(_ column: ColumnIndex) -> Bool") {
            $0.line("switch column.rawValue {")
            for attribute in loaded {
                $0.line("case \(entity.column(of: attribute)): \(entity.isKnown(attribute))")
            }
            $0.line("default: super._isLoaded(column)")
            $0.line("}")
        }
    }

    private func printReferences(to writer: inout SourceWriter) {
        writer.block("\(entity.access.libraryPrefix)override subscript(_reference column: ColumnIndex) -> ToOneReference") { writer in
            writer.block("get") {
                $0.line("switch column.rawValue {")
                for relationship in entity.keyedRelationships {
                    let value = "_values.\(SwiftNames.member(relationship.name.text))"
                    $0.line("case \(entity.column(of: relationship)): \(value)")
                }
                $0.line("default: super[_reference: column]")
                $0.line("}")
            }
            writer.block("set") {
                $0.line("switch column.rawValue {")
                for relationship in entity.keyedRelationships {
                    let value = "_values.\(SwiftNames.member(relationship.name.text))"
                    $0.line("case \(entity.column(of: relationship)): \(value) = newValue")
                }
                $0.line("default: super[_reference: column] = newValue")
                $0.line("}")
            }
        }
    }

    /// Copies the values of a newly read row into an object.
    private func printTaking(to writer: inout SourceWriter) {
        writer.block("\(entity.access.libraryPrefix)override func _takeValues(from other: ManagedObject)") {
            $0.line("super._takeValues(from: other)")
            $0.line("if let other = other as? \(entity.className) { _values = other._values }")
        }
    }

    /// The values of the attributes that are not stored. Reading a row again leaves them as they are.
    private func print(_ transient: [Attribute], to writer: inout SourceWriter) {
        writer.line("@exclusivity(unchecked) private var _transients = _Transients()")
        writer.line()
        writer.block("private struct _Transients") {
            for attribute in transient {
                let value = attribute.defaultValue?.swiftExpression(of: attribute.type)
                $0.line("var \(SwiftNames.declared(attribute.name.text)): \(attribute.swiftType)" + (value.map { " = \($0)" } ?? ""))
            }
        }
    }

    /// One struct with all values. Its names are the model's, so they cannot clash with names of the library.
    private func printValues(to writer: inout SourceWriter) {
        writer.line("@exclusivity(unchecked) private var _values: _Values")
        writer.line()
        writer.block("private struct _Values") {
            for attribute in entity.heldAttributes {
                $0.line("var \(SwiftNames.declared(attribute.name.text)): \(attribute.storageType)")
            }
            for relationship in entity.keyedRelationships {
                $0.line("var \(SwiftNames.declared(relationship.name.text)): ToOneReference")
            }
        }
    }
}
