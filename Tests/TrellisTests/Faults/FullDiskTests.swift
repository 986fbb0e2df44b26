#if os(macOS) || os(Linux)
    import Foundation
    import OrdersModel
    import Testing
    import Trellis

    /// A file that may not grow stands for a full disk. The limit is a process's, so the test runs in one of its own.
    @Suite("A disk that takes no more")
    struct FullDiskTests {
        @Test func `a save that finds no room throws, writes nothing, keeps its changes and succeeds later`() async {
            await #expect(processExitsWith: .success) {
                let file = try StoreFile(of: Orders.self)
                let context = try file.context()
                Customer(in: context, name: "Ada")
                try context.save()

                // Ignored, the signal leaves the write to fail.
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                #if os(Linux)
                    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
                #else
                    let resource = RLIMIT_FSIZE
                #endif
                getrlimit(resource, &limit)
                let unlimited = limit.rlim_cur
                limit.rlim_cur = 256 << 10
                setrlimit(resource, &limit)

                let large = Customer(in: context, name: "Large", info: String(repeating: "x", count: 1 << 20))
                #expect(throws: StoreError.self) { try context.save() }
                #expect(context.insertedObjects == [large])
                #expect(large.objectID.isTemporary)
                #expect(try Customer.byName(in: context).map(\.name) == ["Ada", "Large"])
                #expect(try file.column("SELECT name FROM customer") == ["Ada"])
                #expect(try file.column("PRAGMA integrity_check") == ["ok"])

                limit.rlim_cur = unlimited
                setrlimit(resource, &limit)
                try context.save()
                #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Large"])
            }
        }
    }
#endif
