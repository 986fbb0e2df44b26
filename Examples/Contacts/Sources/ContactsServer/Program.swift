import FlyingFox
import Foundation
import Trellis

/// Opens the store and serves its contacts until you press Ctrl-C.
@main
struct Program {
    static func main() async {
        do {
            try await serve(Options(CommandLine.arguments.dropFirst()))
        } catch {
            Console.complain("\(error)")
            exit(1)
        }
    }

    private static func serve(_ options: Options) async throws {
        let container = try PersistentContainer(for: Contacts.self, at: .file(options.store))
        let list = LiveList(of: container)
        try await list.open()
        // Only this machine can connect, because the contacts have no accounts and no passwords.
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: options.port), logger: .disabled)
        await Routes(list: list, people: People(container: container)).add(to: server)
        // A page that was closed must not end the server that writes to it.
        signal(SIGPIPE, SIG_IGN)

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await server.run() } catch { throw PortError(port: options.port, reason: error) }
            }
            group.addTask { await list.keepConnectionsAlive() }
            group.addTask {
                try await server.waitUntilListening()
                guard case .ip4(let host, let port) = await server.listeningAddress else { return }
                Console.say("Contacts are at http://\(host):\(port)/ (--port chooses another port).")
                Console.say("Their store is \(URL(filePath: options.store).path) (--store chooses another file).")
                Console.say("Press Ctrl-C to stop.")
                await Interruption.wait()
            }
            // The first to end is a server that cannot start, with an error, or the wait for Ctrl-C.
            try await group.next()
            await list.close()
            await server.stop(timeout: 0.5)
            group.cancelAll()
        }
        try container.close()
        Console.say("Stopped.")
    }

    private struct PortError: Error, CustomStringConvertible {
        let port: UInt16
        let reason: any Error

        var description: String { "the server cannot use port \(port): \(reason.localizedDescription). Choose another one with --port." }
    }
}
