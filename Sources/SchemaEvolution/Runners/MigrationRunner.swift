import SQLiteStorage

/// A tool of others that runs scripts in the order of their numbers, and remembers which ones it ran.
public enum MigrationRunner: String, Sendable, Hashable, CaseIterable {
    /// A file with two sections, which `-- migrate:up` and `-- migrate:down` begin. Each section is one call of the driver, within a
    /// transaction: https://github.com/amacneil/dbmate.
    case dbmate
    /// A file with two sections. Statements end with a semicolon at the end of a line, but for those between `StatementBegin` and
    /// `StatementEnd`; lines that begin with `--` are left out: https://pressly.github.io/goose/documentation/annotations.
    case goose
    /// A file for each direction, which is one call of the driver, within a transaction. BEGIN and COMMIT are not allowed:
    /// https://pkg.go.dev/github.com/golang-migrate/migrate/v4/database/sqlite3.
    case golangMigrate = "golang-migrate"
    /// A file for each direction; only paid editions run those that undo. `${…}` is replaced anywhere, in texts and comments too:
    /// https://documentation.red-gate.com/fd/migrations-271585107.html.
    case flyway
    /// A file without a way back. Locally, the text is split at semicolons outside of quotes and of BEGIN or CASE to END; an END counts only
    /// before a space or a semicolon: https://github.com/cloudflare/workers-sdk/pull/15163.
    case wrangler

    /// The words of the runners in trellis.yaml.
    public static var names: [String] { allCases.map(\.rawValue) }

    /// Whether scripts lead back too.
    var leadsBack: Bool { self != .wrangler }

    /// What the runner refuses besides what the target refuses. All leave foreign keys as they are: in the transaction that a runner
    /// opens before a script, SQLite ignores a statement that switches them off.
    /// - Parameter target: where the scripts run.
    func rules(on target: StorageTarget) -> StorageTarget {
        var rules = self == .wrangler ? .d1 : target
        rules.name = target.name
        rules.canDisableForeignKeys = false
        rules.allowsTransactionsInScripts = false
        rules.hasLibraryFunctions = false
        return rules
    }

    /// Whether it leaves out lines that begin as comments do, also within texts.
    var leavesOutComments: Bool { self == .goose }

    /// What a text must not contain, because the runner gives it another meaning.
    var forbiddenTexts: [String] {
        switch self {
        case .flyway: ["${"]
        case .wrangler: ["BEGIN TRANSACTION", "SAVEPOINT"]
        case .dbmate: ["-- migrate:"]
        case .goose: ["-- +goose"]
        case .golangMigrate: []
        }
    }

    /// The files of a step, each with its text.
    /// - Parameters:
    ///   - number: the number of the version.
    ///   - name: the name of the model, in lower case.
    ///   - head: the first lines, which are comments.
    ///   - up: the statements of the step.
    ///   - down: those of the step back.
    func files(number: Int, name: String, head: String, up: [String], down: [String]) -> [(name: String, text: String)] {
        func lines(_ statements: [String]) -> String { statements.map { "\($0);\n" }.joined() }
        let padded = String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
        switch self {
        case .dbmate:
            return [("\(padded)_\(name).sql", "\(head)-- migrate:up\n\(lines(up))\n-- migrate:down\n\(lines(down))")]
        case .goose:
            func marked(_ statements: [String]) -> String {
                statements.map { "-- +goose StatementBegin\n\($0);\n-- +goose StatementEnd\n" }.joined()
            }
            return [("\(padded)_\(name).sql", "\(head)-- +goose Up\n\(marked(up))\n-- +goose Down\n\(marked(down))")]
        case .golangMigrate:
            return [("\(padded)_\(name).up.sql", head + lines(up)), ("\(padded)_\(name).down.sql", head + lines(down))]
        case .flyway:
            return [("V\(number)__\(name).sql", head + lines(up)), ("U\(number)__\(name).sql", head + lines(down))]
        case .wrangler:
            return [("\(padded)_\(name).sql", head + lines(up))]
        }
    }
}
