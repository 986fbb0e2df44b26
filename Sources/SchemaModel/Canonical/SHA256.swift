/// SHA-256 (FIPS 180-4), for hashing models.
///
/// Our own implementation, because the package for Linux takes a minute to compile on each machine that uses the build plugin. It
/// hashes a few kilobytes of a model, and tens of megabytes of a long history.
package enum SHA256 {
    /// The digest as 64 digits.
    package static func hexadecimalDigest(of message: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = digest(of: message).flatMap { word in (0..<8).map { digits[Int(word >> (28 - 4 * UInt32($0)) & 0xf)] } }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digest(of message: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
        ]
        let whole = message.count / 64 * 64
        var tail = message[whole...] + [0x80]
        tail.append(contentsOf: repeatElement(0, count: (120 - tail.count % 64) % 64))
        let bitCount = UInt64(message.count) * 8
        tail.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })

        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            state.withUnsafeMutableBufferPointer { state in
                constants.withUnsafeBufferPointer { constants in
                    guard let words = schedule.baseAddress, let constants = constants.baseAddress, let state = state.baseAddress else { return }
                    let work = Work(schedule: words, constants: constants)
                    message.withUnsafeBytes { bytes in
                        for start in stride(from: 0, to: whole, by: 64) { work.compress(bytes, start, into: state) }
                    }
                    tail.withUnsafeBytes { bytes in
                        for start in stride(from: 0, to: bytes.count, by: 64) { work.compress(bytes, start, into: state) }
                    }
                }
            }
        }
        return state
    }

    /// What compressing a block takes. Plain memory: with arrays, a history of 200 versions takes a second to hash.
    private struct Work {
        /// 64 words, whatever they hold.
        let schedule: UnsafeMutablePointer<UInt32>
        let constants: UnsafePointer<UInt32>

        /// - Parameter start: the place of the block's 64 bytes.
        @inline(__always)
        func compress(_ bytes: UnsafeRawBufferPointer, _ start: Int, into state: UnsafeMutablePointer<UInt32>) {
            for index in 0..<16 {
                schedule[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self))
            }
            for index in 16..<64 {
                let (a, b) = (schedule[index - 15], schedule[index - 2])
                let first = a.rotated(7) ^ a.rotated(18) ^ a >> 3
                let second = b.rotated(17) ^ b.rotated(19) ^ b >> 10
                schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
            }

            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            for index in 0..<64 {
                let choice = g ^ (e & (f ^ g))
                let majority = (a & b) | (c & (a | b))
                let mixedE = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
                let mixedA = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
                let first = h &+ mixedE &+ choice &+ constants[index] &+ schedule[index]
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ mixedA &+ majority)
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
            state[5] &+= f
            state[6] &+= g
            state[7] &+= h
        }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension UInt32 {
    @inline(__always)
    fileprivate func rotated(_ bits: UInt32) -> UInt32 { self &>> bits | self &<< (32 &- bits) }
}
