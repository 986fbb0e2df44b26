// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Templates",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        // The classes are committed: 'trellis generate' writes them with the templates that trellis.yaml names.
        .executableTarget(
            name: "ShopApp", dependencies: [.product(name: "Trellis", package: "trellis")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
