import ArgumentParser
import Foundation
import ProjectFiles

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
        guard let found = try Self.incoming(in: folder) else {
            throw CouldNotRun("git is not joining branches here: run 'migrate rebase' during a merge, a rebase or a cherry-pick")
        }
        incoming = found
        let hasParent = found == Self.merge ? false : try Self.exists("\(found)^", in: folder)
        parent = hasParent ? "\(found)^" : nil
    }

    /// Whether git is joining branches; false outside of a repository.
    static func arePending(at model: String) throws(CouldNotRun) -> Bool {
        try incoming(in: CanonicalPath.folder(of: model)) != nil
    }

    private static func incoming(in folder: String) throws(CouldNotRun) -> String? {
        for name in [merge, "CHERRY_PICK_HEAD", "REBASE_HEAD"] where try exists(name, in: folder) { return name }
        return nil
    }

    private static func exists(_ revision: String, in folder: String) throws(CouldNotRun) -> Bool {
        try Git.run(["rev-parse", "--verify", "--quiet", revision], in: folder, to: "look for branches").output != nil
    }

    func revision(_ name: Name) -> String { name == .head ? "HEAD" : incoming }

    /// The side whose versions others already have, by default.
    var usuallyKept: Name { isMerge ? .incoming : .head }
}
