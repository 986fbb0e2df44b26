import Foundation
import Trellis

/// Keeps notes in a file: `Notebook notes.sqlite "call Ada" work` adds one with its tags; what is open is printed.
@main
struct Notebook {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            let container = try PersistentContainer(for: Notes.self, at: .file(arguments.first ?? "notes.sqlite"))
            let context = try container.makeContext()
            if arguments.count > 1 {
                try add(arguments[1], tags: arguments[2...], in: context)
            }
            for note in try Note.open(in: context) {
                let tags = note.tags.map(\.name).sorted().map { " #\($0)" }.joined()
                print("- \(note.text)\(tags)")
            }
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func add(_ text: String, tags: some Sequence<String>, in context: ManagedObjectContext) throws {
        let note = Note(in: context, text: text)
        for name in tags {
            note.tags.insert(try Tag.find(name: name, in: context) ?? Tag(in: context, name: name))
        }
        try context.save()
    }
}
