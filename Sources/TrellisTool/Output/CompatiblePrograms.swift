import SchemaEvolution

/// The older versions whose programs can read and write stores of the newest version, and of the draft that follows it.
struct CompatiblePrograms {
    /// The newest version, and the older ones whose programs can use its stores; nil without an older version.
    private let newest: (number: Int, able: [Int], admitted: [Int])?
    /// The draft, and the versions whose programs could use its stores; nil if the live model is no draft.
    private let draft: (number: Int, able: [Int])?

    init(_ state: LoadedModels.State) {
        guard let history = state.history, let version = history.newest else {
            (newest, draft) = (nil, nil)
            return
        }
        func able(_ rollOuts: [RollOut]) -> [Int] { rollOuts.filter(\.obstacles.isEmpty).map(\.version).reversed() }
        let hashes = Set(version.plan?.compatibleHashes ?? [])
        let older = history.versions.dropLast()
        newest = older.isEmpty
            ? nil
            : (version.number, able(history.rollOuts(toDraft: nil)), older.filter { hashes.contains($0.hash) }.map(\.number))
        draft = state.model.flatMap { model in
            guard history.version(ofLiveModel: model, hash: model.storageHash).isDraft else { return nil }
            return (version.number + 1, able(history.rollOuts(toDraft: model, history.nextDecisions)))
        }
    }

    var lines: [String] {
        var lines = [String]()
        if let newest {
            lines.append("stores of version \(newest.number) can be read and written by programs of \(Self.words(newest.able))")
            lines.append(
                newest.admitted.isEmpty
                    ? "no older program opens them" : "they are opened by programs of \(VersionRanges.words(newest.admitted))")
        }
        if let draft {
            lines.append("stores of the draft of version \(draft.number) could be read and written by programs of \(Self.words(draft.able))")
        }
        return lines
    }

    private static func words(_ versions: [Int]) -> String { versions.isEmpty ? "no older version" : VersionRanges.words(versions) }

    var json: JSONValue? {
        var entries = [(key: String, value: JSONValue)]()
        func list(_ versions: [Int]) -> JSONValue { .array(versions.map { .integer($0) }) }
        if let newest {
            entries.append(
                ("newest", .object([("version", .integer(newest.number)), ("able", list(newest.able)), ("admitted", list(newest.admitted))])))
        }
        if let draft { entries.append(("draft", .object([("version", .integer(draft.number)), ("able", list(draft.able))]))) }
        return entries.isEmpty ? nil : .object(entries)
    }
}
