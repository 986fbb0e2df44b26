public import Foundation
import SQLiteAccess

/// What divides the results of a fetch into sections: a property, or a value that is computed from it.
///
/// Sections are in the order of their values; within a section, results are in the order of the fetch.
public struct SectionKey<Root: ManagedObject>: Sendable {
    let path: [String]
    let form: Form
    /// Whether the section with the least value is the first.
    let isAscending: Bool

    enum Form: Sendable {
        case value
        case firstLetter
        case day(TimeZone)
        case month(TimeZone)
    }

    /// The same sections in the opposite order.
    public var reversed: SectionKey {
        SectionKey(path: path, form: form, isAscending: !isAscending)
    }

    fileprivate init(path: [String], form: Form, isAscending: Bool = true) {
        (self.path, self.form, self.isAscending) = (path, form, isAscending)
    }

    /// A section for each value of a property.
    /// - Parameter path: a key path such as `"age"`, or `"customer.name"` through to-one relationships.
    public static func value(at path: String) -> SectionKey {
        SectionKey(path: path.split(separator: ".").map(String.init), form: .value)
    }
}

extension SectionKey where Root: Fetchable {
    /// A section for each value of a property: `.value(of: \.age)`.
    public static func value<Value: FieldValue>(of field: (Root.Fields) -> Field<Value>) -> SectionKey
    where Value.Unwrapped: SortableFieldValue {
        SectionKey(path: field(Root.Fields(_path: FieldPath()))._path.names, form: .value)
    }

    /// A section for each first letter, without case and diacritics. Texts that begin otherwise are in the section `#`, and nil and empty
    /// ones in a section without a name.
    public static func firstLetter<Value: FieldValue>(of field: (Root.Fields) -> Field<Value>) -> SectionKey
    where Value.Unwrapped == String {
        SectionKey(path: field(Root.Fields(_path: FieldPath()))._path.names, form: .firstLetter)
    }

    /// A section for each day of the Gregorian calendar, named `YYYY-MM-DD`.
    public static func day<Value: FieldValue>(
        of field: (Root.Fields) -> Field<Value>, in timeZone: TimeZone = .current
    ) -> SectionKey where Value.Unwrapped == Date {
        SectionKey(path: field(Root.Fields(_path: FieldPath()))._path.names, form: .day(timeZone))
    }

    /// A section for each month of the Gregorian calendar, named `YYYY-MM`.
    public static func month<Value: FieldValue>(
        of field: (Root.Fields) -> Field<Value>, in timeZone: TimeZone = .current
    ) -> SectionKey where Value.Unwrapped == Date {
        SectionKey(path: field(Root.Fields(_path: FieldPath()))._path.names, form: .month(timeZone))
    }
}

extension SectionKey where Root: FetchableHierarchy {
    /// A section for each value of a property: `.value(of: \.age)`.
    public static func value<Value: FieldValue>(of field: (HierarchyFields<Root>) -> Field<Value>) -> SectionKey
    where Value.Unwrapped: SortableFieldValue {
        SectionKey(path: field(HierarchyFields(_path: FieldPath()))._path.names, form: .value)
    }

    /// A section for each first letter, without case and diacritics. Texts that begin otherwise are in the section `#`, and nil and empty
    /// ones in a section without a name.
    public static func firstLetter<Value: FieldValue>(of field: (HierarchyFields<Root>) -> Field<Value>) -> SectionKey
    where Value.Unwrapped == String {
        SectionKey(path: field(HierarchyFields(_path: FieldPath()))._path.names, form: .firstLetter)
    }

    /// A section for each day of the Gregorian calendar, named `YYYY-MM-DD`.
    public static func day<Value: FieldValue>(
        of field: (HierarchyFields<Root>) -> Field<Value>, in timeZone: TimeZone = .current
    ) -> SectionKey where Value.Unwrapped == Date {
        SectionKey(path: field(HierarchyFields(_path: FieldPath()))._path.names, form: .day(timeZone))
    }

    /// A section for each month of the Gregorian calendar, named `YYYY-MM`.
    public static func month<Value: FieldValue>(
        of field: (HierarchyFields<Root>) -> Field<Value>, in timeZone: TimeZone = .current
    ) -> SectionKey where Value.Unwrapped == Date {
        SectionKey(path: field(HierarchyFields(_path: FieldPath()))._path.names, form: .month(timeZone))
    }
}
