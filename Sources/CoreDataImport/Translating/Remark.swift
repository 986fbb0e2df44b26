/// What an import changed or left out, and where.
package struct Remark: Hashable, Sendable {
    package var kind: Kind
    /// Such as `Album.cover`.
    package var place: String
    package var detail = ""

    package init(kind: Kind, place: String, detail: String = "") { (self.kind, self.place, self.detail) = (kind, place, detail) }

    package enum Kind: String, CaseIterable, Sendable {
        // Said in another way.
        case renamed = "renamed"
        case columnNamed = "given a column, because another property of the table has that one"
        case tableNamed = "given a table, because another one has that name"
        case defaultRead = "default read as Core Data reads it"
        case rounded = "date between two seconds: rounded"
        case archive = "transformable without a Codable class: said as data"
        case untyped = "without a type: said as Any"
        case transientRequired = "required transient without a default: said as optional"
        case keyChosen = "side of a one-to-one chosen for the key"
        // Bad where it stands, and left out.
        case badDefault = "default that is no value of its type"
        case badBound = "bound that is no value of its type"
        case badPattern = "pattern that the language does not read"
        case brokenInverse = "inverse that does not point back"
        case brokenCondition = "condition on what there is not"
        case unknownDestination = "relationship to an entity that there is not"
        // For which there are no words.
        case orderedToOne = "order of a to-one relationship"
        case external = "external storage without 'lazy': loaded with the object"
        case preservedPart = "Preserve After Deletion of a composite's part"
        case transientPart = "transient part of a composite"
        case transientRelationship = "transient relationship"
        case transientRule = "rule on a transient attribute"
        case validation = "validation predicate that is no bound, length or pattern"
        case derivation = "derivation without words: said as a plain attribute"
        case emptyComposite = "composite without attributes"
        case uniqueness = "uniqueness of what has no column"
        case index = "index of what has no column, or of another kind"
        case condition = "condition that is not in the language"
        case variable = "fetch with a variable that is compared with no value of the model"
        case result = "fetch of other things than objects"
        case fetchOption = "option of a fetch"
        case configuration = "configuration"
        case className = "class name that another type has, or that is none"
        case hashModifier = "modifier of the version hash: a version has its own hash here"
        case transformer = "transformer of values"
        case userInfo = "user info"
        case spotlight = "setting for Spotlight"
        case cloud = "setting for CloudKit"
        case unknown = "attribute of the file that is not known"
        case unknownElement = "element of the file that is not known"
        // Of mapping models.
        case mappingFile = "mapping model that cannot be read"
        case mappingStep = "mapping model that fits no step"
        case mappingFrozen = "mapping model of a step that is frozen already, and stays as it is"
        case mappingPolicy = "migration policy class"
        case mappingCondition = "condition of the objects that are mapped"
        case mappingEntity = "entity mapping that is no rename"
        case mappingUnknown = "mapping of what the version does not have"
        case mappingValue = "value that is no decision"
        case mappingIdentifier = "renaming identifier that the mapping model contradicts"
        case mappingRefused = "decision that the step refuses"
        case mappingKept = "decision that the step's file does not have"
    }
}
