/// Merges two edits of a text, line by line.
package enum LineMerge {
    /// A place that both edits change.
    package struct Conflict: Error, Hashable, Sendable {
        /// The lines as they are in the text of the user and in the new one.
        package let mine: [String]
        package let new: [String]
        /// The line of the user's text where it begins, from 1.
        package let line: Int
    }

    /// Two edits as one text.
    package struct Result: Hashable, Sendable {
        package fileprivate(set) var lines: [String] = []
        /// Lines that the user has changed, and the other edit has removed: they stay.
        package fileprivate(set) var kept: [String] = []
    }

    /// The base with the changes of both; lines that both change alike are changed once.
    /// - Throws: ``Conflict``, the first one.
    package static func merge(base: [String], mine: [String], new: [String]) throws(Conflict) -> Result {
        let result = try merge(base.map(ByteText.init), mine.map(ByteText.init), new.map(ByteText.init))
        return Result(lines: result.lines.map(\.text), kept: result.kept.map(\.text))
    }

    private static func merge(_ base: [ByteText], _ mine: [ByteText], _ new: [ByteText]) throws(Conflict) -> (lines: [ByteText], kept: [ByteText]) {
        let (inMine, inNew) = (places(of: base, in: mine), places(of: base, in: new))
        var (result, start, mineStart, newStart) = ((lines: [ByteText](), kept: [ByteText]()), 0, 0, 0)
        // Lines that both have are where a change ends.
        let common = base.indices.filter { inMine[$0] != nil && inNew[$0] != nil }.map { (base: $0, mine: inMine[$0] ?? 0, new: inNew[$0] ?? 0) }
        for end in common + [(base: base.count, mine: mine.count, new: new.count)] {
            let (old, own, other) = (Array(base[start..<end.base]), Array(mine[mineStart..<end.mine]), Array(new[newStart..<end.new]))
            let merged: [ByteText]
            if other == old || own == other {
                merged = own
            } else if own == old {
                merged = other
            } else if other.starts(with: old) {
                merged = own + other.dropFirst(old.count)
            } else if other.reversed().starts(with: old.reversed()) {
                merged = other.dropLast(old.count) + own
            } else if own.starts(with: old) {
                merged = other + own.dropFirst(old.count)
            } else if other.isEmpty, own.count == old.count {
                merged = own
                result.kept += own
            } else {
                throw Conflict(mine: own.map(\.text), new: other.map(\.text), line: mineStart + 1)
            }
            result.lines += merged
            if end.base < base.count { result.lines.append(base[end.base]) }
            (start, mineStart, newStart) = (end.base + 1, end.mine + 1, end.new + 1)
        }
        return result
    }

    /// Where each line of a text still is in an edit of it.
    private static func places(of base: [ByteText], in edit: [ByteText]) -> [Int?] {
        let difference = edit.difference(from: base)
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var places = [Int?](repeating: nil, count: base.count)
        let kept = edit.indices.filter { !inserted.contains($0) }
        for (place, target) in zip(base.indices.filter { !removed.contains($0) }, kept) { places[place] = target }
        return places
    }
}
