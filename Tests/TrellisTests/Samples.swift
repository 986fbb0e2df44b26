import EveryTypeModel
import Foundation
import Trellis

extension Sample {
    /// A sample with plain values, for tests that care about one of them.
    @discardableResult
    convenience init(plainIn context: ManagedObjectContext, text: String = "") {
        self.init(
            in: context, flag: false, small: 0, medium: 0, large: 0, single: 0, double: 0, text: text, amount: 0,
            instant: Date(timeIntervalSinceReferenceDate: 0), day: Day(2001, 1, 1), bytes: Data(),
            identifier: UUID(repeating: 0))
    }
}

extension UUID {
    init(repeating byte: UInt8) {
        self.init(
            uuid: (
                byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte
            ))
    }
}
