/// All checks of a document's model, on a copy of the workspace: the conversation goes on meanwhile.
package struct CompleteCheck {
    let path: String
    private var workspace: Workspace
    /// The checked model; nil before ``run()``, and for a document without a model.
    private(set) var project: Project?

    init(path: String, workspace: Workspace) { (self.path, self.workspace) = (path, workspace) }

    package mutating func run() { project = workspace.project(of: path, .allChecks, needsNames: false) }
}
