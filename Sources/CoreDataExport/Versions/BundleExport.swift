import SchemaModel

/// A version of a model for a bundle, with what leads to it from the version before.
package struct ExportedVersion: Sendable {
    package let number: Int
    package let model: Model
    /// The new names of renamed entities and properties, by their old places such as `Order.info`.
    package let renames: [String: String]
    /// What the step does besides, in words; nil if Core Data infers all of it.
    package let otherSteps: String?

    package init(number: Int, model: Model, renames: [String: String] = [:], otherSteps: String? = nil) {
        (self.number, self.model, self.renames, self.otherSteps) = (number, model, renames, otherSteps)
    }
}

/// The files of an `.xcdatamodeld` folder.
package struct BundleExport: Sendable {
    /// Their paths within the folder.
    package private(set) var files: [(path: String, text: String)] = []
    /// What is stated in another way or left out of the newest version.
    package private(set) var remarks: [ExportRemark] = []
    /// The names of the versions, the oldest first.
    package private(set) var versions: [String] = []

    /// - Parameters:
    ///   - versions: the oldest first; the last one becomes the current version.
    ///   - name: the name of the bundle, which the first version has too.
    package init(_ versions: [ExportedVersion], named name: String) {
        var former: (identifiers: RenamingIdentifiers, model: Model)?
        for version in versions {
            let identifiers =
                former.map { RenamingIdentifiers(version.model, after: $0, renames: version.renames) } ?? RenamingIdentifiers(first: version.model)
            let contents = ModelContents(version.model, identifiers)
            let versionName = version.number == 1 ? name : "\(name) \(version.number)"
            files.append(("\(versionName).xcdatamodel/contents", contents.text))
            self.versions.append(versionName)
            remarks = contents.remarks
            former = (identifiers, version.model)
        }
        for (former, version) in zip(versions, versions.dropFirst()) {
            for (place, name) in version.renames.sorted(by: { $0.key < $1.key }) where !Self.hasIdentifier(place, in: former.model) {
                remarks.append(ExportRemark(.rename, "version \(version.number)", "\(place) to \(name)"))
            }
        }
        // Steps lead from one version to the next. All of them are listed, and not those of the newest version alone.
        remarks += versions.compactMap { version in version.otherSteps.map { ExportRemark(.step, "version \(version.number)", $0) } }
        if let current = self.versions.last { files.append((".xccurrentversion", Self.currentVersion(current))) }
    }

    /// Entities and their own properties have identifiers; composites, their parts and enums have none.
    private static func hasIdentifier(_ place: String, in model: Model) -> Bool {
        let names = place.split(separator: ".").map(String.init)
        return names.count <= 2 && names.first.map { model.entity(named: $0) != nil } == true
    }

    private static func currentVersion(_ name: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>_XCCurrentVersionName</key>
        \t<string>\(XMLText.escaped(name)).xcdatamodel</string>
        </dict>
        </plist>

        """
    }
}
