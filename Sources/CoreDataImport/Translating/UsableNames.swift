import Predicates
import SQLiteStorage
import StoreImport

/// Finds the nearest names that the language takes. Names that it takes already stay, so that no neighbour gets them.
struct UsableNames {
    /// The new names by the old ones.
    private(set) var names: [String: String] = [:]

    private let suffix: String
    private let reserved: Set<String>
    private var taken: Set<String>

    /// - Parameters:
    ///   - suffix: the end of a new name that would be reserved.
    ///   - taken: names that nothing can get, as ``keys(of:)`` compares them.
    init(suffix: String, reserved: Set<String>, taken: Set<String> = []) {
        (self.suffix, self.reserved, self.taken) = (suffix, reserved, taken)
    }

    /// Names all of `old`, those that can stay first. The order of `old` changes nothing.
    /// - Parameter keys: the texts that no two names may share.
    mutating func name(_ old: [String], keys: (String) -> [String] = { [$0] }) {
        let old = Set(old).sorted()
        for name in old where Self.nearest(name) == name && !isReserved(name) && take(keys(name)) { names[name] = name }
        for name in old where names[name] == nil { names[name] = free(name, keys: keys) }
    }

    /// The nearest name that is free, which is taken then.
    mutating func free(_ name: String, keys: (String) -> [String] = { [$0] }) -> String {
        var new = Self.nearest(name)
        // A condition has the new name in place of the old one, and must not read it as a word.
        if isReserved(new) || new != name && ConditionWord.isReserved(new) { new += suffix }
        var (unique, number) = (new, 2)
        while isReserved(unique) || !take(keys(unique)) {
            unique = "\(new)\(number)"
            number += 1
        }
        return unique
    }

    private func isReserved(_ name: String) -> Bool { reserved.contains(name) || YAMLText.wordsForNothing.contains(name) }

    subscript(_ old: String) -> String { names[old] ?? old }

    private mutating func take(_ keys: [String]) -> Bool {
        guard taken.isDisjoint(with: keys) else { return false }
        taken.formUnion(keys)
        return true
    }

    /// A name has single underscores within, and nothing but ASCII.
    private static func nearest(_ name: String) -> String {
        func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
        func isWord(_ character: Character) -> Bool { isLetter(character) || (character.isASCII && character.isNumber) }
        var new = String(name.map { isWord($0) ? $0 : "_" }).split(separator: "_").joined(separator: "_")
        if new.first.map(isLetter) != true { new = "x" + new }
        new = String(new.prefix(60))
        while new.hasSuffix("_") { new.removeLast() }
        return new
    }
}
