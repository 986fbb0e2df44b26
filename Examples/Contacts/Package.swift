// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Contacts",
    platforms: [.macOS(.v14)],
    dependencies: [
        // A package of your own names Trellis by its address and version here.
        .package(name: "trellis", path: "../.."),
        // An HTTP server that needs no other package.
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    ],
    targets: [
        .executableTarget(
            name: "ContactsServer",
            dependencies: [
                .product(name: "Trellis", package: "trellis"), .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.embedInCode("Web/style.css"), .embedInCode("Web/live.js"), .embedInCode("Web/icon.svg")],
            swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "TrellisPlugin", package: "trellis")])
    ],
    swiftLanguageModes: [.v6]
)
