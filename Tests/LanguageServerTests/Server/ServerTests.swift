import Foundation
import LanguageServer
import Predicates
import TestSupport
import Testing

/// The protocol: messages in, messages out.
struct ServerTests {
    private var server: Server

    init() {
        server = Server(GivenFiles(files: [:]), today: { CalendarDay("2026-01-01")! }, version: "1")
    }

    private static let uri = "file:///project/Shop.yaml"

    private mutating func send(_ json: String) throws -> [[String: Any]] {
        try server.handle(Array(json.utf8)).map { try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]) }
    }

    /// The result of a request.
    private mutating func ask(_ method: String, _ parameters: String = "{}") throws -> Any? {
        try send(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#).first?["result"]
    }

    private mutating func error(_ json: String) throws -> Int? {
        (try send(json).first?["error"] as? [String: Any])?["code"] as? Int
    }

    private mutating func begin() throws { _ = try ask("initialize", "{}") }

    private mutating func open(_ text: String) throws {
        let item = try String(decoding: JSONEncoder().encode(["uri": Self.uri, "languageId": "yaml", "text": text]), as: UTF8.self)
        _ = try send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(item)}}"#)
    }

    /// The codes that are published for the document; nil if nothing is.
    private mutating func published() throws -> [String]? {
        for message in server.work() {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any])
            let parameters = try #require(json["params"] as? [String: Any])
            if parameters["uri"] as? String == Self.uri { return (parameters["diagnostics"] as? [[String: Any]])?.compactMap { $0["code"] as? String } }
        }
        return nil
    }

    @Test("The life of a conversation: initialize, shutdown, exit")
    mutating func life() throws {
        #expect(try error(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}"#) == -32002)
        let result = try #require(try ask("initialize", #"{"processId":null,"rootUri":null,"capabilities":{}}"#) as? [String: Any])
        let capabilities = try #require(result["capabilities"] as? [String: Any])
        #expect(capabilities["hoverProvider"] as? Bool == true && capabilities["positionEncoding"] as? String == "utf-16")
        #expect(try send(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#).isEmpty)
        #expect(try send(#"{"jsonrpc":"2.0","id":"x","method":"shutdown"}"#).first?["id"] as? String == "x")
        #expect(try error(#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{}}"#) == -32600)
        _ = try send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(server.hasEnded && server.exitCode == 0)
    }

    @Test("An exit without a shutdown is exit code 1")
    mutating func exit() throws {
        _ = try send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(server.hasEnded && server.exitCode == 1)
    }

    @Test("Unknown methods, bad parameters and text that is no JSON are errors; unknown notifications are ignored")
    mutating func errors() throws {
        try begin()
        #expect(try error(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/inlayHint","params":{}}"#) == -32601)
        #expect(try error(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"position":3}}"#) == -32602)
        #expect(try error("{") == -32700)
        for json in ["3", "[]", "\"x\"", #"{"id":{},"method":"shutdown"}"#, #"{"id":1,"method":2}"#] { #expect(try error(json) == -32600) }
        #expect(try send(#"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}"#).isEmpty)
    }

    @Test("A cancelled request is answered with the error for it")
    mutating func cancellation() throws {
        try begin()
        let messages = server.handle(Array(#"{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":{"query":""}}"#.utf8)) { $0 == .number(3) }
        #expect(String(decoding: try #require(messages.first), as: UTF8.self).contains("-32800"))
        #expect(Server.cancelledRequest(in: Array(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#.utf8)) == .number(3))
        #expect(Server.cancelledRequest(in: Array(#"{"jsonrpc":"2.0","method":"initialized","params":{"id":3}}"#.utf8)) == nil)
    }

    @Test("Changes are parts of a text, counted in UTF-16; findings follow them and disappear with the document")
    mutating func changes() throws {
        try begin()
        try open("trellis: 1\nmodel: Shop\nentities:\n  A: { doc: \"😀\", attributes: { name: strng } }\n")
        #expect(server.pendingWork == .quick)
        #expect(try published() == ["TR1104"])
        let column = "  A: { doc: \"😀\", attributes: { name: ".utf16.count
        let range = #"{"start":{"line":3,"character":\#(column + 3)},"end":{"line":3,"character":\#(column + 3)}}"#
        _ = try send(#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(Self.uri)","version":2},"contentChanges":[{"range":\#(range),"text":"i"}]}}"#)
        #expect(try published() == [])
        #expect(server.pendingWork == .complete)
        #expect(try published() == nil)
        #expect(server.pendingWork == nil)
        _ = try send(#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"\#(Self.uri)","version":3},"contentChanges":[{"text":"trellis: 1\n"}]}}"#)
        #expect(try published()?.isEmpty == false)
        _ = try send(#"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"\#(Self.uri)"}}}"#)
        #expect(try published() == [])
    }

    /// The codes of a server's messages, by file.
    private func codes(_ messages: [[UInt8]]) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for message in messages {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any])
            let parameters = try #require(json["params"] as? [String: Any])
            let file = try #require((parameters["uri"] as? String)?.split(separator: "/").last.map(String.init))
            found[file] = (parameters["diagnostics"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
        }
        return found
    }

    /// A server with a model that includes a file, of which both are open.
    private func includingServer() throws -> Server {
        let model = "trellis: 1\nmodel: Shop\ninclude: parts.yaml\nentities:\n  A: { relationships: { b: { to: \"B?\" } } }\n"
        let files = ["/project/Shop.yaml": model, "/project/parts.yaml": "trellis: 1\nentities:\n  B: { attributes: { name: strng } }\n"]
        var server = Server(GivenFiles(files: files), today: { CalendarDay("2026-01-01")! }, version: "1")
        _ = server.handle(Array(#"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}"#.utf8))
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            let item = try String(decoding: JSONEncoder().encode(["uri": "file://\(path)", "languageId": "yaml", "text": text]), as: UTF8.self)
            _ = server.handle(Array(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\#(item)}}"#.utf8))
        }
        return server
    }

    private func change(_ server: inout Server, _ file: String, to text: String) {
        let parameters = #"{"textDocument":{"uri":"file:///project/\#(file)","version":2},"contentChanges":[{"text":"\#(text)"}]}"#
        _ = server.handle(Array(#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":\#(parameters)}"#.utf8))
    }

    private func work(_ server: inout Server) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        while server.pendingWork != nil { found.merge(try codes(server.work())) { $1 } }
        return found
    }

    @Test("A file that is closed without saving takes its unsaved text's findings along, in other files too")
    func closed() throws {
        var server = try includingServer()
        #expect(try work(&server)["parts.yaml"] == ["TR1104"])
        change(&server, "parts.yaml", to: "trellis: 1\\nentities:\\n  C: {}\\n")
        #expect(try work(&server) == ["Shop.yaml": ["TR1201"], "parts.yaml": []])
        _ = server.handle(Array(#"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///project/parts.yaml"}}}"#.utf8))
        #expect(try work(&server)["Shop.yaml"] == ["TR1208"])
    }

    @Test("A file that is no longer included loses the findings of the model, and gets them again")
    func excluded() throws {
        var server = try includingServer()
        #expect(try work(&server)["parts.yaml"] == ["TR1104"])
        change(&server, "Shop.yaml", to: "trellis: 1\\nmodel: Shop\\nentities:\\n  A: {}\\n")
        #expect(try work(&server)["parts.yaml"] == [])
        change(&server, "Shop.yaml", to: "trellis: 1\\nmodel: Shop\\ninclude: parts.yaml\\nentities:\\n  A: {}\\n")
        #expect(try work(&server)["parts.yaml"] == ["TR1104"])
        // A root that is being typed still has its files.
        change(&server, "Shop.yaml", to: "trellis: 1\\nmodel: {Shop\\ninclude: parts.yaml\\nentities:\\n  A: {}\\n")
        _ = try work(&server)
        change(&server, "Shop.yaml", to: "trellis: 1\\nmodel: Shop\\ninclude: parts.yaml\\nentities:\\n  A: {}\\n")
        _ = try work(&server)
        change(&server, "parts.yaml", to: "trellis: 1\\nentities:\\n  C: { attributes: { x: wrong } }\\n")
        #expect(try work(&server)["parts.yaml"] == ["TR1104"])
    }

    @Test("Requests at a place answer in the protocol's form")
    mutating func requests() throws {
        try begin()
        try open("trellis: 1\nmodel: Shop\nentities:\n  A:\n    relationships:\n      b: { to: \"B?\" }\n  B: {}\n")
        let place = #"{"textDocument":{"uri":"\#(Self.uri)"},"position":{"line":5,"character":16}}"#
        let location = try #require(try ask("textDocument/definition", place) as? [String: Any])
        #expect(location["uri"] as? String == Self.uri)
        let rename = #"{"textDocument":{"uri":"\#(Self.uri)"},"position":{"line":6,"character":2},"newName":"C"}"#
        let edit = try #require(try ask("textDocument/rename", rename) as? [String: Any])
        #expect(((edit["changes"] as? [String: Any])?[Self.uri] as? [Any])?.count == 2)
        let actions = try #require(
            try ask("textDocument/codeAction", #"{"textDocument":{"uri":"\#(Self.uri)"},"range":{"start":{"line":5,"character":6},"end":{"line":5,"character":6}},"context":{"diagnostics":[]}}"#) as? [[String: Any]])
        #expect(actions.first?["title"] as? String == "Declare the inverse 'B.as'" && actions.first?["kind"] as? String == "quickfix")
        #expect(try ask("textDocument/hover", #"{"textDocument":{"uri":"untitled:1"},"position":{"line":0,"character":0}}"#) is NSNull)
    }

    @Test("Messages are cut from a stream wherever it is split")
    func frames() throws {
        let stream = MessageFrames.framed(Array("{\"a\":1}".utf8)) + Array("Content-Type: x\r\ncontent-length: 2\r\n\r\n{}".utf8)
        for size in 1...stream.count {
            var (frames, messages) = (MessageFrames(), [String]())
            for start in stride(from: 0, to: stream.count, by: size) {
                frames.append(stream[start..<min(start + size, stream.count)])
                while let message = try frames.next() { messages.append(String(decoding: message, as: UTF8.self)) }
            }
            #expect(messages == ["{\"a\":1}", "{}"])
        }
        var frames = MessageFrames()
        frames.append(Array("Length: 2\r\n\r\n{}".utf8))
        #expect(throws: MessageFrames.Malformed.self) { try frames.next() }
    }
}
