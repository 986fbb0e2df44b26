import Foundation
import PackagePlugin

/// Runs the tool in a package that does not have it installed:
///
///     swift package --allow-writing-to-package-directory trellis generate
///
/// Everything after `trellis` is passed to the tool; without arguments it runs `generate`. The tool writes only into the
/// package's folder, for which SwiftPM asks, and keeps the results of `check` in the plugin's own folder.
@main
struct TrellisCommandPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "TrellisTool").url
        process.arguments = arguments.isEmpty ? ["generate"] : arguments
        process.currentDirectoryURL = context.package.directoryURL
        // SwiftPM's sandbox cannot write to the user's cache folder.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_CACHE_HOME": context.pluginWorkDirectoryURL.path], uniquingKeysWith: { $1 })
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw CommandFailure(status: process.terminationStatus)
        }
    }
}

/// The tool has already reported the errors.
struct CommandFailure: Error, CustomStringConvertible {
    var status: Int32

    var description: String { "trellis ended with \(status)" }
}
