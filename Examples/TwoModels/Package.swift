// swift-tools-version: 6.2

import PackageDescription

let trellis = Target.Dependency.product(name: "Trellis", package: "trellis")
let makesClasses = Target.PluginUsage.plugin(name: "TrellisPlugin", package: "trellis")
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "TwoModels",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        // Each holds the model that its empty file `<Model>.trellis` names; trellis.yaml says who can use the classes.
        .target(name: "CatalogStore", dependencies: [trellis], swiftSettings: strict, plugins: [makesClasses]),
        .target(name: "AccountStore", dependencies: [trellis], swiftSettings: strict, plugins: [makesClasses]),
        .testTarget(
            name: "StoreTests",
            dependencies: ["CatalogStore", "AccountStore", .product(name: "TrellisTesting", package: "trellis")],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
