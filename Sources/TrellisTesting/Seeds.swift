import Diagnostics
public import Foundation
import SchemaSyntax
import Trellis

/// Objects that a test begins with, in YAML: by entity, with labels by which others name them.
///
/// ```yaml
/// trellis: 1
/// seeds: Orders                      # the model
/// objects:
///   Customer:
///     ada: { name: Ada }             # a label, and the attributes
///   Order:
///     first: { date: "2026-01-05T08:00:00Z", made: true, paid: false, customer: ada }
///   OrderRow:                        # a list, if no label is needed
///     - { sum: 12.50, order: first }
/// ```
public struct Seeds: Sendable, ExpressibleByStringLiteral {
    private let file: String
    private let bytes: [UInt8]

    /// - Parameters:
    ///   - yaml: the text.
    ///   - file: what errors call it.
    public init(_ yaml: String, file: String = "seeds") {
        self.file = file
        bytes = Array(yaml.utf8)
    }

    public init(stringLiteral yaml: String) {
        self.init(yaml)
    }

    /// - Throws: an error of Foundation where the file cannot be read.
    public init(contentsOf url: URL) throws {
        file = url.lastPathComponent
        bytes = Array(try Data(contentsOf: url))
    }

    /// Saves the objects to a store, as a program would: with the rules and the hooks of their classes.
    /// - Returns: the identities by labels.
    func save(to container: PersistentContainer, of model: ModelDescriptor) throws -> [String: ObjectID] {
        var reader = SeedReader(model)
        let seeds = reader.read(bytes, file: file)
        try check(reader.context.findings)

        let context = try container.makeContext()
        var findings = [Finding]()
        var objects = [ManagedObject]()
        for seed in seeds {
            do {
                objects.append(try context.insertObject(seed.entity, seed.values.mapValues(\.value)))
            } catch let misfit as ManagedObjectContext.Misfit {
                let span = seed.values[misfit.column]?.span ?? seed.span
                findings.append(Finding(.seedValue, "the value does not fit '\(seed.entity)', column '\(misfit.column)'", at: span))
            }
        }
        try check(findings)

        let byLabel = Dictionary(zip(seeds, objects).compactMap { seed, object in seed.label.map { ($0, object) } }) { $1 }
        for (seed, object) in zip(seeds, objects) {
            for link in seed.links { context.link(object, link.relationship, to: link.labels.compactMap { byLabel[$0] }) }
        }
        let spans = Dictionary(zip(objects.map(\.objectID), seeds)) { first, _ in first }
        do {
            try context.save()
        } catch let error as ObjectValidationError {
            try check(
                error.failures.map { failure in
                    let seed = spans[failure.objectID]
                    let property = failure.property.map { "'\(failure.entity).\($0)'" } ?? "'\(failure.entity)'"
                    return Finding(
                        .seedRule, "\(property)\(Self.separator(failure.rule)) \(failure.rule)", at: seed?.span ?? SourceSpan(startOf: file))
                })
            throw error
        }
        return byLabel.mapValues(\.objectID)
    }

    private static func separator(_ rule: ObjectValidationError.Rule) -> String {
        if case .custom = rule { ":" } else { "" }
    }

    private func check(_ findings: [Finding]) throws {
        guard findings.containsError else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        throw SeedError(TextRenderer(sources: [file: text]).render(findings.sortedByPlace()))
    }
}

/// What of seeds does not fit the model: everything that was found, with places, as a compiler tells it.
public struct SeedError: TrellisError {
    public let description: String
    public var errorDescription: String? { description }
    public var recoverySuggestion: String? { "Correct the seeds." }

    init(_ description: String) {
        self.description = description
    }
}
