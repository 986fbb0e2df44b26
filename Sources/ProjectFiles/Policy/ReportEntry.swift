import Diagnostics

/// A finding with more facts than its place.
package struct ReportEntry {
    /// The finding, with the configuration's severity.
    package var finding: Finding
    /// The part of the model that contains it, or nil.
    package var element: ModelPlace?
    /// The suppression that hides it, or nil.
    package var suppression: Suppression?

    package init(finding: Finding, element: ModelPlace?, suppression: Suppression?) {
        self.finding = finding
        self.element = element
        self.suppression = suppression
    }
}
