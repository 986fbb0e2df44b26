import Foundation

/// A mapping model that a test writes as Xcode does.
public struct MappingFixture: Sendable {
    public var source: String
    public var destination: String
    public var entities: [Entity]

    /// - Parameters:
    ///   - source: the path of the version that is mapped, such as `Shop.xcdatamodeld/Shop.xcdatamodel`.
    ///   - destination: the path of the version after it.
    public init(from source: String, to destination: String, _ entities: [Entity]) {
        (self.source, self.destination, self.entities) = (source, destination, entities)
    }

    public struct Entity: Sendable {
        var source: String?
        var destination: String?
        var attributes: [Property]
        var relationships: [Property]
        var policy: String?
        var predicate: String?

        public init(
            _ source: String?, _ destination: String?, attributes: [Property] = [], relationships: [Property] = [], policy: String? = nil,
            predicate: String? = nil
        ) {
            (self.source, self.destination, self.attributes, self.relationships) = (source, destination, attributes, relationships)
            (self.policy, self.predicate) = (policy, predicate)
        }
    }

    public struct Property: Sendable {
        var name: String
        var value: Value

        public init(_ name: String, _ value: Value = .generated) { (self.name, self.value) = (name, value) }
    }

    public enum Value: Sendable {
        case generated
        /// `$source.path`
        case source(String)
        case constant(ArchiveWriter.Part)
        /// The mapped objects of a relationship.
        case members(String)
        /// A function of the policy class, on an attribute.
        case function(String, String)
        /// Base 64 of any bytes.
        case text(String)
    }

    /// The file.
    public var xml: String {
        var objects = [String]()
        var next = 100
        func id() -> String {
            next += 1
            return "z\(next)"
        }
        func attribute(_ name: String, _ type: String, _ value: String) -> String {
            "        <attribute name=\"\(name)\" type=\"\(type)\">\(value.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</attribute>\n"
        }
        func relationship(_ name: String, _ kind: String, _ ids: [String]) -> String {
            "        <relationship name=\"\(name)\" type=\"0/0\" destination=\"\(kind)\"" + (ids.isEmpty ? "" : " idrefs=\"\(ids.joined(separator: " "))\"")
                + "></relationship>\n"
        }
        func add(_ kind: String, _ id: String, _ parts: [String]) {
            objects.append("    <object type=\"\(kind)\" id=\"\(id)\">\n\(parts.joined())    </object>\n")
        }
        let (model, ids) = (id(), entities.map { _ in id() })
        for (entity, number) in zip(entities, ids) {
            var properties: [String: [String]] = [:]
            for (kind, all) in [("ATTRIBUTE", entity.attributes), ("RELATIONSHIP", entity.relationships)] {
                for property in all {
                    let place = id()
                    properties[kind, default: []].append(place)
                    add(
                        "XDDEV\(kind)MAPPING", place,
                        [
                            property.value.base64.map { attribute("valueexpressiondata", "binary", $0) } ?? "",
                            attribute("name", "string", property.name), relationship("entitymapping", "XDDEVENTITYMAPPING", [number]),
                        ])
                }
            }
            add(
                "XDDEVENTITYMAPPING", number,
                [
                    entity.source.map { attribute("sourcename", "string", $0) } ?? "",
                    entity.destination.map { attribute("destinationname", "string", $0) } ?? "",
                    entity.policy.map { attribute("migrationpolicyclassname", "string", $0) } ?? "",
                    entity.predicate.map { attribute("sourcefilterpredicatestring", "string", $0) } ?? "",
                    attribute("mappingtypename", "string", "Undefined"), attribute("autogenerateexpression", "bool", "1"),
                    relationship("mappingmodel", "XDDEVMAPPINGMODEL", [model]),
                    relationship("attributemappings", "XDDEVATTRIBUTEMAPPING", properties["ATTRIBUTE"] ?? []),
                    relationship("relationshipmappings", "XDDEVRELATIONSHIPMAPPING", properties["RELATIONSHIP"] ?? []),
                ])
        }
        add(
            "XDDEVMAPPINGMODEL", model,
            [
                attribute("sourcemodelpath", "string", source), attribute("sourcemodeldata", "binary", ""),
                attribute("destinationmodelpath", "string", destination), relationship("entitymappings", "XDDEVENTITYMAPPING", ids),
            ])
        return "<?xml version=\"1.0\" standalone=\"yes\"?>\n<!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\">\n\n<database>\n"
            + objects.joined() + "</database>\n"
    }
}

extension MappingFixture.Value {
    fileprivate var base64: String? {
        var writer = ArchiveWriter()
        let root: ArchiveWriter.Part
        switch self {
        case .generated: return nil
        case .text(let text): return text
        case .source(let path): root = writer.path(path)
        case .constant(let value): root = writer.constant(value)
        case .members(let path):
            let arguments = [writer.constant(.text("AToB")), writer.path(path)]
            root = writer.function(
                "manager", "destinationInstancesForEntityMappingNamed:sourceInstances:", arguments, className: "NSFunctionExpression")
        case .function(let selector, let path): root = writer.function("entityPolicy", selector, [writer.path(path)], className: "NSFunctionExpression")
        }
        return Data(writer.bytes(root: root)).base64EncodedString()
    }
}

extension ArchiveWriter {
    fileprivate mutating func constant(_ value: Part) -> Part {
        object("NSConstantValueExpression", [("NSExpressionType", .integer(0)), ("NSConstantValue", add(value))])
    }

    fileprivate mutating func function(_ variable: String, _ selector: String, _ arguments: [Part], className: String) -> Part {
        let operand = object("NSVariableExpression", [("NSExpressionType", .integer(2)), ("NSVariable", text(variable))])
        return object(
            className, [("NSExpressionType", .integer(4)), ("NSOperand", operand), ("NSSelectorName", text(selector)), ("NSArguments", array(arguments))])
    }

    /// `$source.path`
    fileprivate mutating func path(_ path: String) -> Part {
        let key = object("NSKeyPathSpecifierExpression", [("NSExpressionType", .integer(10)), ("NSKeyPath", text(path))])
        return function("source", "valueForKeyPath:", [key], className: "NSKeyPathExpression")
    }
}
