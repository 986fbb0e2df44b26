import SchemaModel
import StoreMigration

/// Prints what the steps in Swift of one plan read and write: from the plan alone, so that a later model changes nothing.
struct SwiftStepPrinter {
    let model: Model
    let plan: MigrationPlan

    private var steps: [SwiftStep] { plan.swiftSteps }
    private var modelName: String { SwiftNames.declared(model.name.text) }
    /// The type with all that is printed, within the model's.
    private var namespace: String { Self.namespace(of: plan) }

    private static func namespace(of plan: MigrationPlan) -> String { "ToVersion\(plan.toVersion)" }

    private static func typeName(of step: SwiftStep) -> String { step.name.prefix(1).uppercased() + step.name.dropFirst() }

    /// The functions of all steps, as arguments of the embedded plans.
    static func functions(of plans: [MigrationPlan], model: Model) -> [String] {
        plans.flatMap { plan in
            plan.swiftSteps.map { step in
                "SwiftStepFunction(\(SwiftLiteral.string(step.name)), toVersion: \(plan.toVersion)) "
                    + "{ try \(SwiftNames.declared(model.name.text)).\(step.name)(\(namespace(of: plan)).\(typeName(of: step))(run: $0)) }"
            }
        }
    }

    /// Whether a property has a type of Foundation.
    var usesFoundation: Bool {
        steps.flatMap { $0.reads + $0.writes }.flatMap(\.properties).contains { property in
            switch property.form {
            case .url, .data, .decimal, .exactDecimal, .date, .unixDate, .iso8601Date, .uuid, .textUUID: true
            case .bool, .int16, .int32, .int64, .float, .double, .string, .duration, .day, .json, .text, .integer, .key, .presence: false
            }
        }
    }

    func declarations() -> String {
        let (old, new) = (Self.distinct(steps.flatMap(\.reads)), Self.distinct(steps.flatMap(\.writes)))
        var writer = SourceWriter()
        writer.line("// MARK: - Steps in Swift to version \(plan.toVersion)")
        writer.line()
        writer.block("extension \(modelName)") { writer in
            writer.doc(["The steps in Swift of the migration from version \(plan.fromVersion) to version \(plan.toVersion)."])
            writer.block("enum \(namespace)") { writer in
                printProtocol(to: &writer)
                for step in steps { printStep(step, to: &writer) }
                printNamespace(old, "Old", version: plan.fromVersion, isWritable: false, to: &writer)
                printNamespace(new, "New", version: plan.toVersion, isWritable: true, to: &writer)
            }
        }
        writer.line()
        writer.line("extension \(modelName): \(modelName).\(namespace).Steps {}")
        for rows in old { printConformance(of: rows, "Old", isWritable: false, to: &writer) }
        for rows in new { printConformance(of: rows, "New", isWritable: true, to: &writer) }
        return writer.text
    }

    /// Rows of one entity are the same in all steps.
    private static func distinct(_ rows: [SwiftStep.Rows]) -> [SwiftStep.Rows] {
        var entities = Set<String>()
        return rows.filter { entities.insert($0.entity).inserted }.sorted { $0.entity < $1.entity }
    }

    // MARK: Steps

    private func printProtocol(to writer: inout SourceWriter) {
        writer.doc(["The functions that run the steps, in their order. Implement them in an extension of `\(model.name.text)`."])
        writer.block("protocol Steps") { writer in
            for step in steps { writer.line("static func \(step.name)(_ step: \(Self.typeName(of: step))) throws") }
        }
    }

    private func printStep(_ step: SwiftStep, to writer: inout SourceWriter) {
        writer.line()
        writer.doc([
            "What the step `\(step.name)` reads and writes, within the transaction of the migration. It is over when the function returns."
        ])
        writer.block("struct \(Self.typeName(of: step))") { writer in
            writer.line("fileprivate let run: SwiftStepRun")
            for rows in step.reads {
                let type = "Old.\(SwiftNames.member(rows.type))"
                writer.line()
                writer.doc(["Gives each `\(rows.type)` of version \(plan.fromVersion) to `body`, in the order of the keys, read in batches."])
                writer.block("func forEach\(rows.type)(_ body: (\(type)) throws -> Void) throws") {
                    $0.line("try run.forEach(\(type).self, body)")
                }
                writer.line()
                writer.doc(["The `\(rows.type)` of version \(plan.fromVersion) with this key; nil if it does not exist."])
                writer.block("func find\(rows.type)(_ objectID: Int64) throws -> \(type)?") {
                    $0.line("try run.find(\(type).self, objectID)")
                }
            }
            for rows in step.writes { printWriting(rows, to: &writer) }
        }
    }

    private func printWriting(_ rows: SwiftStep.Rows, to writer: inout SourceWriter) {
        let type = "New.\(SwiftNames.member(rows.type))"
        writer.line()
        writer.doc(["Changes the `\(rows.type)` of version \(plan.toVersion) with this key. Returns whether it exists."])
        writer.line("@discardableResult")
        writer.block("func update\(rows.type)(_ objectID: Int64, _ change: (inout \(type)) throws -> Void) throws -> Bool") {
            $0.line("try run.update(\(type).self, objectID, change)")
        }
        if !rows.isAbstract {
            writer.line()
            writer.doc(["Inserts a new `\(rows.type)` of version \(plan.toVersion), and returns its key."])
            writer.line("@discardableResult")
            writer.block("func insert\(rows.type)(_ row: \(type)) throws -> Int64") { $0.line("try run.insert(row)") }
        }
        writer.line()
        writer.doc(["Deletes the `\(rows.type)` of version \(plan.toVersion) with this key. Returns whether it existed."])
        writer.line("@discardableResult")
        writer.block("func delete\(rows.type)(_ objectID: Int64) throws -> Bool") {
            $0.line("try run.delete(\(type).self, objectID)")
        }
    }

    // MARK: Rows

    private func printNamespace(_ all: [SwiftStep.Rows], _ name: String, version: Int, isWritable: Bool, to writer: inout SourceWriter) {
        if all.isEmpty { return }
        writer.line()
        writer.doc([isWritable ? "What steps write, in version \(version)." : "What steps read, as version \(version) had it."])
        writer.block("enum \(name)") { writer in
            for (index, rows) in all.enumerated() {
                if index > 0 { writer.line() }
                printRow(rows, isWritable: isWritable, to: &writer)
            }
            var names = Set<String>()
            for cases in all.flatMap(\.properties).compactMap(\.cases) where names.insert(cases.name).inserted {
                let isInteger = all.flatMap(\.properties).contains { $0.cases == cases && $0.form == .integer }
                writer.line()
                printEnumeration(cases, isInteger: isInteger, to: &writer)
            }
        }
    }

    private func printRow(_ rows: SwiftStep.Rows, isWritable: Bool, to writer: inout SourceWriter) {
        writer.block("struct \(SwiftNames.declared(rows.type))") { writer in
            if !isWritable {
                writer.doc(["The key, `_id`."])
                writer.line("let objectID: Int64")
            }
            for property in rows.properties {
                if let destination = property.destination { writer.doc(["The key of the `\(destination)`."]) }
                if property.form == .presence { writer.doc(["Whether the composite exists."]) }
                if property.form == .json { writer.doc(["JSON, as its text."]) }
                writer.line(
                    "\(isWritable ? "var" : "let") \(SwiftNames.declared(property.name)): \(property.swiftType)\(property.isOptional ? "?" : "")")
            }
        }
    }

    private func printEnumeration(_ enumeration: SwiftStep.Enumeration, isInteger: Bool, to writer: inout SourceWriter) {
        writer.block("enum \(SwiftNames.declared(enumeration.name)): \(isInteger ? "Int" : "String"), MigratedValue") { writer in
            for value in enumeration.cases {
                let raw = isInteger ? " = \(value.raw)" : value.raw == value.name ? "" : " = \(SwiftLiteral.string(value.raw))"
                writer.line("case \(SwiftNames.declared(value.name))\(raw)")
            }
        }
    }

    private func printConformance(of rows: SwiftStep.Rows, _ age: String, isWritable: Bool, to writer: inout SourceWriter) {
        writer.line()
        writer.block(
            "extension \(modelName).\(namespace).\(age).\(SwiftNames.member(rows.type)): \(isWritable ? "WritableMigratedRow" : "MigratedRow")"
        ) { writer in
            writer.line("static let entity = \(SwiftLiteral.string(rows.entity))")
            writer.line()
            writer.block("init(_ row: MigratedRowReader) throws") { writer in
                if !isWritable { writer.line("objectID = row.objectID") }
                for (number, property) in rows.properties.enumerated() {
                    writer.line("\(property.reference) = try row.value(\(number))")
                }
            }
            guard isWritable else { return }
            writer.line()
            writer.block("func write(to row: inout MigratedRowWriter) throws") { writer in
                for property in rows.properties { writer.line("try row.write(\(property.reference))") }
            }
        }
    }
}

extension SwiftStep.Property {
    /// The type in Swift of a value that is not nil.
    fileprivate var swiftType: String {
        switch form {
        case .bool, .presence: "Bool"
        case .int16: "Int16"
        case .int32: "Int32"
        case .int64, .key: "Int64"
        case .float: "Float"
        case .double: "Double"
        case .string, .json: "String"
        case .url: "URL"
        case .data: "Data"
        case .duration: "Duration"
        case .day: "Day"
        case .decimal, .exactDecimal: "Decimal"
        case .date, .unixDate, .iso8601Date: "Date"
        case .uuid, .textUUID: "UUID"
        case .text: cases.map { SwiftNames.declared($0.name) } ?? "String"
        case .integer: cases.map { SwiftNames.declared($0.name) } ?? "Int"
        }
    }

    /// The property within a method that has a parameter `row`.
    fileprivate var reference: String {
        name == "row" || SwiftWords.keywords.contains(name) ? "self.\(SwiftNames.member(name))" : name
    }
}
