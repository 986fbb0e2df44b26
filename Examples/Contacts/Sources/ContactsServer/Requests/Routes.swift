import FlyingFox
import Foundation

/// Which request gets which answer.
struct Routes: Sendable {
    let list: LiveList
    let people: People

    func add(to server: HTTPServer) async {
        await server.appendRoute("GET /") { _ in await answer { .page(listPage(try await list.page())) } }
        await server.appendRoute("GET /events") { request in
            // A browser that connects again names the last event that it received.
            let position = request.headers[HTTPHeader("Last-Event-ID")] ?? request.query["after"] ?? ""
            return .events(await list.events(after: position))
        }

        await server.appendRoute("GET /persons/new") { _ in .page(PersonPage().html) }
        await server.appendRoute("POST /persons") { request in
            await answer {
                let form = PersonForm(try await FormBody(of: request))
                return respond(try await people.add(form), to: PersonPage(form: form))
            }
        }
        await server.appendRoute("GET /persons/:number") { (_: HTTPRequest, number: PersonNumber) in
            await answer {
                guard let form = try await people.form(of: number.value) else { return Self.noPerson }
                return .page(PersonPage(id: number.value, form: form, before: form).html)
            }
        }
        await server.appendRoute("POST /persons/:number") { (request: HTTPRequest, number: PersonNumber) in
            await answer {
                let body = try await FormBody(of: request)
                let page = PersonPage(id: number.value, form: PersonForm(body), before: PersonForm(json: body["before"] ?? ""))
                return respond(try await people.change(number.value, from: page.before, to: page.form), to: page)
            }
        }
        await server.appendRoute("POST /persons/:number/remove") { (request: HTTPRequest, number: PersonNumber) in
            await answer {
                let before = PersonForm(json: try await FormBody(of: request)["before"] ?? "")
                let outcome = try await people.remove(number.value, ifStill: before)
                // The person is gone, which is what was asked for.
                if case .done = outcome { return .redirect(to: "/") }
                if case .removed = outcome { return .redirect(to: "/") }
                return respond(outcome, to: PersonPage(id: number.value, form: before, before: before))
            }
        }

        await server.appendRoute("GET /style.css") { _ in .file(PackageResources.style_css, "text/css") }
        await server.appendRoute("GET /live.js") { _ in .file(PackageResources.live_js, "text/javascript") }
        await server.appendRoute("GET /icon.svg") { _ in .file(PackageResources.icon_svg, "image/svg+xml") }
        await server.appendRoute("*") { _ in Self.noPage }
    }

    // MARK: Answers

    /// After a change the browser shows the list, at the person. Otherwise it shows the form again, with what was typed.
    private func respond(_ outcome: People.Outcome, to page: PersonPage) -> HTTPResponse {
        var page = page
        switch outcome {
        case .done(let number):
            return .redirect(to: "/#person-\(number)")
        case .refused(let problems):
            page.problems = problems
            return .page(page.html, .unprocessableContent)
        case .changed(let now):
            page.warning = changeWarning(from: page.before, to: now)
            (page.form, page.before) = (page.form.merged(from: page.before, onto: now), now)
            return .page(page.html, .conflict)
        case .removed:
            page.warning = "<p>\(page.before.name) was removed meanwhile. Nothing was saved. Add the person again, or cancel.</p>"
            (page.id, page.before) = (nil, PersonForm())
            return .page(page.html, .conflict)
        }
    }

    private static let noPerson = HTTPResponse.page(
        notice("No such person", "The person does not exist. Perhaps someone has removed them."), .notFound)
    private static let noPage = HTTPResponse.page(notice("No such page", "This address leads nowhere."), .notFound)
}

/// The part of an address that names a person.
private struct PersonNumber: HTTPRouteParameterValue {
    let value: Int64

    /// A text that is no number is an address without a page.
    init(parameter: String) throws {
        guard let number = Int64(parameter) else { throw HTTPUnhandledError() }
        value = number
    }
}
