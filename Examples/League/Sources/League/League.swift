import Foundation
import Trellis

/// A league in the terminal: teams and players in a store of your choice.
///
///     League file league.sqlite
///     League text league
///     League memory
@main
struct League {
    static func main() {
        do {
            let store = try StoreChoice(arguments: Array(CommandLine.arguments.dropFirst()))
            let container = try PersistentContainer(for: Season.self, at: store.location)
            try Session(container.makeContext()).run()
            try container.close()
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }
}
