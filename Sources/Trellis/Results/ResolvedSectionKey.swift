import Foundation
import Predicates
import SQLiteAccess

/// A section key matched to a model.
struct ResolvedSectionKey {
    let path: ResolvedPath
    let isAscending: Bool
    private let form: Form

    private enum Form {
        case value
        case firstLetter
        case calendar(Calendar, hasDay: Bool)
    }

    /// - Throws: `ConditionErrors` if the path does not exist, leads through a to-many relationship, or ends at a value without an order.
    init<Root: ManagedObject>(_ key: SectionKey<Root>, of entity: EntityRuntime, in layout: FetchLayout) throws {
        let query = ValueQuery(
            FetchQuery(entity: entity.descriptor.name, sort: [SortTerm(path: key.path, isAscending: true)]), paths: [key.path])
        path = try ResolvedValues(query, in: layout).paths[0]
        isAscending = key.isAscending
        switch key.form {
        case .value: form = .value
        case .firstLetter: form = .firstLetter
        case .day(let timeZone): form = .calendar(Self.calendar(timeZone), hasDay: true)
        case .month(let timeZone): form = .calendar(Self.calendar(timeZone), hasDay: false)
        }
    }

    private static func calendar(_ timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    /// The value that the sections are ordered by, of a stored value at the end of the path.
    func sectionValue(of stored: SQLiteValue) -> SQLiteValue {
        switch form {
        case .value: stored
        case .firstLetter: Self.firstLetter(of: stored)
        case .calendar(let calendar, let hasDay): day(of: stored, in: calendar, hasDay: hasDay)
        }
    }

    private static func firstLetter(of stored: SQLiteValue) -> SQLiteValue {
        guard case .text(let text) = stored, let first = text.first else { return .null }
        let folded = FoldedText.text(String(first)).uppercased()
        guard let letter = folded.first, letter.isLetter else { return .text("#") }
        return .text(String(letter))
    }

    private func day(of stored: SQLiteValue, in calendar: Calendar, hasDay: Bool) -> SQLiteValue {
        guard let date = Date(_stored: StoredResult(value: stored, type: path.type, kind: nil)) else { return .null }
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        guard parts.era == 1, let year = parts.year, let month = parts.month, let day = parts.day else { return .null }
        let text = CalendarDay.text(year: year, month: month, day: day)
        return .text(hasDay ? text : String(text.dropLast(3)))
    }

    /// The name of the section with a value: the value as text, and an empty name for nil.
    func name(of value: SQLiteValue) -> String {
        switch value {
        case .null: return ""
        case .text(let text): return text
        case .real(let number):
            let date = Date(_stored: StoredResult(value: value, type: path.type, kind: nil))
            return date.flatMap { ISO8601Instant.text($0.timeIntervalSinceReferenceDate) } ?? "\(number)"
        case .integer(let integer):
            if let scale = path.type.scale { return "\(ScaledDecimal.decimal(integer, scale: scale))" }
            return path.type == .bool ? "\(integer != 0)" : "\(integer)"
        case .blob:
            return UUID(_stored: StoredResult(value: value, type: path.type, kind: nil))?.uuidString ?? ""
        }
    }
}
