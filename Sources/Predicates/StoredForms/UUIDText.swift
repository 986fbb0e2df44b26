import Foundation

/// UUIDs as text, `6ba7b810-9dad-11d1-80b4-00c04fd430c8`: in small letters, as RFC 9562 writes them, so that equal ones have
/// equal texts.
public enum UUIDText {
    public static func text(_ uuid: UUID) -> String { uuid.uuidString.lowercased() }

    /// The UUID that a text stands for, or nil where it is in any other form, capital letters included.
    public static func uuid(_ text: String) -> UUID? {
        // Checked first: Foundation takes braces and what follows the 36th character for nothing.
        let isCanonical =
            text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { place, byte in
                [8, 13, 18, 23].contains(place)
                    ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
        return isCanonical ? UUID(uuidString: text) : nil
    }
}
