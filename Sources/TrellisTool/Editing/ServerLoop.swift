import Foundation
import LanguageServer

/// Runs the language server over two streams: one thread reads and notes what is cancelled, this one answers.
struct ServerLoop {
    /// The seconds without a message after which findings are reported, at once and by all checks.
    private static let pauses = (quick: 0.05, complete: 0.4)

    private var server: Server
    private let mailbox = Mailbox()
    private let output: FileHandle

    init(_ server: Server, output: FileHandle) {
        (self.server, self.output) = (server, output)
    }

    /// Answers until the client ends.
    /// - Returns: the exit code.
    mutating func run(input: FileHandle) throws -> Int32 {
        let mailbox = mailbox
        let reader = Thread {
            Self.read(input, into: mailbox)
            mailbox.close()
        }
        reader.start()
        while !server.hasEnded {
            switch mailbox.next(within: server.pendingWork.map { $0 == .quick ? Self.pauses.quick : Self.pauses.complete }) {
            case .message(let content): try send(server.handle(content) { mailbox.takeCancellation(of: $0) })
            case .quiet: try send(server.work())
            // A client that is gone needs no answers.
            case .end: return 1
            }
        }
        return server.exitCode
    }

    private static func read(_ input: FileHandle, into mailbox: Mailbox) {
        var frames = MessageFrames()
        do {
            while true {
                let data = input.availableData
                if data.isEmpty { return }
                frames.append(data)
                while let content = try frames.next() {
                    if let id = Server.cancelledRequest(in: content) { mailbox.cancel(id) } else { mailbox.put(content) }
                }
            }
        } catch {
            // The place of the next message is unknown, so the conversation is over.
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
        }
    }

    private func send(_ messages: [[UInt8]]) throws {
        for message in messages { try output.write(contentsOf: MessageFrames.framed(message)) }
    }
}
