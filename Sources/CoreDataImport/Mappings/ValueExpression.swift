/// Reads the archived expression of a property mapping.
enum ValueExpression {
    /// How many key paths may follow each other.
    private static let deepest = 8

    /// - Returns: what the expression gives; its text if no decision has words for it.
    static func value(of bytes: [UInt8]) -> MappedValue {
        do throws(NotCoreDataModel) {
            var archive = try KeyedArchive(bytes)
            return try value(archive.root, &archive)
        } catch {
            return .other("an expression that cannot be read: \(error.message)")
        }
    }

    private static func value(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> MappedValue {
        if let path = try path(object, &archive, 0) { return .source(path) }
        let name = try archive.className(object)
        switch name {
        case "NSConstantValueExpression":
            guard let value = try archive.field("NSConstantValue", of: object) else { return .constant(nil) }
            if let text = try ArchivedValue.text(value, isBool: false, in: &archive) { return .constant(text) }
            if let count = try ArchivedValue.byteCount(value, in: &archive) { return .other("a constant of \(count) \(count == 1 ? "byte" : "bytes")") }
        case "NSFunctionExpression":
            if let path = try relatedPath(object, &archive) { return .source(path) }
        default: break
        }
        if name == "NSFunctionExpression", let call = try call(object, &archive) { return .other(call) }
        return .other(try PredicateText.expression(object, in: &archive) ?? "an expression of the class '\(name)'")
    }

    /// A call on a variable, as Xcode shows it; nil for another function.
    private static func call(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        guard let operand = try archive.object("NSOperand", of: object), let variable = try archive.text("NSVariable", of: operand) else { return nil }
        var texts = ["$\(variable)", "'\(try archive.text("NSSelectorName", of: object) ?? "")'"]
        for argument in try arguments(of: object, &archive) { texts.append(try PredicateText.expression(argument, in: &archive) ?? "…") }
        return "FUNCTION(\(texts.joined(separator: ", ")))"
    }

    /// The path from `$source`; nil for another expression.
    private static func path(
        _ object: KeyedArchive.Object, _ archive: inout KeyedArchive, _ depth: Int
    ) throws(NotCoreDataModel) -> String? {
        guard depth < deepest, ["NSKeyPathExpression", "NSFunctionExpression"].contains(try archive.className(object)),
            ["valueForKeyPath:", "valueForKey:"].contains(try archive.text("NSSelectorName", of: object)),
            let operand = try archive.object("NSOperand", of: object)
        else { return nil }
        let arguments = try arguments(of: object, &archive)
        guard arguments.count == 1, let key = try key(arguments[0], &archive) else { return nil }
        if try archive.className(operand) == "NSVariableExpression" {
            return try archive.text("NSVariable", of: operand) == "source" ? key : nil
        }
        return try path(operand, &archive, depth + 1).map { "\($0).\(key)" }
    }

    private static func key(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        switch try archive.className(object) {
        case "NSKeyPathSpecifierExpression": try archive.text("NSKeyPath", of: object)
        case "NSConstantValueExpression": try archive.text("NSConstantValue", of: object)
        default: nil
        }
    }

    /// The path to the source objects whose mapped objects the migration manager finds.
    private static func relatedPath(_ object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> String? {
        let selectors = ["destinationInstancesForEntityMappingNamed:sourceInstances:", "destinationInstancesForSourceRelationshipNamed:sourceInstances:"]
        guard let selector = try archive.text("NSSelectorName", of: object), selectors.contains(selector),
            let operand = try archive.object("NSOperand", of: object), try archive.text("NSVariable", of: operand) == "manager"
        else { return nil }
        let arguments = try arguments(of: object, &archive)
        return arguments.count == 2 ? try path(arguments[1], &archive, 0) : nil
    }

    private static func arguments(of object: KeyedArchive.Object, _ archive: inout KeyedArchive) throws(NotCoreDataModel) -> [KeyedArchive.Object] {
        var arguments = [KeyedArchive.Object]()
        for argument in try archive.elements(try archive.field("NSArguments", of: object)) {
            if case .object(let argument) = argument { arguments.append(argument) }
        }
        return arguments
    }
}
