// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Committed",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../..")
    ],
    targets: [
        // The classes are committed in Sources/Notebook/Generated: nothing of the tool is built with the program. After a change
        // of the model: swift package --allow-writing-to-package-directory trellis generate
        .executableTarget(
            name: "Notebook",
            dependencies: [.product(name: "Trellis", package: "trellis")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ],
    swiftLanguageModes: [.v6]
)
