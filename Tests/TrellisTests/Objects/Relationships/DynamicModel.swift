import Diagnostics
import SQLiteStorage
import SchemaModel
import Testing
import Trellis

/// A model that a test makes while it runs: what the generator would make of its text, for the classes of ``DynamicObject``.
enum DynamicModel: PersistentModel {
    /// What the classes are described by, within the body of a test.
    @TaskLocal static var schema = DynamicSchema()

    static var descriptor: ModelDescriptor {
        ModelDescriptor(
            name: "Connections", version: 1, isDraft: true, hash: schema.hash, ddl: schema.ddl,
            entities: [DynamicLeft.self, DynamicRight.self])
    }
}

/// A model's text, laid out and described.
struct DynamicSchema: Sendable {
    private(set) var hash = ""
    private(set) var ddl = ""
    /// The table of every entity by its name, and those of connections.
    private(set) var tables: [String] = []
    private(set) var entities: [String: EntityDescriptor] = [:]

    init() {}

    init(_ yaml: String) throws {
        let result = ModelReader.read(Array(yaml.utf8), file: "Connections.yaml")
        let model = try #require(result.model, "\(result.findings)")
        let (schema, findings) = LayoutPlanner.plan(model)
        #expect(findings.isEmpty)
        hash = schema.identity.hash
        ddl = schema.ddl
        tables = schema.tables.map(\.name) + schema.joinTables.map(\.name)
        for entity in model.entities { entities[entity.name.text] = EntityDescriptor(entity, in: schema) }
    }
}

extension EntityDescriptor {
    /// What the generator writes into a class.
    fileprivate init(_ entity: Entity, in schema: StorageSchema) {
        let table = schema.table(forEntity: entity.name.text)
        let keys = entity.relationships.filter(\.holdsKey)
        self.init(
            name: entity.name.text, table: table?.name ?? "", attributes: [.init("name", column: "name", .text)],
            toOne: keys.map { relationship in
                let column = table?.column(for: relationship.name.text, of: entity.name.text)
                return ToOneDescriptor(
                    relationship.name.text, column: column?.name ?? "", to: relationship.destination.text,
                    inverse: relationship.inverse?.text, isOptional: relationship.isOptional,
                    deleteRule: .init(relationship.deleteRule))
            },
            toMany: entity.relationships.filter { !$0.holdsKey }.map { .init($0, of: entity, in: schema) })
    }
}

extension ToManyDescriptor {
    fileprivate init(_ relationship: Relationship, of entity: Entity, in schema: StorageSchema) {
        let (name, destination) = (relationship.name.text, relationship.destination.text)
        let (inverse, rule) = (relationship.inverse?.text, Trellis.DeleteRule(relationship.deleteRule))
        guard relationship.isToMany else {
            self = .partner(name, to: destination, inverse: inverse ?? "", isOptional: relationship.isOptional, deleteRule: rule)
            return
        }
        var join: JoinTableDescriptor?
        var position = schema.positionColumn(of: relationship)
        if let table = schema.joinTable(of: name, ofEntity: entity.name.text) {
            let isSource = table.source.entity == entity.name.text && table.source.relationship == name
            let (own, member) = isSource ? (table.source, table.target) : (table.target, table.source)
            join = JoinTableDescriptor(table.name, column: own.column, member: member.column)
            position = own.position
        }
        self.init(
            name, to: destination, inverse: inverse, deleteRule: rule, isOptional: relationship.isOptional,
            minCount: relationship.minCount, maxCount: relationship.maxCount, in: join, position: position)
    }
}

extension Trellis.DeleteRule {
    fileprivate init(_ rule: SchemaModel.DeleteRule) {
        switch rule {
        case .noAction: self = .noAction
        case .nullify: self = .nullify
        case .cascade: self = .cascade
        case .deny: self = .deny
        }
    }
}
