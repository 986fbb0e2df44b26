/// Stops the program at a mistake in it that no caller could handle, also in release builds, where `precondition` prints nothing.
@inline(never)
func stopProgram(_ mistake: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError(mistake, file: file, line: line)
}

/// Stops the program unless a condition holds. The text is made for the mistake only.
@inline(__always)
func require(
    _ condition: Bool, _ mistake: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { stopProgram(mistake(), file: file, line: line) }
}
