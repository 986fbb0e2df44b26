import ArgumentParser
import Foundation

/// Two branches with a conflict that git cannot resolve, during a merge, a rebase or a cherry-pick.
struct JoinedBranches {
    /// One of the two.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        /// The working tree's branch: in a merge your branch, in a rebase the branch that gets your commits.
        case head
        /// The other side: in a merge the other branch, in a rebase the commit that git puts on top.
        case incoming

        var other: Name { self == .head ? .incoming : .head }
    }

    /// Git's name for the incoming commit: `MERGE_HEAD`, `REBASE_HEAD` or `CHERRY_PICK_HEAD`.
    let incoming: String
    /// The parent of the incoming commit; nil in a merge, and for the first commit.
    let parent: String?

    var isMerge: Bool { incoming == Self.merge }

    private static let merge = "MERGE_HEAD"

    /// - Parameter model: the path of a model in the working tree.
    /// - Throws: ``CouldNotRun`` if git is not joining branches.
    init(model: String) throws(CouldNotRun) {
        let folder = CanonicalPath.folder(of: model)
        func exists(_ revision: String) throws(CouldNotRun) -> Bool {
            try Git.run(["rev-parse", "--verify", "--quiet", revision], in: folder, to: "look for branches").output != nil
        }
        var found: String?
        for name in [Self.merge, "CHERRY_PICK_HEAD", "REBASE_HEAD"] where found == nil {
            if try exists(name) { found = name }
        }
        guard let found else {
            throw CouldNotRun("git is not joining branches here: run 'migrate rebase' during a merge, a rebase or a cherry-pick")
        }
        incoming = found
        let hasParent = found == Self.merge ? false : try exists("\(found)^")
        parent = hasParent ? "\(found)^" : nil
    }

    func revision(_ name: Name) -> String { name == .head ? "HEAD" : incoming }

    /// The side whose versions others already have, by default.
    var usuallyKept: Name { isMerge ? .incoming : .head }
}
