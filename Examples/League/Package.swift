// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "League",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "League",
            dependencies: [
                .product(name: "Trellis", package: "trellis"), .product(name: "TrellisDelimitedText", package: "trellis"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")])
    ],
    swiftLanguageModes: [.v6]
)
