/// The programs of Graphviz that lay out a diagram.
public enum LayoutProgram: Sendable, Hashable {
    /// `dot`, which puts boxes in columns. With ports, lines begin at the rows of boxes.
    case ranks(hasPorts: Bool)
    /// `sfdp`, which moves boxes by forces, for models with too many boxes for columns.
    case forces

    /// Boxes from which on columns take minutes and are unreadable.
    private static let mostBoxesInRanks = 250

    /// The program that suits a diagram, by its size alone: so the result does not depend on the speed of the computer.
    public init(for diagram: Diagram) {
        self = diagram.boxes.count > Self.mostBoxesInRanks ? .forces : .ranks(hasPorts: true)
    }

    /// The name of the program.
    public var name: String {
        switch self {
        case .ranks: "dot"
        case .forces: "sfdp"
        }
    }

    /// What to try if the program fails: some versions of `dot` end with an error for lines between rows of boxes in one column.
    public var simpler: LayoutProgram? { self == .ranks(hasPorts: true) ? .ranks(hasPorts: false) : nil }

    public static let arguments = ["-Tjson0"]
}
