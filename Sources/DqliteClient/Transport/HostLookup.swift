import Foundation

/// The addresses of a host.
struct HostLookup {
    let candidates: [Candidate]

    /// One address, as the system writes it.
    struct Candidate {
        let family: Int32
        fileprivate let bytes: [UInt8]

        /// What `connect` returns, with the reason in `errno`.
        func connect(_ descriptor: Int32) -> Int32 {
            bytes.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { Foundation.connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
            }
        }
    }

    #if canImport(Darwin)
        static let streamType = SOCK_STREAM
    #else
        static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif

    /// - Throws: ``Socket/Failure``
    init(_ address: DqliteAddress) throws {
        var hints = addrinfo()
        (hints.ai_family, hints.ai_socktype) = (AF_UNSPEC, Self.streamType)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &list)
        guard code == 0 else { throw Socket.Failure.lost(reason: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(list) }
        var found = [Candidate]()
        var next = list
        while let entry = next?.pointee {
            let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            found.append(Candidate(family: entry.ai_family, bytes: Array(bytes)))
            next = entry.ai_next
        }
        candidates = found
    }
}
