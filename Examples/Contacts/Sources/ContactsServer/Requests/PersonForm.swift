import Foundation
import Trellis

/// What one can enter about a person. The names are those of the model's attributes.
enum PersonField: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case firstName, lastName, age, phone

    var label: String {
        switch self {
        case .firstName: "First name"
        case .lastName: "Last name"
        case .age: "Age"
        case .phone: "Phone"
        }
    }
}

/// The texts of the fields of one person, as they are typed and shown.
struct PersonForm: Hashable, Codable, Sendable {
    private var texts: [PersonField: String] = [:]

    subscript(field: PersonField) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    var name: String { "\(self[.firstName]) \(self[.lastName])".trimmingCharacters(in: .whitespaces) }

    init() {}

    init(_ person: Person) {
        self[.firstName] = person.firstName
        self[.lastName] = person.lastName ?? ""
        self[.age] = person.age.map(String.init) ?? ""
        self[.phone] = person.phone ?? ""
    }

    /// What a browser sent, without white space at both ends.
    init(_ body: FormBody) {
        for field in PersonField.allCases { self[field] = (body[field.rawValue] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// Sets the values of a person. The model's rules decide whether they are good, when they are saved.
    func apply(to person: Person) {
        person.firstName = self[.firstName]
        person.lastName = optional(.lastName)
        // A text that is no number becomes one that the model refuses.
        person.age = optional(.age).map { Int16(clamping: Int($0) ?? -1) }
        person.phone = optional(.phone)
    }

    private func optional(_ field: PersonField) -> String? { texts[field] }

    // MARK: Two people at once

    /// Your changes to an older state, on top of a newer one.
    func merged(from before: PersonForm, onto now: PersonForm) -> PersonForm {
        var merged = now
        for field in PersonField.allCases where self[field] != before[field] { merged[field] = self[field] }
        return merged
    }

    // MARK: In a hidden field

    /// Line ends and other characters stay as they are, which a plain field does not promise.
    var json: String { (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }

    init(json: String) {
        texts = (try? JSONDecoder().decode([PersonField: String].self, from: Data(json.utf8))) ?? [:]
    }
}
