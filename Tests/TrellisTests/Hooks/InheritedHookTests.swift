import DepotModel
import Testing
import Trellis

/// Hooks of a parent and its child.
struct InheritedHookTests {
    private let file: StoreFile<Depot>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Depot.self)
        context = try file.context()
    }

    /// Records the parcel's own hooks among the calls of those of boxes.
    private func record(_ script: HookScript) {
        script.ofParcel = { hook, parcel in script.calls.append("\(hook) parcel \(parcel.name)") }
    }

    private func twice(_ hook: String, _ name: String) -> [String] { ["\(hook) \(name)", "\(hook) parcel \(name)"] }

    @Test func `both run for an object of the child, the parent's first, and the parent's alone for one of the parent`() throws {
        try HookScript.run { script in
            record(script)
            let parcel = Parcel(in: context, name: "p")
            #expect(script.takeCalls().filter { $0.contains("parcel") } == ["awakeFromInsert parcel p"])
            let box = Box(in: context, name: "b")
            try context.save()
            #expect(
                script.takeCalls() == ["awakeFromInsert b"] + twice("willSave", "p") + ["willSave b"] + twice("validate", "p") + ["validate b"])

            let other = try file.context()
            #expect(try other.fetch(Fetch<Box>().sorted { [$0.name.ascending] }).count == 2)
            #expect(script.takeCalls() == ["awakeFromFetch b"] + twice("awakeFromFetch", "p"))

            try context.delete(box)
            try context.delete(parcel)
            #expect(script.takeCalls() == ["prepareForDeletion b"] + twice("prepareForDeletion", "p"))
        }
    }

    @Test func `a save collects the broken rules of both`() throws {
        try HookScript.run { script in
            script.validate = { _ in throw BrokenRule("a rule of boxes", property: "name") }
            script.ofParcel = { hook, _ in if hook == "validate" { throw BrokenRule("a rule of parcels", property: "note") } }
            Parcel(in: context, name: "p")
            let error = #expect(throws: ObjectValidationError.self) { try context.save() }
            #expect(error?.failures.map(\.property) == ["name", "note"])
        }
    }

    @Test func `an error of the parent's hook keeps the child's from running`() throws {
        struct Refusal: Error {}
        try HookScript.run { script in
            record(script)
            let parcel = Parcel(in: context, name: "p")
            _ = script.takeCalls()
            script.willSave = { _ in throw Refusal() }
            #expect(throws: Refusal.self) { try context.save() }
            #expect(script.takeCalls() == ["willSave p"])
            script.willSave = { _ in }
            try context.save()
            _ = script.takeCalls()
            script.prepareForDeletion = { _ in throw Refusal() }
            #expect(throws: Refusal.self) { try context.delete(parcel) }
            #expect(script.takeCalls() == ["prepareForDeletion p"])
            #expect(!parcel.isDeleted)
        }
    }

    @Test func `a hook of the parent that deletes the object keeps the child's from running`() throws {
        try HookScript.run { script in
            record(script)
            script.willSave = { try context.delete($0) }
            Parcel(in: context, name: "new")
            _ = script.takeCalls()
            try context.save()
            #expect(script.takeCalls() == ["willSave new"] + twice("prepareForDeletion", "new"))

            script.willSave = { _ in }
            let parcel = Parcel(in: context, name: "saved")
            try context.save()
            parcel.note = "edited"
            script.willSave = { try context.delete($0) }
            _ = script.takeCalls()
            try context.save()
            #expect(script.takeCalls() == ["willSave saved"] + twice("prepareForDeletion", "saved") + ["validateForDelete saved"])
            #expect(try file.rows("SELECT count(*) FROM box") == [["0"]])

            script.willSave = { _ in }
            script.awakeFromInsert = { try? context.delete($0) }
            Parcel(in: context, name: "never")
            #expect(!script.takeCalls().contains("awakeFromInsert parcel never"))
        }
    }

    @Test func `the child's hook gets an object of the child's class`() throws {
        try HookScript.run { script in
            script.ofParcel = { hook, parcel in if hook == "willSave" { parcel.note = "set by the child's hook" } }
            Parcel(in: context, name: "p")
            try context.save()
            #expect(try file.rows("SELECT note FROM box") == [["set by the child's hook"]])
        }
    }
}
