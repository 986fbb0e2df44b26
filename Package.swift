// swift-tools-version: 6.2

import PackageDescription

/// All our targets treat warnings as errors. SwiftPM ignores the setting if Trellis is a dependency, so a
/// warning of a newer compiler never breaks a user's build.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Whether the tests are built, by `Scripts/test.sh`. The plugins are left out then: SwiftPM would compile their programs a second time,
/// and the examples build them anyway.
let isTested = Context.environment["TRELLIS_TESTS"] != nil

/// The test cases whose expected Swift is compiled as it stands, and run by the tests of the library.
let compiledCases = [
    (target: "OrdersModel", testCase: "orders"),
    (target: "LeagueModel", testCase: "league"),
    (target: "ContactsModel", testCase: "contacts"),
    (target: "KeywordsModel", testCase: "keywords"),
    (target: "EveryTypeModel", testCase: "every-type"),
    (target: "RulesModel", testCase: "rules"),
    (target: "LibraryModel", testCase: "readme"),
    (target: "ValueRulesModel", testCase: "value-rules"),
    (target: "IndexesModel", testCase: "indexes"),
    (target: "EnumsModel", testCase: "enums"),
    (target: "StoredNamesModel", testCase: "stored-names"),
    (target: "ArchiveModel", testCase: "json"),
    (target: "AtlasModel", testCase: "composites"),
    (target: "SplitLibraryModel", testCase: "include"),
    (target: "LinksModel", testCase: "links"),
    (target: "AttributeOptionsModel", testCase: "attribute-options"),
    (target: "RelationshipsModel", testCase: "relationships"),
    (target: "StudioModel", testCase: "predicates"),
    (target: "SearchModel", testCase: "search"),
    (target: "KitchenSinkModel", testCase: "kitchen-sink"),
    (target: "LedgerModel", testCase: "derived"),
    (target: "InheritanceModel", testCase: "inheritance"),
    (target: "KinshipModel", testCase: "inherited-relationships"),
    (target: "DepotModel", testCase: "hooks"),
    (target: "WorkshopModel", testCase: "migrations"),
    (target: "ChronicleModel", testCase: "history"),
    (target: "ReserveModel", testCase: "followed"),
    (target: "FirstCourierModel", testCase: "roll-out-first"),
    (target: "SecondCourierModel", testCase: "roll-out-second"),
    (target: "ShelfModel", testCase: "imported-store"),
    (target: "MusicModel", testCase: "imported-database"),
    (target: "OfficeModel", testCase: "existing-file"),
    (target: "CampusModel", testCase: "existing-pairs"),
]

let package = Package(
    name: "trellis",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Trellis", targets: ["Trellis"]),
        .library(name: "TrellisTesting", targets: ["TrellisTesting"]),
        .library(name: "TrellisDelimitedText", targets: ["TrellisDelimitedText"]),
        .library(name: "TrellisDrafts", targets: ["TrellisDrafts"]),
        .library(name: "TrellisCoreData", targets: ["TrellisCoreData"]),
        .library(name: "TrellisFleet", targets: ["TrellisFleet"]),
        .library(name: "TrellisCluster", targets: ["TrellisCluster"]),
        .executable(name: "trellis", targets: ["TrellisTool"]),
        .plugin(name: "TrellisPlugin", targets: ["TrellisPlugin"]),
        .plugin(name: "TrellisCommandPlugin", targets: ["TrellisCommandPlugin"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        // MARK: The system's libraries
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // Only what reads Core Data's stores links it. Apple's systems have it without a package.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // MARK: The pipeline, upstream first. `Documentation/internals/architecture.md` says why each arrow is there.
        .target(name: "Diagnostics", swiftSettings: strict),
        .target(name: "SQLiteAccess", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "SchemaSyntax", dependencies: ["CYAML", "Diagnostics"], swiftSettings: strict),
        .target(name: "Predicates", dependencies: ["SQLiteAccess"], swiftSettings: strict),
        .target(name: "ResultLists", dependencies: ["SQLiteAccess"], swiftSettings: strict),
        .target(
            name: "SchemaModel", dependencies: ["SchemaSyntax", "Predicates", "Diagnostics"],
            swiftSettings: strict),
        .target(
            name: "SQLiteStorage",
            dependencies: ["SchemaModel", "Predicates", "SQLiteAccess", "Diagnostics"],
            swiftSettings: strict),
        .target(
            name: "SchemaEvolution",
            dependencies: [
                "StoreMigration", "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates", "SQLiteAccess", "Diagnostics",
            ],
            swiftSettings: strict),
        .target(name: "StoreMigration", dependencies: ["SQLiteAccess"], swiftSettings: strict),
        .target(
            name: "Templates", dependencies: ["Diagnostics", .product(name: "Mustache", package: "swift-mustache")],
            path: "Templates",
            resources: ["swift-file", "swift-extension", "sql-schema", "data-dictionary"].map { .embedInCode("\($0).mustache") },
            swiftSettings: strict),
        .target(
            name: "SwiftGeneration",
            dependencies: ["SQLiteStorage", "SchemaModel", "StoreMigration", "Predicates", "Templates", "Diagnostics"],
            swiftSettings: strict),

        // MARK: The run-time library: the only target that compiles GRDB
        .target(
            name: "Trellis",
            dependencies: [
                "CSQLite", "Predicates", "ResultLists", "SQLiteAccess", "StoreMigration", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),

        // MARK: Many stores of one model: the run for the tool, and the same for programs
        .target(name: "StoreFleet", dependencies: ["StoreMigration", "Predicates", "SQLiteAccess"], swiftSettings: strict),
        .target(name: "TrellisFleet", dependencies: ["Trellis", "StoreFleet", "StoreMigration"], swiftSettings: strict),

        // MARK: dqlite's wire protocol over the system's sockets
        .target(name: "DqliteClient", swiftSettings: strict),
        // A container over a cluster. A local connection without tables sends its statements there.
        .target(
            name: "TrellisCluster", dependencies: ["Trellis", "DqliteClient", "StoreMigration", "SQLiteAccess", "CSQLite"], swiftSettings: strict),
        // Migrates a store on a cluster. It asks SQLite which statements a step runs.
        .target(name: "StoreClusters", dependencies: ["DqliteClient", "StoreMigration", "SQLiteAccess", "CSQLite"], swiftSettings: strict),

        // MARK: A store in text files
        .target(name: "TrellisDelimitedText", dependencies: ["Trellis", "Predicates"], swiftSettings: strict),

        // MARK: The planner for debug builds, which migrates stores of drafts
        .target(
            name: "TrellisDrafts", dependencies: ["Trellis", "SchemaEvolution", "SQLiteStorage", "SchemaModel", "StoreMigration", "Diagnostics"],
            swiftSettings: strict),

        // MARK: For the tests of programs that use the library
        .target(
            name: "TrellisTesting",
            dependencies: [
                "Trellis", "SchemaEvolution", "StoreMigration", "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates", "SQLiteAccess",
                "Diagnostics",
            ],
            swiftSettings: strict),

        // MARK: The tool, the generator and the plugins
        .target(
            name: "ProjectFiles",
            dependencies: [
                "Diagnostics", "SchemaSyntax", "Predicates", "SchemaModel", "SQLiteStorage", "SchemaEvolution", "StoreMigration",
                "SwiftGeneration", "Templates",
            ],
            swiftSettings: strict),
        // Diagrams and pages of models: only the tool has them, and no build of a user does.
        .target(
            name: "ModelPages",
            dependencies: ["SchemaEvolution", "StoreMigration", "SQLiteStorage", "SchemaModel", "Predicates", "Diagnostics"],
            resources: ["diagram.css", "page.css", "page.js"].map { .embedInCode("Assets/\($0)") },
            swiftSettings: strict),
        // What importers of other programs' databases share: reading a file that does not change, writing one that is complete or missing.
        .target(name: "StoreImport", dependencies: ["SchemaModel", "SQLiteStorage", "Predicates", "SQLiteAccess"], swiftSettings: strict),
        // Models and stores of Core Data in Trellis's words: neither the generator nor the run-time library has them. XML is read by
        // Foundation's parser.
        .target(
            name: "CoreDataImport", dependencies: ["CZlib", "StoreImport", "SQLiteStorage", "SchemaModel", "Predicates", "SQLiteAccess", "Diagnostics"],
            swiftSettings: strict),
        // Versions of a model of Core Data as a history: only the tool has them.
        .target(
            name: "CoreDataHistory",
            dependencies: [
                "CoreDataImport", "StoreImport", "ProjectFiles", "SchemaEvolution", "SQLiteStorage", "SQLiteAccess", "SchemaModel", "Diagnostics",
            ],
            swiftSettings: strict),
        // Ordinary SQLite databases in Trellis's words: only the tool has them.
        .target(
            name: "SQLiteImport", dependencies: ["StoreImport", "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates", "SQLiteAccess"],
            swiftSettings: strict),
        // Models of Trellis in Core Data's words: only the tool has them.
        .target(name: "CoreDataExport", dependencies: ["SchemaModel", "Predicates"], swiftSettings: strict),
        // For programs that take their users' stores over.
        .target(
            name: "TrellisCoreData",
            dependencies: ["Trellis", "CoreDataImport", "StoreImport", "StoreMigration", "SQLiteStorage", "SchemaModel"],
            swiftSettings: strict),
        // Answers of the language server, and renames: only the tool has them.
        .target(
            name: "LanguageServer",
            dependencies: [
                "ProjectFiles", "SwiftGeneration", "Templates", "SchemaEvolution", "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates",
                "Diagnostics",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "TrellisTool",
            dependencies: [
                "ProjectFiles", "ModelPages", "CoreDataImport", "CoreDataExport", "CoreDataHistory", "SQLiteImport", "StoreImport", "LanguageServer", "Diagnostics", "SQLiteAccess", "SchemaSyntax", "Predicates", "SchemaModel", "SQLiteStorage",
                "SchemaEvolution", "StoreMigration", "StoreFleet", "StoreClusters", "DqliteClient", "SwiftGeneration", "Templates",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // Every user of the build plugin compiles this and all below it: nothing else belongs here.
        .executableTarget(
            name: "TrellisGenerator", dependencies: ["ProjectFiles", "SwiftGeneration", "SQLiteAccess", "Predicates", "Diagnostics"],
            swiftSettings: strict),
        .plugin(name: "TrellisPlugin", capability: .buildTool(), dependencies: ["TrellisGenerator"]),
        .plugin(
            name: "TrellisCommandPlugin",
            capability: .command(
                intent: .custom(verb: "trellis", description: "Run trellis: generate, check, format, migrate and other commands"),
                permissions: [
                    .writeToPackageDirectory(
                        reason: "To write generated classes and schemas, formatted models and frozen versions")
                ]),
            dependencies: ["TrellisTool"]),

        // MARK: Tests, one target for each target under test
        .target(
            name: "TestSupport", dependencies: ["Diagnostics", "SQLiteAccess"], path: "Tests/Support",
            swiftSettings: strict),
        .tests("Diagnostics", dependencies: ["TestSupport"]),
        .tests("SQLiteAccess", dependencies: ["CSQLite", "TestSupport"]),
        .tests("SchemaSyntax", dependencies: ["Diagnostics", "TestSupport"]),
        .tests("Predicates", dependencies: ["SQLiteAccess", "TestSupport"]),
        .tests("ResultLists", dependencies: ["SQLiteAccess", "TestSupport"]),
        // What must hold of any text: for libFuzzer, and for what it once found.
        .target(
            name: "FuzzedInput", dependencies: ["SchemaModel", "Predicates", "Diagnostics"],
            path: "Tests/Fuzzing/Targets/FuzzedInput", swiftSettings: strict),
        .tests("SchemaModel", dependencies: ["FuzzedInput", "SchemaSyntax", "Diagnostics", "TestSupport"]),
        .tests("SQLiteStorage", dependencies: ["SchemaModel", "Diagnostics", "SQLiteAccess", "TestSupport"]),
        .tests(
            "SchemaEvolution",
            dependencies: [
                "StoreMigration", "SQLiteStorage", "SchemaModel", "Predicates", "SQLiteAccess", "Diagnostics", "TestSupport",
            ]),
        .tests(
            "StoreMigration",
            // The programs are ones that tests start.
            dependencies: ["MigrationSamples", "MigrationRunner", "FaultRunner", "SQLiteAccess", "TestSupport"]),
        .tests("Templates", dependencies: ["Diagnostics", "TestSupport"]),
        .tests(
            "SwiftGeneration",
            dependencies: ["SQLiteStorage", "SchemaModel", "StoreMigration", "Trellis", "Templates", "Diagnostics", "TestSupport"]),
        .testTarget(
            name: "RandomModelTests",
            // The compiled samples import the library, so it has to be built.
            dependencies: [
                "SwiftGeneration", "SQLiteStorage", "SchemaEvolution", "StoreMigration", "SchemaModel", "Predicates", "SQLiteAccess",
                "Diagnostics", "TestSupport", "Trellis",
            ], swiftSettings: strict),
        // What a migration means to objects. It must not import SchemaEvolution, which it judges.
        .target(
            name: "ObjectOracle", dependencies: ["SQLiteStorage", "SchemaModel", "SQLiteAccess"], path: "Tests/ObjectOracle",
            swiftSettings: strict),
        .testTarget(
            name: "EvolutionOracleTests",
            dependencies: [
                "ObjectOracle", "SchemaEvolution", "StoreMigration", "SQLiteStorage", "SchemaModel", "SQLiteAccess", "Diagnostics",
                "TestSupport",
            ], swiftSettings: strict),
        .tests(
            "LanguageServer",
            // The tool is one that tests start.
            dependencies: [
                "TrellisTool", "ProjectFiles", "SchemaEvolution", "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates", "Diagnostics",
                "TestSupport",
            ]),
        // The program of the plugin is one that tests start.
        .tests("TrellisTool", dependencies: ["TrellisGenerator", "DqliteNodes", "SchemaModel", "SchemaSyntax", "TestSupport", "SQLiteAccess"]),
        // The tool is one that tests start.
        .tests("TrellisGenerator", dependencies: ["TrellisTool", "TestSupport"]),
        // Core Data models in words of Trellis: real ones, where `TRELLIS_CORPUS` names a folder of them.
        .testTarget(
            name: "CorpusTests",
            dependencies: [
                "CoreDataImport", "CoreDataExport", "SwiftGeneration", "SchemaEvolution", "StoreMigration", "SQLiteStorage", "SchemaModel", "Predicates", "SQLiteAccess",
                "Diagnostics", "TestSupport",
            ], swiftSettings: strict),
        .tests("CoreDataImport", dependencies: ["StoreImport", "CoreDataHistory", "CoreDataExport", "SchemaEvolution", "SQLiteStorage", "SchemaModel", "Predicates", "SQLiteAccess", "Diagnostics", "TestSupport"]),
        .tests("CoreDataExport", dependencies: ["SchemaModel", "TestSupport"]),
        .tests("SQLiteImport", dependencies: ["Trellis", "MusicModel", "ValueRulesModel", "StoreImport", "SQLiteStorage", "SchemaModel", "SQLiteAccess", "Diagnostics", "TestSupport"]),
        .tests("TrellisCoreData", dependencies: ["Trellis", "ShelfModel", "SQLiteAccess", "TestSupport"]),
        // Files of other programs.
        .testTarget(
            name: "ExistingFileTests", dependencies: ["Trellis", "OfficeModel", "CampusModel", "SQLiteAccess", "TestSupport"], swiftSettings: strict),
        .tests(
            "Trellis",
            dependencies: [
                "CSQLite", "SQLiteAccess", "TestSupport", "AgencyModel", "StoreWriter", "Contention", "MigrationSamples", "MigrationRunner", "FaultRunner", "StoreMigration", .product(name: "GRDB", package: "GRDB.swift"),
                // For stores on nodes, with TRELLIS_STORE=dqlite.
                "ClusterFixtures", "DqliteNodes",
                // For models that tests make while they run.
                "SchemaEvolution", "SQLiteStorage", "SchemaModel", "Diagnostics",
            ] + compiledCases.map { .target(name: $0.target) }),
        .tests(
            "TrellisTesting",
            dependencies: [
                "Trellis", "TestSupport", "OrdersModel", "EveryTypeModel", "AtlasModel", "ArchiveModel", "InheritanceModel",
                "RelationshipsModel", "WorkshopModel", "AgencyModel", "SecondCourierModel", "SQLiteAccess", "SQLiteStorage", "SchemaModel",
                "StoreMigration",
            ]),
        // The tool is one that tests start.
        .tests("StoreFleet", dependencies: ["TrellisFleet", "TrellisTool", "WorkshopModel", "SQLiteAccess", "TestSupport"]),
        // The nodes are ones that tests start, if the system has dqlite.
        .target(name: "DqliteNodes", dependencies: ["DqliteClient", "TestSupport"], path: "Tests/DqliteNodes", swiftSettings: strict),
        // Databases of tests on such nodes.
        .target(
            name: "ClusterFixtures",
            dependencies: ["DqliteNodes", "DqliteClient", "TrellisCluster", "Trellis", "SQLiteAccess", "TestSupport"],
            path: "Tests/ClusterFixtures", swiftSettings: strict),
        .tests("DqliteClient", dependencies: ["DqliteNodes", "SQLiteAccess", "TestSupport"]),
        .tests(
            "TrellisCluster",
            // The programs are ones that tests start.
            dependencies: [
                "ClusterWriter", "ClusterFixtures", "DqliteClient", "DqliteNodes", "Trellis", "Contention", "OrdersModel", "RelationshipsModel", "ChronicleModel",
                "EveryTypeModel", "InheritanceModel", "KitchenSinkModel", "LedgerModel", "SearchModel", "FirstCourierModel", "SecondCourierModel",
                "WorkshopModel", "TrellisTool", "SQLiteAccess", "TestSupport",
            ]),
        // A process that saves on a cluster until it is told to end.
        .executableTarget(
            name: "ClusterWriter", dependencies: ["TrellisCluster", "Contention", "Trellis", "RelationshipsModel"], path: "Tests/Programs/ClusterWriter",
            swiftSettings: strict),
        // Figures of a cluster beside a file, for Scripts/cluster-figures.sh.
        .executableTarget(
            name: "ClusterFigures", dependencies: ["TrellisCluster", "Trellis", "OrdersModel"], path: "Tests/Programs/ClusterFigures",
            swiftSettings: strict),
        // The tool is one that tests start.
        .tests("StoreClusters", dependencies: ["DqliteClient", "DqliteNodes", "TrellisTool", "SQLiteAccess", "StoreMigration", "TestSupport"]),
        .tests("TrellisDrafts", dependencies: ["Trellis", "SQLiteStorage", "SchemaModel", "SQLiteAccess", "TestSupport"]),
        .tests(
            "TrellisDelimitedText",
            dependencies: [
                // The program is one that tests start.
                "StoreWriter", "Trellis", "SQLiteAccess", "TestSupport", "SchemaEvolution", "SQLiteStorage",
                "SchemaModel", "Diagnostics", "OrdersModel", "RelationshipsModel", "KitchenSinkModel", "AtlasModel", "WorkshopModel", "ChronicleModel",
            ]),
        // The code in README.md and Documentation, compiled and run. Its folder `Generated` leads to the expected output of a test
        // case: what pages show are extensions in the module of the classes.
        .testTarget(
            name: "DocumentTests",
            dependencies: [
                "Trellis", "TrellisTesting", "TrellisDelimitedText", "TrellisDrafts", "TrellisFleet", "TestSupport", "LibraryModel", "ChronicleModel",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Models", "Generated/schema.sql"], swiftSettings: strict),
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["Contention", "Trellis", "TrellisDelimitedText", "TestSupport", "OrdersModel", "RelationshipsModel", "ChronicleModel"],
            path: "Tests/Programs/StoreWriter", swiftSettings: strict),
        // Versions of a model, and a process that takes a store through them.
        .target(
            name: "MigrationSamples",
            dependencies: ["SchemaEvolution", "StoreMigration", "SQLiteStorage", "SchemaModel", "SQLiteAccess", "Diagnostics"],
            path: "Tests/Programs/MigrationSamples", swiftSettings: strict),
        .executableTarget(
            name: "MigrationRunner", dependencies: ["AgencyModel", "MigrationSamples", "Trellis", "StoreMigration", "SQLiteAccess"],
            path: "Tests/Programs/MigrationRunner", swiftSettings: strict),
        // An allocator and a file system below SQLite that fail on command, and a process that works on top of them.
        .target(
            name: "FaultInjection", dependencies: ["CSQLite"], path: "Tests/Programs/FaultInjection",
            cSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "FaultRunner",
            dependencies: [
                "FaultInjection", "MigrationSamples", "Trellis", "StoreMigration", "SQLiteAccess", .product(name: "GRDB", package: "GRDB.swift"),
                "OrdersModel", "RelationshipsModel", "LedgerModel", "SearchModel", "InheritanceModel", "AttributeOptionsModel", "ArchiveModel",
            ],
            path: "Tests/Programs/FaultRunner", swiftSettings: strict),
        // What several threads or processes do to one store at the same time.
        .target(
            name: "Contention", dependencies: ["Trellis", "RelationshipsModel", "TestSupport"],
            path: "Tests/Programs/Contention", swiftSettings: strict),
        // A model whose migrations have steps in Swift, with the functions that run them.
        .target(
            name: "AgencyModel", dependencies: ["Trellis"], path: "Tests/Cases/swift-steps",
            exclude: ["schema.yaml", "arguments", "versions", "expected/schema.sql"], sources: ["expected", "Steps"], swiftSettings: strict),
    ] + compiledCases.map { .expectedOutput($0.target, of: $0.testCase) },
    swiftLanguageModes: [.v6]
)
if isTested {
    package.targets.removeAll { $0.type == .plugin }
    package.products.removeAll { $0 is Product.Plugin }
}

// The plugins' programs as files, which Scripts/artifact.sh has built: the path of their bundle in this package, or an address with its
// checksum after a `#`. Without it they are compiled. What only they need is not even fetched then.
if let artifact = Context.environment["TRELLIS_ARTIFACT"], !artifact.isEmpty {
    let own = ["TrellisTool", "DqliteNodes", "ClusterFixtures", "StoreClusters", "ModelPages", "CoreDataHistory", "CoreDataExport", "SQLiteImport", "LanguageServer", "TrellisGenerator", "ProjectFiles", "SwiftGeneration", "Templates"]
    package.targets.removeAll { $0.type == .test || own.contains($0.name) }
    package.products.removeAll { $0.name == "trellis" }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return ["swift-argument-parser", "swift-mustache"].contains { location.hasSuffix($0) }
    }
    let (bundle, parts) = ("TrellisPrograms", artifact.split(separator: "#", maxSplits: 1).map(String.init))
    for plugin in package.targets where plugin.type == .plugin { plugin.dependencies = [.target(name: bundle)] }
    package.targets.append(
        parts.count == 2
            ? .binaryTarget(name: bundle, url: parts[0], checksum: parts[1]) : .binaryTarget(name: bundle, path: artifact))
}

extension Target {
    /// The tests of a target, in `Tests/<target>Tests`.
    static func tests(_ target: String, dependencies: [Target.Dependency] = []) -> Target {
        .testTarget(
            name: target + "Tests", dependencies: [.target(name: target)] + dependencies, swiftSettings: strict)
    }

    /// The Swift files that the tool is expected to write for a case in `Tests/Cases`: tests link and run them.
    static func expectedOutput(_ name: String, of testCase: String) -> Target {
        .target(
            name: name, dependencies: ["Trellis"], path: "Tests/Cases/\(testCase)/expected", exclude: ["schema.sql"],
            swiftSettings: strict)
    }
}
