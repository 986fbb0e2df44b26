import ResultLists
import Testing

/// A table view with the strictest rules: it refuses a batch that does not fit its rows, and asks its data source only for the
/// rows of sections and indices that the batch inserts.
struct SimulatedTableView {
    private(set) var sections: [[Int64]]

    init(_ snapshot: ListSnapshot) {
        sections = snapshot.sections.map(\.keys)
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    mutating func perform(_ batch: BatchUpdates, dataSource: ListSnapshot) throws {
        // Each old index may be deleted or moved once, each new one inserted or moved to once.
        let leaving = batch.deletedRows + batch.movedRows.map(\.old)
        let entering = batch.insertedRows + batch.movedRows.map(\.new)
        try require(Set(leaving).count == leaving.count, "a row leaves twice")
        try require(Set(entering).count == entering.count, "two rows enter at one index")
        try require(leaving.allSatisfy { !batch.deletedSections.contains($0.section) }, "a row leaves a deleted section")
        try require(entering.allSatisfy { !batch.insertedSections.contains($0.section) }, "a row enters an inserted section")
        try require(batch.deletedSections == Set(batch.deletedSections).sorted(), "deleted sections are out of order")
        try require(batch.insertedSections == Set(batch.insertedSections).sorted(), "inserted sections are out of order")

        var moving = [ListIndex: Int64]()
        for move in batch.movedRows {
            try require(sections.indices.contains(move.old.section) && sections[move.old.section].indices.contains(move.old.row),
                "a move from \(move.old), where no row is")
            moving[move.new] = sections[move.old.section][move.old.row]
        }
        for index in leaving.sorted(by: >) {
            try require(sections.indices.contains(index.section) && sections[index.section].indices.contains(index.row),
                "no row at \(index)")
            sections[index.section].remove(at: index.row)
        }
        for section in batch.deletedSections.reversed() {
            try require(sections.indices.contains(section), "no section \(section)")
            sections.remove(at: section)
        }
        for section in batch.insertedSections {
            try require(section <= sections.count, "section \(section) is beyond the end")
            sections.insert(dataSource.sections[section].keys, at: section)
        }
        for index in entering.sorted() {
            try require(sections.indices.contains(index.section) && index.row <= sections[index.section].count,
                "\(index) is beyond the end")
            sections[index.section].insert(moving[index] ?? dataSource.sections[index.section].keys[index.row], at: index.row)
        }
        try require(sections.map(\.count) == dataSource.sections.map(\.keys.count), "the numbers of rows do not fit")
        for index in batch.updatedRows {
            try require(dataSource.sections.indices.contains(index.section)
                && dataSource.sections[index.section].keys.indices.contains(index.row), "an update of \(index), where no row is")
        }
    }

    /// Shows the new keys of rows that stayed.
    mutating func replace(_ keys: [Int64: Int64]) {
        sections = sections.map { $0.map { keys[$0] ?? $0 } }
    }

    private func require(_ condition: Bool, _ refusal: String) throws {
        if !condition { throw Refusal(description: refusal) }
    }
}
