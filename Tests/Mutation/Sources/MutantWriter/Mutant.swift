/// One change of the code, compiled beside the original and chosen by its number when a program runs.
struct Mutant: Codable {
    /// What is changed.
    enum Kind: String, Codable {
        case comparison, logic, arithmetic, negation, constant, condition, fallback, statement
    }

    let number: Int
    /// The file's path in the project.
    let file: String
    /// The lines of the code that is changed, from 1.
    let firstLine: Int
    let lastLine: Int
    let kind: Kind
    let original: String
    /// Empty for a statement that is left out.
    let replacement: String
}
