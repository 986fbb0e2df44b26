// swift-tools-version: 6.2

import PackageDescription

/// The parsers of text, compiled for libFuzzer: a package of its own, because SwiftPM takes no package with unsafe flags as a
/// dependency. `Sources` leads to the project's. `Scripts/fuzz.sh` builds and runs it.
let fuzzed: [SwiftSetting] = [.treatAllWarnings(as: .error), .unsafeFlags(["-sanitize=fuzzer"])]
let fuzzer: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v14)],
    targets: [
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CLibFuzzer", path: "Targets/CLibFuzzer"),
        .target(name: "Diagnostics", swiftSettings: fuzzed),
        .target(name: "SQLiteAccess", dependencies: ["CSQLite"], swiftSettings: fuzzed),
        .target(name: "SchemaSyntax", dependencies: ["CYAML", "Diagnostics"], swiftSettings: fuzzed),
        .target(name: "Predicates", dependencies: ["SQLiteAccess"], swiftSettings: fuzzed),
        .target(name: "SchemaModel", dependencies: ["SchemaSyntax", "Predicates", "Diagnostics"], swiftSettings: fuzzed),
        .target(
            name: "FuzzedInput", dependencies: ["SchemaModel", "Predicates", "Diagnostics"], path: "Targets/FuzzedInput",
            swiftSettings: fuzzed),
        .executableTarget(
            name: "PredicateFuzzer", dependencies: ["FuzzedInput", "CLibFuzzer"], path: "Targets/PredicateFuzzer",
            swiftSettings: fuzzed, linkerSettings: fuzzer),
        .executableTarget(
            name: "ModelFuzzer", dependencies: ["FuzzedInput", "CLibFuzzer"], path: "Targets/ModelFuzzer",
            swiftSettings: fuzzed, linkerSettings: fuzzer),
    ]
)
