import Trellis

/// Reads and changes people: each request in a context of its own, one request after the other.
struct People: Sendable {
    let container: PersistentContainer

    enum Outcome: Sendable {
        case done(Int64)
        /// The model refused values.
        case refused([PersonField: String])
        /// Someone else has changed the person since the page was made.
        case changed(now: PersonForm)
        /// Someone else has removed the person.
        case removed
    }

    /// - Returns: nil if the person does not exist.
    func form(of number: Int64) async throws -> PersonForm? {
        try await container.perform { context in
            try context.find(Person.self, id(number)).map(PersonForm.init)
        }
    }

    func add(_ form: PersonForm) async throws -> Outcome {
        try await container.perform { context in
            let person = Person(in: context, firstName: "")
            form.apply(to: person)
            return try save(person, in: context)
        }
    }

    /// - Parameter before: the values that the page showed.
    func change(_ number: Int64, from before: PersonForm, to form: PersonForm) async throws -> Outcome {
        try await edit(number, ifStill: before) { person, _ in form.apply(to: person) }
    }

    /// - Parameter before: the values that the page showed.
    func remove(_ number: Int64, ifStill before: PersonForm) async throws -> Outcome {
        try await edit(number, ifStill: before) { person, context in try context.delete(person) }
    }

    // MARK: One edit

    private func edit(
        _ number: Int64, ifStill before: PersonForm, _ edit: @Sendable (Person, ManagedObjectContext) throws -> Void
    ) async throws -> Outcome {
        try await container.perform { context in
            guard let person = try context.find(Person.self, id(number)) else { return .removed }
            // Minutes have passed since the page was made, and this context is new: it cannot know what the page showed.
            let now = PersonForm(person)
            guard now == before else { return .changed(now: now) }
            try edit(person, context)
            return try save(person, in: context)
        }
    }

    private func save(_ person: Person, in context: ManagedObjectContext) throws -> Outcome {
        do {
            try context.save()
            return .done(person.objectID.rowID ?? 0)
        } catch let error as ObjectValidationError {
            return .refused(error.messages)
        } catch is ConflictError {
            // Another process saved between our read and our save.
            try context.refresh(person, mergeChanges: false)
            return person.isDeleted ? .removed : .changed(now: PersonForm(person))
        }
    }

    private func id(_ number: Int64) -> ObjectID { ObjectID(entity: "Person", rowID: number) }
}
