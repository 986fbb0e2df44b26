import Foundation
import LanguageServer

/// Runs the language server over two streams: one thread reads and notes what is cancelled, this one answers, and a third one runs the
/// checks that take longer.
struct ServerLoop {
    /// The seconds without a message after which findings are reported, at once and by all checks.
    private static let pauses = (quick: 0.05, complete: 0.4)

    private var server: Server
    private let mailbox = Mailbox()
    private let output: FileHandle
    /// Whether a complete check runs. One at a time: the next one would have another text.
    private var isChecking = false

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
            switch mailbox.next(within: pause) {
            case .message(let content): try send(server.handle(content) { mailbox.takeCancellation(of: $0) })
            case .checked(let check):
                isChecking = false
                try send(server.finish(check))
            case .quiet:
                if let check = server.takeCompleteCheck() { start(check) } else { try send(server.work()) }
            // A client that is gone needs no answers.
            case .end: return 1
            }
        }
        return server.exitCode
    }

    /// The seconds to wait for a message; nil for ever.
    private var pause: Double? {
        switch server.pendingWork {
        case .quick?: Self.pauses.quick
        case .complete?: isChecking ? nil : Self.pauses.complete
        case nil: nil
        }
    }

    private mutating func start(_ check: CompleteCheck) {
        isChecking = true
        let job = Job(check: check)
        let mailbox = mailbox
        let thread = Thread {
            var check = job.check
            check.run()
            mailbox.put(check)
        }
        // As much as the main thread has: models nest deeply.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// A check on its way to the thread that runs it.
    ///
    /// Unchecked, because a check is a value of its own, and its source of files has no state.
    private struct Job: @unchecked Sendable {
        let check: CompleteCheck
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
