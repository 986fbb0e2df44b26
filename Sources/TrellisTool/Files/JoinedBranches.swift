import ArgumentParser
import Foundation

/// Two branches that git is joining and could not join: in a merge, a rebase or a cherry-pick.
struct JoinedBranches {
    /// One of the two.
    enum Name: String, ExpressibleByArgument, CaseIterable {
        /// Where the working tree stands: in a merge the branch that one is on, in a rebase the branch that one's commits are put on.
        case head
        /// What comes in: in a merge the other branch, in a rebase the commit that is put on top.
        case incoming

        var other: Name { self == .head ? .incoming : .head }
    }

    /// What git calls the commit that comes in: `MERGE_HEAD`, `REBASE_HEAD` or `CHERRY_PICK_HEAD`.
    let incoming: String
    /// The commit before the one that comes in; nil in a merge, and for a commit that is the first.
    let parent: String?

    var isMerge: Bool { incoming == Self.merge }

    private static let merge = "MERGE_HEAD"

    /// - Parameter model: the path of a model in the working tree.
    /// - Throws: ``CouldNotRun`` where git is joining nothing.
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
            throw CouldNotRun("git is joining no branches here: 'migrate rebase' is for the middle of a merge, a rebase or a cherry-pick")
        }
        incoming = found
        let hasParent = found == Self.merge ? false : try exists("\(found)^")
        parent = hasParent ? "\(found)^" : nil
    }

    func revision(_ name: Name) -> String { name == .head ? "HEAD" : incoming }

    /// Whose versions others have already, when nobody says otherwise.
    var usuallyKept: Name { isMerge ? .incoming : .head }
}
