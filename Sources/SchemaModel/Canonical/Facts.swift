import SchemaSyntax

extension Model {
    /// The model's own facts, without those of its parts.
    var facts: [Fact] { .init((.model, name.text), (.layout, isExisting ? "existing" : nil), (.history, hasHistory ? "true" : nil)) }
}

extension Name {
    /// The name of a table or column. Quotes serve only those that no table of Trellis has, so that other hashes stay.
    fileprivate var storedText: String {
        let isPlain = text.utf8.allSatisfy { (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5f }
        return isPlain ? text : ScalarPrinter.doubleQuoted(text)
    }
}

extension Entity {
    /// The entity's own facts, without those of its members.
    var facts: [Fact] {
        .init((.abstract, isAbstract ? "true" : nil), (.parent, parent?.text), (.class, swiftClass?.text), (.table, table?.storedText),
            (.key, key?.storedText))
    }
}

extension Attribute {
    var facts: [Fact] {
        .init(
            (.type, type.keyword),
            (.optional, isOptional ? "true" : nil),
            (.swift, type.jsonType.map { ScalarPrinter.doubleQuoted($0.text) }),
            (.scale, type.valueType.scale.map(String.init)),
            (.rounding, rounding?.rawValue),
            (.storage, type.storageChoice),
            (.default, defaultValue?.text),
            (.min, rules.min?.text),
            (.max, rules.max?.text),
            (.minLength, rules.minLength.map(String.init)),
            (.maxLength, rules.maxLength.map(String.init)),
            (.pattern, rules.pattern.map(ScalarPrinter.doubleQuoted)),
            (.unique, isUnique ? "true" : nil),
            (.check, isChecked ? "true" : nil),
            (.derived, derivation.map { ScalarPrinter.inFlow($0.text) }),
            (.preserveOnDeletion, isPreserved ? "true" : nil),
            (.column, column?.storedText))
    }
}

extension Relationship {
    var facts: [Fact] {
        .init(
            (.to, isToMany ? "[\(destination.text)]" : destination.text),
            (.optional, isOptional ? "true" : nil),
            (.inverse, inverse?.text),
            (.deleteRule, deleteRule == .nullify ? nil : deleteRule.rawValue),
            (.ordered, isOrdered ? "true" : nil),
            (.minCount, minCount.map(String.init)),
            (.maxCount, maxCount.map(String.init)),
            (.key, saysKey ? "here" : nil),
            (.column, column?.storedText),
            (.pairs, pairs.map { CanonicalWriter.flow([("table", $0.table.storedText), ("own", $0.own.storedText), ("other", $0.other.storedText)]) }))
    }
}

extension EnumerationType {
    /// The cases as canonical text writes them, the unknown one last.
    var elements: [(name: String, raw: String)] {
        let known = cases.map { (name: $0.name, raw: isInteger ? $0.raw : ScalarPrinter.doubleQuoted($0.raw)) }
        return known + (hasUnknown ? [(name: Self.unknownCase, raw: "~")] : [])
    }
}

extension [Name] {
    /// The names as a list, in the order of the columns.
    var meaning: String { "[\(map(\.text).joined(separator: ", "))]" }
}

extension EntityIndex {
    /// The index in the canonical text.
    package var meaning: String {
        let keys = "[" + self.keys.map { ($0.isAscending ? "" : "-") + $0.property.text }.joined(separator: ", ") + "]"
        guard let condition else { return keys }
        return "{ on: \(keys), where: \(ScalarPrinter.doubleQuoted(condition.text)) }"
    }
}

extension TextSearch {
    /// The order of the attributes is that of the columns of the index, and stays.
    var facts: [Fact] {
        .init(
            (.on, properties.meaning),
            (.tokenizer, tokenizer == .unicode61 ? nil : tokenizer.rawValue),
            (.prefixes, prefixes.isEmpty ? nil : "[" + prefixes.map(String.init).joined(separator: ", ") + "]"))
    }
}

extension NamedFetch {
    /// The order of parameters is part of the Swift method, and that of sort keys of the result: both stay.
    var facts: [Fact] {
        let parameters = self.parameters.map { "\($0.name.text): \($0.meaning)" }.joined(separator: ", ")
        return .init(
            (.parameters, parameters.isEmpty ? nil : "{ \(parameters) }"),
            (.where, condition.map { ScalarPrinter.doubleQuoted($0.text) }),
            (.sort, sort.isEmpty ? nil : "[" + sort.map { ScalarPrinter.doubleQuoted($0.text) }.joined(separator: ", ") + "]"),
            (.limit, limit.map(String.init)))
    }
}

extension ModelFetchedProperty {
    /// Its one parameter is implied.
    var facts: [Fact] { [Fact(.from, destination.text)] + fetch.facts.filter { $0.key != .parameters } }
}

extension NamedFetch.Parameter {
    fileprivate var meaning: String {
        isList ? "[\(typeMeaning)]" : typeMeaning
    }

    private var typeMeaning: String {
        let mark = isOptional ? "?" : ""
        switch type {
        case .object(let entity): return entity + mark
        case .value(.decimal(let scale?)): return "{ type: decimal\(mark), scale: \(scale) }"
        case .value(let type): return type.keyword + mark
        }
    }
}
