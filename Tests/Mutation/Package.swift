// swift-tools-version: 6.2

import PackageDescription

/// The program that writes mutants into a copy of the project: a package of its own, because nothing else needs SwiftSyntax.
/// `Scripts/test-mutants.sh` builds and runs it.
let package = Package(
    name: "mutation",
    platforms: [.macOS(.v14)],
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "602.0.0")],
    targets: [
        .executableTarget(
            name: "MutantWriter",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftOperators", package: "swift-syntax"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
