#if os(macOS) || os(Linux)
    import LeagueModel
    import OrdersModel
    import Testing
    import Trellis

    /// What the compiler lets pass and no caller could handle stops the program, before it could store wrong data.
    @Suite("Mistakes that stop the program")
    struct ProgramMistakeTests {
        @Test func `linking objects of two contexts`() async {
            await #expect(processExitsWith: .failure) {
                let container = try PersistentContainer(for: Orders.self, at: .inMemory)
                let (first, second) = (try container.makeContext(), try container.makeContext())
                Order(in: first).customer = Customer(in: second, name: "Ada")
            }
        }

        @Test func `making an object in a context of another model`() async {
            await #expect(processExitsWith: .failure) {
                let context = try PersistentContainer(for: League.self, at: .inMemory).makeContext()
                Customer(in: context, name: "Ada")
            }
        }
    }
#endif
