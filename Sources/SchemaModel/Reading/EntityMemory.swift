import Diagnostics
import SchemaSyntax

/// The entities of a model as they were read last. An entity is read from its entry and the declared types alone, so equal ones have
/// equal results.
package struct EntityMemory {
    private struct Reading {
        var entry: YAMLNode.Entry
        var declaration: EntityDeclaration
        var findings: [Finding]
    }

    private var types: [YAMLNode.Entry] = []
    private var typesAreWhole = true
    private var takesAnyStoredName = false
    private var former: [String: Reading] = [:]
    private var present: [String: Reading] = [:]

    package init() {}

    /// Begins to read a model.
    /// - Parameters:
    ///   - types: the entries of its enums and composites.
    ///   - areWhole: whether all files that could declare a type were read.
    ///   - takingAnyStoredName: whether names of tables and columns are another program's.
    mutating func begin(withTypes types: [YAMLNode.Entry], areWhole: Bool, takingAnyStoredName: Bool) {
        let isSame = self.types == types && typesAreWhole == areWhole && takesAnyStoredName == takingAnyStoredName
        former = isSame ? present : [:]
        present = [:]
        (self.types, typesAreWhole, takesAnyStoredName) = (types, areWhole, takingAnyStoredName)
    }

    mutating func read(_ entry: YAMLNode.Entry, _ types: DeclaredTypes, in context: inout ReadingContext) -> EntityDeclaration {
        var reading: Reading
        // Comparing an unchanged entry is quick: both are the same memory.
        if let known = former[entry.key], known.entry == entry {
            reading = known
        } else {
            var own = ReadingContext()
            own.takesAnyStoredName = takesAnyStoredName
            let declaration = EntityReader.read(entry, types, in: &own)
            reading = Reading(entry: entry, declaration: declaration, findings: own.findings)
        }
        context.findings += reading.findings
        present[entry.key] = reading
        return reading.declaration
    }
}
