// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Orders",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        // The empty file `Orders.trellis` in the target's folder says that the target holds the model Orders; the plugin
        // finds it in the nearest `Schemas/Orders/Orders.yaml` above.
        .executableTarget(
            name: "Journal",
            dependencies: [.product(name: "Trellis", package: "trellis")],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")])
    ],
    swiftLanguageModes: [.v6]
)
