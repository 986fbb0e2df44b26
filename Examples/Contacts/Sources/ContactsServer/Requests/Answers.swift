import FlyingFox
import Foundation

/// The response of a handler, or a page that says why there is none.
func answer(_ handler: () async throws -> HTTPResponse) async -> HTTPResponse {
    do {
        return try await handler()
    } catch let refusal as FormBody.Refusal {
        return .page(notice("The request was refused", refusal.text), refusal.status)
    } catch {
        Console.complain("\(error)")
        return .page(notice("Something went wrong", "The server cannot read or write its store."), .internalServerError)
    }
}

/// What the form says if the store has other values than the page showed.
func changeWarning(from before: PersonForm, to now: PersonForm) -> HTML {
    let changes = PersonField.allCases.filter { before[$0] != now[$0] }.map { field -> HTML in
        let value = now[field].isEmpty ? "empty" : "“\(now[field])”"
        return "<li>\(field.label) is now \(value).</li>"
    }
    return """
        <p>Someone else has changed this person meanwhile, and nothing was saved.</p>
        <ul>\(changes)</ul>
        <p>The form has these values and your changes on top. Save again, or cancel.</p>
        """
}

extension HTTPResponse {
    /// Nothing on a page comes from elsewhere, and no script is in it.
    private static let policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// A page is never kept: going back shows the list as it is.
    static func page(_ html: HTML, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", HTTPHeader("X-Content-Type-Options"): "nosniff",
                HTTPHeader("Content-Security-Policy"): policy,
            ],
            body: Data(html.source.utf8))
    }

    static func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: [.contentType: "\(type); charset=utf-8", .cacheControl: "no-cache"], body: Data(bytes))
    }

    /// A redirection after a form, so that a reload does not send it again.
    static func redirect(to place: String) -> HTTPResponse {
        HTTPResponse(statusCode: .seeOther, headers: [.location: place] as HTTPHeaders)
    }

    static func events(_ events: AsyncStream<ServerEvent>) -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: HTTPBodySequence(from: EventBody(events: events)))
    }
}
