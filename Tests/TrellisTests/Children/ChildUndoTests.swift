import RelationshipsModel
import TestSupport
import Testing
import Trellis

@Suite("Undo in child contexts")
struct ChildUndoTests {
    /// A required destination without an inverse, which a context above has deleted. No save of that context is possible until it has
    /// another one; until then the relationship reads as nil.
    @Test(arguments: [0, 1])
    func `undo shows no destination again that a context above has deleted`(levelsBetween: Int) throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let (rome, oslo) = (City(in: context, name: "Rome"), City(in: context, name: "Oslo"))
        let italy = Country(in: context, name: "Italy", capital: rome)
        Country(in: context, name: "Norway", capital: oslo)
        let ada = Person(in: context, name: "Ada", birthplace: rome)
        try context.save()
        try context.delete(italy)
        #expect(throws: ObjectValidationError.self) { try context.save() }

        var child = context.makeChild()
        for _ in 0..<levelsBetween { child = child.makeChild() }
        child.undoLevels = 5
        let own = try #require(try child.find(Person.self, ada.objectID))
        #expect(own.birthplace == nil)
        own.birthplace = try child.find(City.self, oslo.objectID)
        try child.undo()
        #expect(own.birthplace == nil && !child.hasChanges)
        try child.redo()
        #expect(own.birthplace?.name == "Oslo")
        try child.undo()
        #expect(own.birthplace == nil)
    }
}
