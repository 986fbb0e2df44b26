// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Cluster",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        // The empty file `Orders.trellis` names the model, as in Examples/Orders.
        .executableTarget(
            name: "Desk",
            dependencies: [.product(name: "Trellis", package: "trellis"), .product(name: "TrellisCluster", package: "trellis")],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")])
    ],
    swiftLanguageModes: [.v6]
)
