import Foundation
import RelationshipsModel
import TestSupport
import Trellis

/// One of several who write to the same store at the same time, in one process or in many: it increments counters, moves amounts between
/// accounts, and makes, changes and deletes albums with tracks. It remembers what it was told is saved.
///
/// If a save is refused because another process saved first, it begins again with a new context.
public struct StoreRival {
    private let container: PersistentContainer
    private let name: String
    private var random: SeededGenerator
    private var context: ManagedObjectContext
    private var report = RivalReport()

    /// The cards up to this number count increments; those above are accounts, whose sum is 0.
    public static let counters = 1...4
    public static let accounts = 5...8

    public init(_ name: String, on container: PersistentContainer, seed: UInt64) throws {
        self.name = name
        self.container = container
        random = SeededGenerator(seed: seed)
        context = try container.makeContext()
    }

    /// Makes the counters and the accounts.
    public static func prepare(_ container: PersistentContainer) throws {
        let context = try container.makeContext()
        for _ in counters.lowerBound...accounts.upperBound { Card(in: context, number: 0) }
        try context.save()
    }

    /// Works for so many seconds, and returns the result.
    /// - Throws: whatever is no refusal: nothing else may happen.
    public mutating func work(seconds: Double) throws -> RivalReport {
        let end = Date.now.addingTimeInterval(seconds)
        while Date.now < end {
            do {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3: try increment()
                case 4...5: try transfer()
                case 6: try makeAlbum()
                case 7: try appendTrack()
                case 8: try deleteAlbum()
                default: try lookAtAccounts()
                }
            } catch StoreError.connectionLost {
                // A cluster without a leader: nothing was read. What saves is repeated below.
                report.lostReads += 1
            }
        }
        return report
    }

    // MARK: What it does

    private mutating func increment() throws {
        let counter = Int.random(in: Self.counters, using: &random)
        try saving(untilDone: true) { context in
            guard let card = try context.find(Card.self, ObjectID(entity: "Card", rowID: Int64(counter))) else { return false }
            card.number += 1
            return true
        }
        report.increments[counter, default: 0] += 1
    }

    private mutating func transfer() throws {
        let pair = Array(Self.accounts.shuffled(using: &random).prefix(2))
        let amount = Int64.random(in: 1...100, using: &random)
        try saving(untilDone: true) { context in
            let cards = try context.find(Card.self, pair.map { ObjectID(entity: "Card", rowID: Int64($0)) })
            guard cards.count == 2 else { return false }
            cards[0].number -= amount
            cards[1].number += amount
            return true
        }
    }

    private mutating func makeAlbum() throws {
        report.made += 1
        let title = "\(name) \(report.made)"
        let tracks = Int.random(in: 0...4, using: &random)
        try saving(untilDone: true) { context in
            let album = Album(in: context, title: title)
            for track in 0..<tracks { album.tracks.append(Track(in: context, title: "\(title)/\(track)")) }
            return true
        }
        report.insertedAlbums.insert(title)
    }

    /// Adds a track to any album, in front of the others; the album may be deleted meanwhile.
    private mutating func appendTrack() throws {
        guard let title = try anyAlbum() else { return }
        let track = "\(name) on \(title) \(UInt32.random(in: .min ... .max, using: &random))"
        try saving(untilDone: false) { context in
            guard let album = try Self.album(title, in: context) else { return false }
            album.tracks.insert(Track(in: context, title: track), at: 0)
            return true
        }
    }

    private mutating func deleteAlbum() throws {
        guard let title = try anyAlbum() else { return }
        let isDone = try saving(untilDone: false) { context in
            guard let album = try Self.album(title, in: context) else { return false }
            try context.delete(album)
            return true
        }
        if isDone { report.deletedAlbums.append(title) }
    }

    /// Sees every transfer whole.
    private mutating func lookAtAccounts() throws {
        let cards = try container.makeContext().fetchAll(Card.self).filter { Self.accounts ~= Int($0.objectID.rowID ?? 0) }
        report.looks += 1
        if cards.reduce(0, { $0 + $1.number }) != 0 { report.halfTransfers += 1 }
    }

    // MARK: How it saves

    /// Changes something and saves it. If another process saved first, it tries again in a new context, unless the change is optional.
    /// - Returns: whether it was saved.
    @discardableResult
    private mutating func saving(
        untilDone: Bool, _ change: (ManagedObjectContext) throws -> Bool
    ) throws -> Bool {
        while true {
            do {
                guard try change(context) else {
                    // What is looked for may be new to this context, or deleted.
                    context = try container.makeContext()
                    return false
                }
                try context.save()
                report.saves += 1
                return true
            } catch is ConflictError {
                report.conflicts += 1
            } catch StoreError.constraint {
                // A key leads to a row that was deleted meanwhile.
                report.brokenKeys += 1
            } catch StoreError.connectionLost {
                report.lostSaves += 1
            } catch StoreError.fateUnknown(let save, _) {
                context = try container.makeContext()
                if try fate(of: save) == .saved {
                    report.saves += 1
                    report.lateSaves += 1
                    return true
                }
                report.lostSaves += 1
            } catch StoreError.busy {
                report.busy += 1
            }
            context = try container.makeContext()
            if !untilDone { return false }
        }
    }

    /// Asks a cluster until it answers.
    private func fate(of save: SaveID) throws -> SaveFate {
        while true {
            do { return try container.fateOfRemoteSave(save) } catch StoreError.connectionLost {} catch StoreError.busy {}
        }
    }

    private mutating func anyAlbum() throws -> String? {
        try container.makeContext().fetch(Fetch<Album>(sort: [.descending("title")], limit: 5))
            .randomElement(using: &random)?.title
    }

    private static func album(_ title: String, in context: ManagedObjectContext) throws -> Album? {
        try context.fetch(Fetch<Album>(where: .compare("title", .equal, to: title), prefetch: ["tracks"])).first
    }
}

/// What a rival did, as far as it was told.
public struct RivalReport: Codable, Sendable {
    public var increments: [Int: Int] = [:]
    public var insertedAlbums: Set<String> = []
    /// A title twice means that two deletes of one object succeeded.
    public var deletedAlbums: [String] = []
    public var saves = 0
    public var conflicts = 0
    public var brokenKeys = 0
    public var looks = 0
    public var halfTransfers = 0
    /// Reads and saves that a cluster did not do, because it had no leader.
    public var lostReads = 0
    public var lostSaves = 0
    /// Saves whose fate was not known, and that were done.
    public var lateSaves = 0
    public var busy = 0
    var made = 0

    public init() {}
}
