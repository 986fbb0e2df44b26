import Foundation

/// The number or the text by which a request is answered.
package enum RequestID: Codable, Hashable, Sendable {
    case number(Int)
    case text(String)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) { self = .number(number) } else { self = .text(try container.decode(String.self)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}

/// What every message of a client has.
struct MessageHead: Decodable {
    var id: RequestID?
    var method: String?
}

/// The parameters of a message.
struct MessageBody<Parameters: Decodable>: Decodable {
    var params: Parameters
}

/// An error that a request is answered with.
package struct ResponseError: Error, Codable, Hashable, Sendable {
    package var code: Int
    package var message: String

    static func unknownMethod(_ method: String) -> ResponseError { .init(code: -32601, message: "the method '\(method)' is unknown") }
    static func badParameters(_ method: String) -> ResponseError { .init(code: -32602, message: "the parameters of '\(method)' cannot be read") }
    static let parse = ResponseError(code: -32700, message: "the message is no JSON")
    static let invalidRequest = ResponseError(code: -32600, message: "the JSON is no message of the protocol")
    static let notInitialized = ResponseError(code: -32002, message: "the server is not initialized")
    static let isShutDown = ResponseError(code: -32600, message: "the server is shut down")
    /// The text is no YAML while it is typed: the client keeps what it has.
    static let contentModified = ResponseError(code: -32801, message: "the text is being changed and cannot be read")
    package static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
    static func refused(_ message: String) -> ResponseError { .init(code: -32803, message: message) }
}

/// The answer to a request.
struct Response<Answer: Encodable>: Encodable {
    var id: RequestID?
    var result: Answer?
    var error: ResponseError?

    enum Key: String, CodingKey { case jsonrpc, id, result, error }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("2.0", forKey: .jsonrpc)
        try container.encode(id, forKey: .id)
        if let error { try container.encode(error, forKey: .error) } else { try container.encode(result, forKey: .result) }
    }
}

/// A message of the server that needs no answer.
struct Notification<Parameters: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var method: String
    var params: Parameters
}

enum MessageText {
    static func encode(_ message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All our messages consist of texts and numbers, which always encode.
        return (try? encoder.encode(message)).map(Array.init) ?? []
    }

    static func isJSON(_ content: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(content), options: .fragmentsAllowed)) != nil
    }

    static func decode<Value: Decodable>(_ type: Value.Type, _ content: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(content))
    }
}
