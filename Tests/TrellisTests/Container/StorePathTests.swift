#if os(macOS) || os(Linux)
    import Foundation
    import OrdersModel
    import TestSupport
    import Testing
    import Trellis

    @Suite("Paths that lead to no store's file")
    struct StorePathTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Why a path is refused.
        private func reason(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
                try PersistentContainer(for: Orders.self, at: .file(path))
            }
            guard case .cannotOpen(path, let reason)? = error else { return "\(String(describing: error))" }
            return reason
        }

        @Test func `an empty path is named`() {
            #expect(reason("") == "the path is empty")
        }

        @Test func `a path with a NUL does not open the file before it`() throws {
            #expect(reason(folder.file("a.sqlite\u{0}b")) == "the path contains a NUL character")
            #expect(!FileManager.default.fileExists(atPath: folder.file("a.sqlite")))
        }

        @Test func `SQLite's name for memory is no file`() {
            #expect(reason(":memory:").contains(".inMemory"))
        }

        @Test func `a folder is named`() {
            #expect(reason(folder.file("")) == "it is a folder")
        }

        @Test(.timeLimit(.minutes(1)))
        func `a pipe and a device are refused without waiting`() throws {
            #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("pipe"))
            for path in [folder.file("pipe"), folder.file("link"), "/dev/null", "/dev/zero"] {
                #expect(reason(path) == "it is no file, but a pipe, a socket or a device")
            }
        }

        @Test func `a folder that does not exist is named`() {
            #expect(reason(folder.file("nowhere/a.sqlite")).contains("nowhere' does not exist"))
        }

        @Test(.enabled(if: geteuid() != 0, "root may read everything"))
        func `a file that the program may not read is named`() throws {
            try folder.write("x", to: "a.sqlite")
            chmod(folder.file("a.sqlite"), 0)
            #expect(reason(folder.file("a.sqlite")) == "the program has no right to read it")
        }

        @Test func `a file that is no database is refused and stays as it is`() throws {
            let text = String(repeating: "This is no database. ", count: 100)
            try folder.write(text, to: "a.txt")
            #expect(throws: StoreError.notADatabase(path: folder.file("a.txt"))) {
                try PersistentContainer(for: Orders.self, at: .file(folder.file("a.txt")))
            }
            #expect(try String(contentsOfFile: folder.file("a.txt"), encoding: .utf8) == text)
        }

        @Test func `a link to an empty file is a new store`() throws {
            try folder.write("", to: "a.sqlite")
            try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file("a.sqlite"))
            try PersistentContainer(for: Orders.self, at: .file(folder.file("link"))).close()
            #expect(try PersistentContainer(for: Orders.self, at: .file(folder.file("a.sqlite"))).makeContext().fetchAll(Customer.self).isEmpty)
        }
    }
#endif
