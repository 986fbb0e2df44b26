/// The file of each page in a folder.
///
/// Some file systems do not tell `Order` from `order`, and names of entities can be those of the other pages. Such files get a number.
struct FileNames {
    private var names: [Document.Page.Name: String] = [:]
    private let ending: String

    /// - Parameter ending: that of the files.
    init(_ document: Document, ending: String = "html", overview: String = "index") {
        self.ending = ending
        var taken = Set<String>()
        func free(_ name: String) -> String {
            var (candidate, number) = (name, 1)
            while !taken.insert(candidate.lowercased()).inserted {
                number += 1
                candidate = "\(name)-\(number)"
            }
            return candidate
        }
        // The fixed pages come first, so that their addresses never change.
        for (page, name) in [(Document.Page.Name.overview, overview), (.types, "types"), (.versions, "versions"), (.tables, "tables")] {
            names[page] = free(name)
        }
        for page in document.pages where names[page.name] == nil { names[page.name] = free(page.title) }
    }

    subscript(page: Document.Page.Name) -> String { "\(names[page] ?? "index").\(ending)" }
}
