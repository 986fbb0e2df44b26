// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: "https://example.org/trellis.git", branch: "main")
    ],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "Trellis", package: "trellis")],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")]),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App",
                .product(name: "TrellisTesting", package: "trellis"),
            ])
    ]
)
