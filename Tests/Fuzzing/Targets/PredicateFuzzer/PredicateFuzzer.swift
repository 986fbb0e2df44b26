import CLibFuzzer
import FuzzedInput

@main
enum PredicateFuzzer {
    static func main() {
        var count = CommandLine.argc
        CommandLine.unsafeArgv.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: Int(count)) { first in
            var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = first
            _ = LLVMFuzzerRunDriver(&count, &arguments, test)
        }
    }
}

// libFuzzer's own main function, which is linked but not called, asks for this name.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let mistake = PredicateInput.mistake(Array(UnsafeBufferPointer(start: start, count: count))) { fatalError(mistake) }
    return 0
}
