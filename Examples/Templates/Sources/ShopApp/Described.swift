/// What knows its own name and those of its properties. The template of the classes has each entity conform.
protocol Described {
    static var title: String { get }
    static var propertyNames: [String] { get }
}
