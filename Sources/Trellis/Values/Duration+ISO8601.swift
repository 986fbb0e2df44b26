// Durations as a model's file, seeds and text files write them.

extension Duration {
    /// The duration of an ISO 8601 text such as `PT1H30M`, `PT0.5S` or `-P1DT12H`; nil for another text.
    ///
    /// A day has 24 hours. Years and months have no fixed length, so a text with them is no duration.
    public init?(iso8601 text: String) {
        guard let duration = ISO8601Duration.duration(text) else { return nil }
        self = duration
    }

    /// The duration as ISO 8601 text in hours, minutes and seconds: `PT1H30M`.
    public func iso8601Format() -> String { ISO8601Duration.text(self) }
}

extension Duration {
    /// A number of minutes, of 60 seconds each.
    public static func minutes(_ minutes: some BinaryInteger) -> Duration { .seconds(60) * minutes }

    /// A number of hours, of 60 minutes each.
    public static func hours(_ hours: some BinaryInteger) -> Duration { .seconds(3600) * hours }
}
