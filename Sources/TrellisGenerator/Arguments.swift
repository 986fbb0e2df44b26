/// What the build plugin passes.
struct Arguments {
    /// The model's file.
    let model: String
    /// The folder of the generated files.
    let folder: String
    /// The path of `trellis.yaml`; nil without one.
    let configuration: String?

    static let usage = "Usage: TrellisGenerator MODEL FOLDER [CONFIGURATION]"

    /// - Returns: nil for another number of words, and for options, which this program does not have.
    init?(_ words: [String]) {
        guard (2...3).contains(words.count), !words.contains(where: { $0.isEmpty || $0.hasPrefix("-") }) else { return nil }
        (model, folder) = (words[0], words[1])
        configuration = words.count > 2 ? words[2] : nil
    }
}
