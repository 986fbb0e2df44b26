import TestSupport
import Testing

/// Each context and its objects stay in one isolation domain: the main actor's, a task's, or the work that a container performs.
struct IsolationTests {
    /// Compiles the body of a function of the main actor that has a container and an object of its view context.
    private func compile(_ body: String) throws -> SwiftCompilation {
        try SwiftCompilation(
            """
            import Dispatch
            import OrdersModel
            import Trellis

            @MainActor func work(with container: PersistentContainer) async throws {
                let context = container.viewContext
                let ada = Customer(in: context, name: "Ada")
                let id = ada.objectID
            \(body)
                print(ada.name, id)
            }

            nonisolated(nonsending) func stay(_ customer: Customer) async {}
            @concurrent func leave(_ customer: Customer) async {}
            @concurrent func leave(_ id: ObjectID) async {}
            """)
    }

    private func expectToCompile(_ body: String) throws {
        let compilation = try compile(body)
        #expect(compilation.succeeded, "\(compilation.output)")
    }

    /// A body that is refused, for reasons that all are among those given.
    private func expectError(_ reasons: String..., in body: String) throws {
        let compilation = try compile(body)
        #expect(!compilation.succeeded)
        #expect(!compilation.errors.isEmpty)
        #expect(
            compilation.errors.allSatisfy { error in reasons.contains { error.contains($0) } }, "\(compilation.output)")
    }

    // MARK: Children

    @Test func `a child stays in the isolation domain of its parent`() throws {
        try expectToCompile(
            """
            let child = context.makeChild()
            print(try child.find(Customer.self, id)?.name ?? "")
            try child.save()
            """)
        try expectError(
            "Sending", "sending", "Sendable", "risks causing data races", in: "let child = context.makeChild(); Task.detached { try child.save() }")
        try expectError("Sendable", in: "_ = try await container.perform { $0.makeChild() }")
    }

    // MARK: Out of perform

    @Test func `values and identities leave perform`() throws {
        try expectToCompile(
            """
            let name = try await container.perform { try $0.find(Customer.self, id)?.name }
            let ids = try await container.perform { try $0.fetchAll(Customer.self).map(\\.objectID) }
            print(name ?? "", ids)
            """)
    }

    @Test func `an object does not leave perform`() throws {
        try expectError(
            "unavailable", "Sendable", in: "_ = try await container.perform { Customer(in: $0, name: \"Bob\") }")
    }

    @Test func `a context does not leave perform`() throws {
        try expectError("Sendable", in: "_ = try await container.perform { $0 }")
    }

    @Test func `an object does not leave perform within a closure`() throws {
        try expectError(
            "Sendable", "sending",
            in: """
                let name = try await container.perform { context in
                    let bob = Customer(in: context, name: "Bob")
                    return { @Sendable in bob.name }
                }
                print(name())
                """)
    }

    @Test func `an object does not leave perform through a variable outside`() throws {
        try expectError(
            "mutation of captured var", "Sendable",
            in: """
                var bob: Customer?
                try await container.perform { bob = Customer(in: $0, name: "Bob") }
                print(bob?.name ?? "")
                """)
    }

    // MARK: Into others' hands

    @Test func `an object of the main actor does not come into perform`() throws {
        try expectError("Sendable", "main actor-isolated", in: "try await container.perform { _ in ada.name = \"Bea\" }")
    }

    @Test func `an object of the main actor does not come into a detached task, its identity does`() throws {
        try expectToCompile("Task.detached { print(id) }")
        try expectError("sending", "Sendable", "data races", in: "Task.detached { print(ada.name) }")
    }

    @Test func `a task of the main actor can use its objects`() throws {
        try expectToCompile("Task { ada.name = \"Bea\" }")
    }

    @Test func `an object of the main actor does not come into a task group`() throws {
        let group = { (argument: String) in
            """
            await withTaskGroup(of: Void.self) { group in
                group.addTask { print(\(argument)) }
            }
            """
        }
        try expectToCompile(group("id"))
        try expectError("sending", "Sendable", "data races", in: group("ada.name"))
    }

    @Test func `an object of the main actor does not come into a queue of Dispatch`() throws {
        try expectToCompile("DispatchQueue.global().async { print(id) }")
        try expectError("sending", "Sendable", "data races", in: "DispatchQueue.global().async { print(ada.name) }")
    }

    @Test func `an object does not go into a function that runs elsewhere`() throws {
        try expectToCompile("await leave(id)")
        try expectToCompile("await stay(ada)")
        try expectError("sending", in: "await leave(ada)")
    }

    // MARK: The view context

    @Test func `the view context is for the main actor alone`() throws {
        try expectError("main actor-isolated", in: "Task.detached { print(container.viewContext.hasChanges) }")
        try expectError("main actor-isolated", in: "try await container.perform { _ in print(container.viewContext.hasChanges) }")
        try expectError("sending", "Sendable", "data races", in: "Task.detached { print(context.hasChanges) }")
    }

    // MARK: Long results and values

    @Test func `a stream is gone through where its context is`() throws {
        try expectToCompile("for try await customer in try context.stream(Fetch<Customer>()) { await stay(customer) }")
        try expectError(
            "sending", "Sendable", "data races",
            in: """
                let customers = try context.stream(Fetch<Customer>())
                Task.detached { for try await customer in customers { print(customer.name) } }
                """)
        try expectError(
            "sending", in: "for try await customer in try context.stream(Fetch<Customer>()) { await leave(customer) }")
    }

    @Test func `a lazy list stays where its context is`() throws {
        try expectToCompile("for customer in try context.objects(Fetch<Customer>()) { await stay(customer) }")
        try expectError(
            "sending", "Sendable", "data races",
            in: "let customers = try context.objects(Fetch<Customer>()); Task.detached { print(customers[0]?.name ?? \"\") }")
    }

    @Test func `values and groups leave perform, and fetches come into it`() throws {
        try expectToCompile(
            """
            let fetch = Fetch<Customer>(sort: [.ascending("name")])
            let values = try await container.perform {
                try $0.fetch(fetch.values(FetchedProperty<String>("name"), FetchedProperty<String?>("info")))
            }
            let groups = try await container.perform {
                try $0.fetch(fetch.storedGroups(.key("name", as: String.self), .count))
            }
            print(values.map(\\.0), groups.map(\\.1))
            """)
    }
}
