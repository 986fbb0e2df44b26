import Foundation
import LanguageServer
import TestSupport
import Testing

/// The program that an editor starts.
struct ServerProcessTests {
    private func messages(of process: ChildProcess) throws -> [[String: Any]] {
        var frames = MessageFrames()
        frames.append(Array(process.output.utf8))
        var messages = [[String: Any]]()
        while let content = try frames.next() {
            messages.append(try #require(try JSONSerialization.jsonObject(with: Data(content)) as? [String: Any]))
        }
        return messages
    }

    private func input(_ messages: [String]) -> String {
        messages.map { String(decoding: MessageFrames.framed(Array($0.utf8)), as: UTF8.self) }.joined()
    }

    @Test("It answers over standard input and output, reads other files of the disk, and writes none")
    func conversation() throws {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nentities:\n  Customer:\n    attributes: { name: string }\n", to: "customers.yaml")
        let model = "trellis: 1\\nmodel: Shop\\ninclude: customers.yaml\\nentities:\\n  Order: { relationships: { customer: { to: \\\"Customer?\\\" } } }\\n"
        let uri = "file://\(folder.file("Shop.yaml"))"
        let process = try ChildProcess.run(
            Project.trellis, ["lsp"],
            input: input([
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
                #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
                #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","languageId":"yaml","version":1,"text":"\#(model)"}}}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"textDocument/definition","params":{"textDocument":{"uri":"\#(uri)"},"position":{"line":4,"character":50}}}"#,
                #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
            ]), in: folder.path)
        #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)")
        let answers = try messages(of: process)
        #expect(answers.map { $0["id"] as? Int } == [1, 2, 3])
        let location = try #require(answers[1]["result"] as? [String: Any])
        #expect((location["uri"] as? String)?.hasSuffix("/customers.yaml") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["customers.yaml"])
    }

    @Test("A client that ends without a word, or sends no frames, ends the server with an error")
    func ended() throws {
        #expect(try ChildProcess.run(Project.trellis, ["lsp"]).exitCode == 1)
        let process = try ChildProcess.run(Project.trellis, ["lsp"], input: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(process.exitCode == 1 && process.errors == "error: a header has no valid Content-Length\n")
    }
}
