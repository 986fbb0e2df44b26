import FlyingFox
import Foundation

/// The fields of a form that a browser posts, as `application/x-www-form-urlencoded`.
struct FormBody {
    private var fields: [String: String] = [:]

    /// The largest form that is read, in bytes.
    private static let limit = 16_384

    struct Refusal: Error {
        var status: HTTPStatusCode
        var text: String
    }

    subscript(name: String) -> String? { fields[name] }

    /// - Throws: ``Refusal`` for a body that is no form, and for one of another site.
    init(of request: HTTPRequest) async throws {
        // Browsers name the site whose page posts a form. Another site must not post in your name.
        if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(request.headers[.host] ?? "")" {
            throw Refusal(status: .forbidden, text: "Only pages of this server can change contacts.")
        }
        guard request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true else {
            throw Refusal(status: .unsupportedMediaType, text: "The request is not a form.")
        }
        guard let length = request.bodySequence.count, length <= Self.limit else {
            throw Refusal(status: .payloadTooLarge, text: "The form is larger than \(Self.limit) bytes.")
        }
        guard let text = String(bytes: try await request.bodyData, encoding: .utf8) else { throw Self.malformed }
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding
            }
            guard parts.count == 2, let name = parts[0], let value = parts[1] else { throw Self.malformed }
            fields[name] = value
        }
    }

    private static let malformed = Refusal(status: .badRequest, text: "The form cannot be read.")
}
