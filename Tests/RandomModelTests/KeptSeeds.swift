import Testing

/// Seeds that random tests failed with once: they are tried each time, whatever seed a run has.
///
/// A seed means the same case for as long as models and edits are made as they are; who changes these may drop the seeds that are
/// here, and keep others.
enum KeptSeeds {
    /// A pair of models, with what was wrong.
    struct Pair: Sendable, CustomTestStringConvertible {
        var seed: UInt64
        var fault: String

        init(_ seed: UInt64, _ fault: String) {
            self.seed = seed
            self.fault = fault
        }

        var testDescription: String { fault }
    }

    static let pairs: [Pair] = [
        .init(15_709_404_897_665_954_887, "two steps over a key that changes sides gave other connections than one"),
        .init(10178102509439299056, "connections of rows that go were copied into a new table"),
        .init(6048766923479820003, "connections of rows that go were copied into a new table, a second way"),
        .init(1925731175029153754, "an optional composite was there for objects that never had it"),
        .init(1468455260658360928, "a key is required a step after rows went that it had led to"),
        .init(570428135517891826, "a key that is required now was held by the other end before"),
        .init(6387701684469964693, "a composite that was always there was missing where an optional one within it was"),
        .init(5956488754272698221, "an attribute went up after rows were given a value of it"),
        .init(11919531933337900004, "a key that is required now was given a row of another entity, because its own has none"),
        .init(15774276606279109893, "a relationship with an abstract entity that has no objects was said to be lost"),
        .init(15_975_870_471_280_676_095, "a mean that is computed again has values where it had none"),
    ]

    /// Chains of versions.
    static let chains: [Pair] = [
        .init(1_277_191_323_358_212_088, "a column was added to a table by its former name, after a rebuild that waited for its renaming"),
        .init(17_326_111_225_301_084_869, "a value that did not fit in a version between did not stop the jump"),
        .init(10_324_708_591_456_116_992, "a derived column that was dropped and added again was taken for the user's own in a jump"),
        .init(10_191_689_097_795_470_804, "a column that one step writes and a later one copies was to keep its number of values"),
        .init(4_220_938_023_777_548_051, "a key that one step copies and a later one empties was to keep its number of values"),
        .init(14_908_925_718_974_229_268, "a value that waited for its computation was computed from a column by its former name"),
    ]

    /// Pairs on a target whose foreign keys are always on.
    static let keptKeys: [Pair] = [
        .init(804079091463666905, "a table with a key to itself was dropped after another one in its circle"),
        .init(9267622922776738169, "a table with a key to itself was dropped after another one in its circle, with a key that is new"),
        .init(11_605_709_641_985_552_452, "a random run failed here; the fault was not recorded"),
    ]
}
