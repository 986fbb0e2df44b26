import Diagnostics
import ModelPages
import ProjectFiles
import SchemaModel

extension FindingCode {
    static let missingDocumentation = FindingCode("TR0121")
}

/// Whether as many parts of a model are documented as trellis.yaml demands.
enum DocumentationCheck {
    /// How many of the undocumented parts a finding names.
    private static let namedParts = 5

    static func finding(of model: Model, _ minimum: MinimumDocumentation?) -> Finding? {
        guard let minimum else { return nil }
        let coverage = DocumentationCoverage(of: model)
        // Not by the rounded percentage, which is 0 for 1 of 200.
        guard coverage.documented * 100 < minimum.percentage * coverage.total else { return nil }
        let notes = coverage.undocumented.prefix(namedParts).map { Finding.Note("'\($0.path)' has no documentation", at: $0.name.span) }
        return Finding(
            .missingDocumentation,
            "\(coverage.documented) of \(coverage.total) parts of \(model.name.text) are documented (\(coverage.percentage) %), "
                + "and at least \(minimum.percentage) % must be",
            at: minimum.span, notes: notes,
            suggestion: .init("add 'doc' to more parts; 'trellis docs' lists those without"))
    }
}
