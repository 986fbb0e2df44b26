/// Seeds of pairs of models that a migration once got wrong. Each run tries them first.
///
/// A seed gives the same pair as long as models, edits and objects are made in the same way. If you change that, drop the seeds
/// that have lost their meaning.
enum KeptPairs {
    static let pairs: [(seed: UInt64, fault: String)] = [
        (13_503_537_830_582_825_153, "the to-one end moved to another entity under its name, and all keys were lost"),
        (6_939_414_452_602_550_985, "a one-to-many became a to-many that leads elsewhere, and all keys were lost"),
        (4_637_363_580_256_382_921, "both ends of a one-to-many led elsewhere, and all keys were lost"),
        (16_970_576_151_922_519_008, "an end of a one-to-one moved to another entity, and all keys were lost"),
        (12_134_763_251_248_628_837, "a one-to-one led elsewhere after its entity was renamed, and all keys were lost"),
        (16_248_062_679_623_479_094, "an end was renamed by a decision while the other one moved, and all keys were lost"),
        (9_957_804_770_012_561_825, "both ends of a many-to-many moved to a parent, and all connections were lost"),
        (14_575_336_886_723_471_582, "the ends of a many-to-many exchanged names within a hierarchy, and connections were lost"),
        (9_074_794_078_917_888_555, "two one-to-ones became one, and the keys of one were lost"),
        (14_998_736_204_804_882_052, "a to-many and a to-one without inverse were joined, and the to-many's connections were lost"),
        (6_849_555_137_359_285_335, "two to-many without inverse were joined, and the connections of one were lost"),
        (1_644_074_254_078_597_611, "the question about a renamed required to-one never offered the rename"),
        (5_532_899_356_657_292_831, "a question asked for a value of the new key, and the renamed end lost its connections"),
        (4_868_880_926_183_090_672, "a question asked for a value of the new key, and a one-to-one lost its connections"),
        (5_338_289_085_506_788_672, "the printed value of a self-reference compared a row with itself"),
        (6_848_192_125_083_341_594, "the reason for dropping a parent dropped what its child had inherited"),
        (316_223_453_134_043_412, "the values of a child were lost when another parent declared them"),
        (15_627_159_427_370_384_268, "a value for a key of the other side keeps one of several, which the question did not say"),
        (13_942_706_446_061_217_213, "an end that went down to a child took connections of the other end's table with it"),
        (17_889_465_950_425_292_299, "an end that went down to a child copied connections of owners of other entities"),
        (8_574_756_177_100_467_126, "a value for a key on the other side let the connections of a parent's objects go"),
        (6_061_325_937_509_923_036, "a value let the connections go whose name a decision gave to another key"),
        (2_767_982_170_137_940_164, "a child's own key passed for the former one of a parent's renamed key, and keys to rows of the parent stayed"),
        (16_620_480_216_827_639_636, "an entity joined another hierarchy, and the oracle did not know that keys change"),
        (16_803_334_734_481_476_653, "two tables read each other's old keys, and the proof refused the plan"),
        (10_849_936_359_557_716_237, "an ordered to-many that was its own inverse got another end, and the proof refused the plan"),
        (7_219_414_423_937_595_083, "three relationships exchanged names, and the printed renames contradicted each other"),
        (13_413_725_453_657_909_115, "the printed value of a mutual key led to a row of another entity"),
        (1_335_755_023_243_418_634, "a relationship that is its own inverse exchanged its name, and the printed renames contradicted each other"),
        (14_933_579_420_971_123_467, "a rename was printed of what a reason gave up"),
        (14_597_156_041_103_735_207, "a question of the check without shared code left a new name open"),
        (12_132_141_870_905_508_195, "a question asked for the value of a key that the other end has now"),
        (11_296_004_346_385_074_549, "a key was read of rows that go, because their entity became abstract"),
        (13_801_109_443_627_543_473, "a key was read of rows that go with their entity"),
        (14_207_722_010_938_540_381, "a key of rows that join a hierarchy was chosen by an entity that their table does not name"),
    ]

    /// Seeds of pairs that ``LinkEdits/Kind`` made.
    static let kinds: [(seed: UInt64, fault: String)] = [
        (440_436_368_430_175_648, "a value for a new key on the other side let the connections of objects go that have the end no more"),
        (15_794_010_071_489_754_880, "an end got another inverse while its own stayed, and the plan left the new key empty"),
    ]
}
