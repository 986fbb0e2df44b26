import SchemaModel

/// A named fetch as a fetch template, and a fetched property with its request.
struct FetchElement {
    /// nil if Core Data has no words for its condition.
    private(set) var element: XMLElement?
    private(set) var remarks: [ExportRemark] = []

    /// A fetch template. Templates of a model have one name each.
    init(_ fetch: NamedFetch, of entity: String, name: String) {
        request(fetch, of: entity, name: name, at: "\(entity).\(fetch.name.text)")
    }

    init(_ property: ModelFetchedProperty, of entity: String) {
        request(property.fetch, of: property.destination.text, name: "fetchedPropertyFetchRequest", at: "\(entity).\(property.name.text)")
        element = element.map { XMLElement("fetchedProperty", ["name": property.name.text, "optional": "YES"], [$0]) }
    }

    private mutating func request(_ fetch: NamedFetch, of entity: String, name: String, at place: String) {
        var request = XMLElement("fetchRequest", ["name": name, "entity": entity])
        if let condition = fetch.condition {
            guard let text = PredicateFormat(condition).text else {
                remarks.append(ExportRemark(.condition, place, condition.text))
                return
            }
            request["predicateString"] = text
            if !XMLText.canContain(text) { remarks.append(ExportRemark(.characters, place)) }
        }
        request["fetchLimit"] = fetch.limit.map { "\($0)" }
        if !fetch.sort.isEmpty { remarks.append(ExportRemark(.order, place, fetch.sort.map(\.text).joined(separator: ", "))) }
        if fetch.isLive { remarks.append(ExportRemark(.live, place)) }
        if let doc = fetch.doc { remarks.append(ExportRemark(.doc, place, doc)) }
        element = request
    }
}
