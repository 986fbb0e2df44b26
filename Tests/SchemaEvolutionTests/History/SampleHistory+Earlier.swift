import SchemaEvolution
import SchemaModel
import Testing

extension SampleHistory {
    /// The history as a Trellis wrote it that had one hash: that over the meaning, which is the hash of the model's file.
    func asOfEarlierTrellis() throws -> SampleHistory {
        var sample = self
        for version in try #require(read().history).versions {
            let meaningHash = Model.hash(ofText: version.definition)
            for name in sample.files.contents.keys where !name.hasSuffix("yaml") {
                sample[name] = sample[name]?.replacing(version.hash, with: meaningHash)
            }
        }
        sample["lock"] = try #require(sample["lock"]).split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            let step = ["yaml", "json", "sql"].compactMap { sample["\(words[0]).migration.\($0)"] }.map { Model.hash(ofText: $0) }
            return (words.prefix(3) + step).joined(separator: " ") + "\n"
        }.joined()
        return sample
    }
}
