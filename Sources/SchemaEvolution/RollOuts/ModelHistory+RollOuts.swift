public import Diagnostics
import SQLiteStorage
public import SchemaModel

extension FindingCode {
    /// Programs of older versions could not use stores of the new one.
    public static let incompatiblePrograms = FindingCode("TR2121")
}

/// Whether programs of an older version can read and write stores of a newer one.
public struct RollOut: Sendable, Hashable {
    /// The older version.
    public var version: Int
    /// What keeps its programs from it; empty if nothing does.
    public var obstacles: [Obstacle]

    /// What keeps programs of a version from reading and writing stores of the next one; empty if nothing does.
    /// - Parameter decisions: those of the step between them.
    /// - Throws: `SQLiteError` if SQLite refuses the schema of the next version.
    public static func obstacles(of old: StoredVersion, with new: StoredVersion, _ decisions: MigrationDecisions = .init()) throws -> [Obstacle] {
        var names = UnchangedNames(new.model)
        names.pass(ModelMatch(from: old.model, to: new.model, decisions))
        return ProgramCompatibility.obstacles(of: old, with: new, names, try FetchPreparation(on: new.schema))
    }
}

extension ModelHistory {
    /// Judges which older programs can use stores of the newest version, or of the draft that follows it.
    /// - Parameters:
    ///   - live: the live model, if it is a draft; nil for the newest frozen version.
    ///   - decisions: those of the step to the draft.
    ///   - first: the oldest version to judge.
    /// - Returns: the older versions, newest first.
    public func rollOuts(toDraft live: Model?, _ decisions: MigrationDecisions = .init(), from first: Int = 1) -> [RollOut] {
        if let live { return rollOuts(to: StoredVersion(live), decisions, before: nextNumber, from: first) }
        guard let newest, let version = newest.read().version else { return [] }
        return rollOuts(to: version, newest.readDecisions().decisions ?? .init(), before: newest.number, from: first)
    }

    /// - Parameters:
    ///   - decisions: those of the step that leads to the newer version.
    ///   - number: the number of the newer version.
    func rollOuts(to new: StoredVersion, _ decisions: MigrationDecisions, before number: Int, from first: Int) -> [RollOut] {
        var (names, later, step) = (UnchangedNames(new.model), new.model, decisions)
        guard let fetches = try? FetchPreparation(on: new.schema) else { return [] }
        var rollOuts = [RollOut]()
        for version in versions.reversed() where version.number < number && version.number >= first {
            guard let old = version.read().version else { break }
            names.pass(ModelMatch(from: old.model, to: later, step))
            rollOuts.append(
                RollOut(version: version.number, obstacles: ProgramCompatibility.obstacles(of: old, with: new, names, fetches)))
            (later, step) = (old.model, version.readDecisions().decisions ?? .init())
        }
        return rollOuts
    }

    /// What contradicts `compatible-from` in trellis.yaml: programs of each version from there on must be able to use stores of the
    /// newest version, or of the draft that follows it.
    public func compatibilityFindings(_ compatible: CompatibleFrom, ofDraft live: Model?) -> [Finding] {
        let number = live == nil ? newest?.number ?? 1 : nextNumber
        if let finding = compatible.finding(before: number) { return [finding] }
        return Self.findings(rollOuts(toDraft: live, nextDecisions, from: compatible.version), before: number)
    }

    /// The hashes of the versions from one on, before another one: the programs of these versions may open stores of that one.
    func compatibleHashes(from first: Int?, before number: Int) -> [String] {
        guard let first else { return [] }
        let hashes = versions.filter { $0.number >= first && $0.number < number }.map(\.hash)
        // A version that takes another one back has its hash.
        return hashes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// - Parameters:
    ///   - rollOuts: those of versions that `compatible-from` includes, newest first.
    ///   - number: the number of the newer version.
    static func findings(_ rollOuts: [RollOut], before number: Int) -> [Finding] {
        var versions = [Obstacle: [Int]]()
        var order = [Obstacle]()
        for rollOut in rollOuts.reversed() {
            for obstacle in rollOut.obstacles {
                if versions[obstacle] == nil { order.append(obstacle) }
                versions[obstacle, default: []].append(rollOut.version)
            }
        }
        let possible = rollOuts.prefix { $0.obstacles.isEmpty }.last?.version ?? number
        return order.map { obstacle in
            Finding(
                .incompatiblePrograms, "programs of \(VersionRanges.words(versions[obstacle] ?? [])) \(obstacle.reason)", at: obstacle.span,
                suggestion: .init("change the model so that they can use its stores, or set 'compatible-from: \(possible)' in trellis.yaml"))
        }.sortedByPlace()
    }
}

/// Numbers of versions in words: "versions 3, 5 and 7 to 9".
public enum VersionRanges {
    /// - Parameter numbers: in ascending order; not empty.
    public static func words(_ numbers: [Int]) -> String {
        var ranges = [ClosedRange<Int>]()
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        let texts = ranges.flatMap { range in
            range.count > 2 ? ["\(range.lowerBound) to \(range.upperBound)"] : range.map(String.init)
        }
        let list = texts.count < 2 ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
        return "\(numbers.count == 1 ? "version" : "versions") \(list)"
    }
}
