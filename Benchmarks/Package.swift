// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "trellis", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its traits: they replace the allocator and the runtime's retains, which no figure here asks for.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // The baseline talks to SQLite's C interface itself.
        .systemLibrary(name: "CBaseline", path: "CBaseline", pkgConfig: "sqlite3"),
        // The harness finds its targets by their folder's name, which is that of this package: `Benchmarks`.
        .executableTarget(
            name: "ObjectGraph",
            dependencies: [
                "CBaseline",
                .product(name: "Trellis", package: "trellis"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "ObjectGraph",
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [
                .plugin(name: "TrellisPlugin", package: "trellis"),
                .plugin(name: "BenchmarkPlugin", package: "benchmark"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// A store of 100 entities, which Scripts/open-speed.sh asks for.
if Context.environment["TRELLIS_OPENING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Opening",
            dependencies: ["CBaseline", .product(name: "Trellis", package: "trellis"), .product(name: "GRDB", package: "GRDB.swift")],
            path: "Opening",
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")]))
}
