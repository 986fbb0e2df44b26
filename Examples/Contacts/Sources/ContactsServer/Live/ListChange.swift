import Foundation
import Trellis

/// A change that the controller reports, as pages apply it: the same places, and the HTML of what is new or has other values.
///
/// A place is the index of a section and that of a row in it.
struct ListChange: Encodable {
    var deletedSections: [Int]
    var insertedSections: [InsertedSection]
    var deletedRows: [Place]
    var insertedRows: [Row]
    var movedRows: [Move]
    var updatedRows: [Row]

    typealias Place = [Int]

    struct InsertedSection: Encodable {
        var index: Int
        var html: HTML
    }

    struct Row: Encodable {
        var at: Place
        var html: HTML
    }

    struct Move: Encodable {
        var from: Place
        var to: Place
    }

    /// - Parameter rowHTML: the HTML of the row at a new place.
    init(_ change: FetchedResultsChange, rowHTML: (IndexPath) throws -> HTML) rethrows {
        deletedSections = change.deletedSections.map(\.index)
        insertedSections = change.insertedSections.map { InsertedSection(index: $0.index, html: sectionHTML($0.name, rows: [])) }
        deletedRows = change.deletedRows.map { Place($0.oldIndexPath) }
        insertedRows = try change.insertedRows.map { Row(at: Place($0.newIndexPath), html: try rowHTML($0.newIndexPath)) }
        movedRows = change.movedRows.map { Move(from: Place($0.oldIndexPath), to: Place($0.newIndexPath)) }
        updatedRows = try change.updatedRows.map { Row(at: Place($0.newIndexPath), html: try rowHTML($0.newIndexPath)) }
    }
}
