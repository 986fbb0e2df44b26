/// Durations as ISO 8601 writes them: `PT1H30M`, `PT0.5S`, `-PT5M`, `P1DT12H`.
///
/// A week is 7 days and a day 24 hours. Years and months have no fixed length, so they are no durations.
public enum ISO8601Duration {
    /// The text in hours, minutes and seconds, with as many decimals as the duration needs.
    public static func text(_ duration: Duration) -> String {
        let hours = (duration / 3600).components.seconds
        let (rest, attoseconds) = (duration - .seconds(hours) * 3600).components
        let (minutes, seconds) = (rest / 60, rest % 60)
        var text = duration < .zero ? "-PT" : "PT"
        if hours != 0 { text += "\(hours.magnitude)H" }
        if minutes != 0 { text += "\(minutes.magnitude)M" }
        if seconds == 0, attoseconds == 0, hours != 0 || minutes != 0 { return text }
        text += String(seconds.magnitude)
        if attoseconds != 0 {
            let digits = String(attoseconds.magnitude)
            var fraction = String(repeating: "0", count: 18 - digits.count) + digits
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        return text + "S"
    }

    /// The duration that `text` names; nil where it names none, or one beyond 64 bits of seconds.
    public static func duration(_ text: some StringProtocol) -> Duration? {
        let form = /(-?)P(?:([0-9]+)W)?(?:([0-9]+)D)?(?:(T)(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)(?:\.([0-9]{1,18}))?S)?)?/
        guard let parts = String(text).wholeMatch(of: form)?.output else { return nil }
        let times = [(parts.5, 3600), (parts.6, 60), (parts.7, 1)] as [(Substring?, Int64)]
        let days = [(parts.2, 604_800), (parts.3, 86_400)] as [(Substring?, Int64)]
        // A T without a time, and a P without anything, are mistakes.
        guard (days + times).contains(where: { $0.0 != nil }), parts.4 == nil || times.contains(where: { $0.0 != nil }) else { return nil }
        var seconds: Int64 = 0
        for (digits, unit) in days + times {
            guard let digits else { continue }
            guard let number = Int64(digits) else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit)
            let (sum, isSumTooLarge) = seconds.addingReportingOverflow(product)
            if isTooLarge || isSumTooLarge { return nil }
            seconds = sum
        }
        let fraction = parts.8.map { $0 + String(repeating: "0", count: 18 - $0.utf8.count) }.flatMap { Int64($0) } ?? 0
        return parts.1.isEmpty
            ? Duration(secondsComponent: seconds, attosecondsComponent: fraction)
            : Duration(secondsComponent: -seconds, attosecondsComponent: -fraction)
    }
}
