// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "trellis", path: "..")],
    targets: [
        // The baseline talks to SQLite's C interface itself.
        .systemLibrary(name: "CBaseline", pkgConfig: "sqlite3"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [.product(name: "Trellis", package: "trellis"), "CBaseline"],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")]),
    ],
    swiftLanguageModes: [.v6]
)
