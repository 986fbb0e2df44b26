import Foundation
import TestSupport
import Testing

/// The facts of a model for templates.
struct TemplateFactTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodels: { M: { path: M.yaml, files: { out.txt: t.mustache } } }\n", to: "trellis.yaml")
    }

    private func rendered(_ template: String, of model: String) throws -> String {
        try folder.write(model, to: "M.yaml")
        try folder.write(template, to: "t.mustache")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
        return try String(contentsOfFile: folder.file("out.txt"), encoding: .utf8)
    }

    // MARK: The page

    /// The facts of a kind of thing on the page: their names, and the kind of what a list holds.
    private func pages() throws -> [String: [(name: String, kind: String, element: String?)]] {
        let page = try ChildProcess.run(Project.trellis, ["explain", "--facts"]).output
        let sections = page.split(separator: "\n### ").dropFirst().map { section in
            let facts = section.matches(of: /\n\| `([A-Za-z]+)` \| ([^\[|]+)(?:\[([A-Za-z]+)\][^|]*)?\|/).map { match in
                (
                    name: String(match.output.1), kind: match.output.2.trimmingCharacters(in: .whitespaces),
                    element: match.output.3.map(String.init)
                )
            }
            return (String(section.prefix { $0 != "\n" }), facts)
        }
        return Dictionary(sections, uniquingKeysWith: { first, _ in first })
    }

    @Test("Each fact of the page is one for templates, and of the kind that the page says")
    func page() throws {
        let pages = try pages()
        #expect(pages.count == 20, "\(pages.keys.sorted())")
        var written = Set<String>()
        func template(_ kind: String, within outer: [String]) throws -> String {
            try #require(pages["`\(kind)`"], "\(kind)").map { fact in
                written.insert("\(kind).\(fact.name)")
                // Mustache, which renders, asks the innermost thing first, and knows no difference between these names.
                let reserved = outer.filter { $0 != kind } + ["line", "markdown", "json", "lower", "isFirst", "isLast"]
                #expect(!reserved.contains(fact.name), "\(fact.name) of \(outer)")
                let name = "\(kind).\(fact.name)"
                switch fact.kind {
                case "a text": return "{{\(name)}}{{\(name).json}}"
                case "an optional text": return "{{#\(name)}}{{\(name).line}}{{/\(name)}}"
                case "a flag": return "{{#\(name)}}{{\(name)}}{{/\(name)}}{{^\(name)}}-{{/\(name)}}"
                case "a list of":
                    let element = try #require(fact.element)
                    let flag = "\(kind).has" + fact.name.prefix(1).uppercased() + fact.name.dropFirst()
                    let inner = outer.contains(element) ? "" : try template(element, within: outer + [element])
                    return "{{#\(flag)}}{{#\(name)}}\(inner){{^isLast}},{{/isLast}}{{/\(name)}}{{/\(flag)}}"
                default:
                    Issue.record("\(fact)")
                    return ""
                }
            }.joined(separator: "\n")
        }
        let text = try template("model", within: ["model"])
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/Schemas/KitchenSink") where name.hasSuffix(".yaml") {
            let file = try String(contentsOfFile: "\(Project.root)/Schemas/KitchenSink/\(name)", encoding: .utf8)
            try folder.write(file.replacing("model: KitchenSink", with: "model: M"), to: name)
        }
        let sink = try String(contentsOfFile: folder.file("KitchenSink.yaml"), encoding: .utf8)
        #expect(try rendered(text, of: sink).count > 10_000)
        #expect(written.count > 100)
    }

    @Test("A name that an inner thing is called by is no fact of an outer one there: Mustache would take the inner thing")
    func kinds() throws {
        try folder.write("trellis: 1\nmodel: M\nentities:\n  Item:\n    attributes: { name: string }\n", to: "M.yaml")
        try folder.write(
            "{{#entities}}{{#attributes}}{{column}}{{#columns}}{{column}}{{/columns}}{{/attributes}}{{/entities}}", to: "t.mustache")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        #expect(process.exitCode == 1)
        #expect(process.errors.contains("t.mustache:1:53: error[TR1702]: there is no fact 'column' here"), "\(process.errors)")
    }

    // MARK: Values

    @Test("Of an attribute exactly one flag says what it is, and its type is named as the model, Swift and SQL name it")
    func types() throws {
        let flags = [
            "Bool", "Integer", "Real", "Decimal", "String", "Date", "Day", "Data", "UUID", "URL", "JSON", "Enum", "Composite",
        ]
        let template =
            "{{#entities}}{{#attributes}}{{name}} {{type}} {{swiftType}} {{column}} {{columnType}}"
            + flags.map { "{{#is\($0)}} \($0){{/is\($0)}}" }.joined() + "\n{{/attributes}}{{/entities}}"
        let model = """
            trellis: 1
            model: M
            enums: { Kind: [a] }
            composites: { Point: { x: double } }
            entities:
              E:
                attributes:
                  a: bool
                  b: int16?
                  c: int
                  d: float
                  e: { type: decimal, scale: 2 }
                  f: decimal?
                  g: string
                  h: { type: date, column: when }
                  i: day
                  j: data
                  k: uuid
                  l: url
                  m: { type: json, swift: "[String: Int]" }
                  n: Kind?
                  o: Point?
                  p: { type: string, default: "", transient: true }
                  class: string
            """
        #expect(
            try rendered(template, of: model) == """
                a bool Bool a INTEGER Bool
                b int16 Int16? b INTEGER Integer
                c int64 Int64 c INTEGER Integer
                d float Float d REAL Real
                e decimal Decimal e INTEGER Decimal
                f decimal Decimal? f TEXT Decimal
                g string String g TEXT String
                h date Date when REAL Date
                i day Day i TEXT Day
                j data Data j BLOB Data
                k uuid UUID k BLOB UUID
                l url URL l TEXT URL
                m json [String: Int] m TEXT JSON
                n Kind Kind? n TEXT Enum
                o Point Point?   Composite
                p string String   String
                class string String class TEXT String

                """)
    }

    @Test("Of rules, relationships, indexes and fetches it is told what the model says, and what it becomes")
    func members() throws {
        let model = """
            trellis: 1
            model: M
            entities:
              Base:
                abstract: true
                attributes: { code: { type: string, unique: true, minLength: 2, maxLength: 9, pattern: "[A-Z]+" } }
              Leaf:
                parent: Base
                attributes:
                  size: { type: int, default: 3, min: 1, max: 9 }
                  count: { type: int, derived: tags.@count }
                relationships:
                  tags: { to: [Tag], inverse: leaves, ordered: true, maxCount: 5 }
                  owner: { to: Tag?, inverse: owned }
                indexes: [[-size, owner], { on: [size], where: size > 3 }]
                fetches: { big: { parameters: { least: int, of: [int] }, where: size > $least AND size IN $of, sort: [-size, code], limit: 5 } }
              Tag:
                relationships:
                  leaves: { to: [Leaf], inverse: tags }
                  owned: { to: [Leaf], inverse: owner, deleteRule: cascade }
            """
        let template = """
            {{#entities}}
            {{name}} {{table}} <{{parent}}>{{#isAbstract}} abstract{{/isAbstract}}{{#hasChildren}} parent{{/hasChildren}}
            {{#attributes}}
              {{name}} {{default}}|{{min}}|{{max}}|{{minLength}}|{{maxLength}}|{{pattern}}|{{derivation}}{{#isUnique}} unique{{/isUnique}}
            {{/attributes}}
            {{#relationships}}
              {{name}} {{destination}} {{swiftType}} {{inverse}} {{deleteRule}} {{column}}|{{joinTable}}|{{maxCount}}{{#isOrdered}} ordered{{/isOrdered}}
            {{/relationships}}
            {{#indexes}}
              on {{#keys}}{{name}}{{^isAscending}} down{{/isAscending}}{{^isLast}}, {{/isLast}}{{/keys}} <{{condition}}>{{#isUnique}} unique{{/isUnique}}
            {{/indexes}}
            {{#fetches}}
              {{name}} <{{condition}}> <{{sort}}> {{limit}}:{{#parameters}} {{name}} {{type}} {{swiftType}}{{#isList}} list{{/isList}}{{/parameters}}
            {{/fetches}}
            {{/entities}}
            {{#tables}}
            {{name}}: {{#columns}}{{declaredBy}}.{{property}}={{name}} {{columnType}}{{#isNullable}}?{{/isNullable}} {{references}};{{/columns}}
            {{#tableIndexes}}
              {{name}} ({{on}}){{#isUnique}} unique{{/isUnique}}
            {{/tableIndexes}}
            {{/tables}}
            """
        #expect(
            try rendered(template, of: model) == """
                Base base <> abstract parent
                  code |||2|9|[A-Z]+| unique
                  on code <> unique
                Leaf base <Base>
                  size 3|1|9||||
                  count ||||||tags.@count
                  tags Tag OrderedToMany<Tag> leaves nullify |leaf_tags|5 ordered
                  owner Tag Tag? owned nullify owner_id||
                  on size down, owner <>
                  on size <size > 3>
                  big <size > $least AND size IN $of> <-size, code> 5: least int64 Int64 of int64 [Int64] list
                Tag tag <>
                  leaves Leaf ToMany<Leaf> tags nullify |leaf_tags|
                  owned Leaf ToMany<Leaf> owner cascade ||
                base: Base.code=code TEXT ;Leaf.size=size INTEGER? ;Leaf.count=count INTEGER? ;Leaf.owner=owner_id INTEGER? tag;
                  base__code (code) unique
                  base__size__owner_id (size DESC, owner_id)
                  base__size (size)
                  base__owner_id (owner_id)
                tag: 

                """)
    }
}
