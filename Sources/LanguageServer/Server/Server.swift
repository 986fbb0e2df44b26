import Predicates

/// The language server: a value that takes messages of a client and gives its own.
///
/// It reads no streams and waits for nothing. Its owner passes each message, and calls ``work()`` while no message waits.
package struct Server {
    private(set) var workspace: Workspace
    private let version: String
    private var state = State.new
    /// The client's addresses of documents, by path: they may be written in another way than ours.
    private var addresses: [String: String] = [:]
    /// The documents whose findings are to be reported, the last changed one at the end.
    private var quick: [String] = []
    private var complete: [String] = []
    /// What was reported last, by path, so that nothing is reported again.
    private var reported: [String: [Diagnostic]] = [:]
    private var editForm = EditForm()

    enum State { case new, ready, shutDown, ended }

    struct EditForm {
        var hasDocumentChanges = false
        var canCreate = false
    }

    package init(_ source: any FileSource, today: @escaping () -> CalendarDay, version: String) {
        workspace = Workspace(source, today: today)
        self.version = version
    }

    /// Whether the client has ended the conversation.
    package var hasEnded: Bool { state == .ended }

    /// The exit code of the program: 1 if the client ends without a shutdown.
    package private(set) var exitCode: Int32 = 0

    /// Whether there are findings to report; of all checks only if `isQuick` is false.
    package var pendingWork: Work? { !quick.isEmpty || !closed.isEmpty ? .quick : !complete.isEmpty ? .complete : nil }

    package enum Work: Sendable { case quick, complete }

    // MARK: Messages

    /// Takes a message.
    /// - Parameter isCancelled: whether the client has cancelled the request with an id.
    /// - Returns: the messages to send.
    package mutating func handle(_ content: [UInt8], isCancelled: (RequestID) -> Bool = { _ in false }) -> [[UInt8]] {
        guard let head = MessageText.decode(MessageHead.self, content) else {
            return [MessageText.encode(Response<Parameters.None>(error: MessageText.isJSON(content) ? .invalidRequest : .parse))]
        }
        guard let method = head.method else { return [] }
        guard let id = head.id else {
            takeNotification(method, content)
            return []
        }
        if isCancelled(id) { return [MessageText.encode(Response<Parameters.None>(id: id, error: .cancelled))] }
        do {
            switch state {
            case .new where method != "initialize": throw ResponseError.notInitialized
            case .shutDown, .ended: throw ResponseError.isShutDown
            default: return [try answer(method, id, content)]
            }
        } catch {
            let error = error as? ResponseError ?? .refused("\(error)")
            return [MessageText.encode(Response<Parameters.None>(id: id, error: error))]
        }
    }

    private mutating func takeNotification(_ method: String, _ content: [UInt8]) {
        switch method {
        case "exit":
            exitCode = state == .shutDown ? 0 : 1
            state = .ended
        case "textDocument/didOpen":
            guard let open = parameters(Parameters.Open.self, content), let path = path(open.textDocument.uri) else { return }
            workspace.open(path, open.textDocument.text, version: open.textDocument.version)
            touch(path)
        case "textDocument/didChange":
            guard let change = parameters(Parameters.Change.self, content), let path = path(change.textDocument.uri),
                workspace.documents[path] != nil
            else { return }
            for part in change.contentChanges { workspace.change(path, part.range, to: part.text, version: change.textDocument.version) }
            touch(path)
        case "textDocument/didClose":
            guard let close = parameters(Parameters.Document.self, content), let path = path(close.textDocument.uri) else { return }
            workspace.close(path)
            quick.removeAll { $0 == path }
            complete.removeAll { $0 == path }
            closed.append(path)
            // Its model has the text of the disk again.
            for path in workspace.documents.keys.sorted() { touch(path) }
        case "textDocument/didSave", "workspace/didChangeWatchedFiles":
            workspace.filesChanged()
            for path in workspace.documents.keys.sorted() { touch(path) }
        default: break
        }
    }

    /// Closed documents, whose findings disappear.
    private var closed: [String] = []

    private mutating func touch(_ path: String) {
        quick.removeAll { $0 == path }
        complete.removeAll { $0 == path }
        quick.append(path)
    }

    mutating func path(_ uri: String) -> String? {
        guard let path = FileURI.path(of: uri), FileKind(path: path) != nil else { return nil }
        addresses[path] = uri
        return path
    }

    func address(_ path: String) -> String { addresses[path] ?? FileURI.uri(of: path) }

    func parameters<Value: Decodable>(_ type: Value.Type, _ content: [UInt8]) -> Value? {
        MessageText.decode(MessageBody<Value>.self, content)?.params
    }

    mutating func begin(_ parameters: Parameters.Initialize?) -> InitializeResult {
        state = .ready
        let edit = parameters?.capabilities?.workspace?.workspaceEdit
        editForm.hasDocumentChanges = edit?.documentChanges ?? false
        editForm.canCreate = edit?.resourceOperations?.contains("create") ?? false
        return InitializeResult(serverInfo: .init(version: version))
    }

    mutating func shutDown() { state = .shutDown }

    // MARK: Findings

    /// Reports findings of the last changed document: first those that are found at once, then, after no change for a while, all.
    package mutating func work() -> [[UInt8]] {
        var messages = closed.filter { reported.removeValue(forKey: $0)?.isEmpty == false }.map { publication($0, []) }
        closed = []
        if let path = quick.popLast() {
            messages += report(path, isComplete: false)
            complete.append(path)
        } else if let path = complete.popLast() {
            messages += report(path, isComplete: true)
        }
        return messages
    }

    /// Takes the next complete check out, to run beside the conversation; nil if none is due.
    package mutating func takeCompleteCheck() -> CompleteCheck? {
        guard quick.isEmpty, closed.isEmpty, let path = complete.popLast() else { return nil }
        return CompleteCheck(path: path, workspace: workspace)
    }

    /// Reports the findings of a check that was taken out. If a file has changed since, the check is due again.
    package mutating func finish(_ check: CompleteCheck) -> [[UInt8]] {
        guard let project = check.project else { return [] }
        if workspace.adopt(project) { return report(check.path, isComplete: true) }
        if !quick.contains(check.path), !complete.contains(check.path) { complete.append(check.path) }
        return []
    }

    private mutating func report(_ path: String, isComplete: Bool) -> [[UInt8]] {
        guard workspace.documents[path] != nil else { return [] }
        let found = workspace.diagnostics(for: path, isComplete: isComplete)
        return found.sorted { $0.key < $1.key }.compactMap { path, diagnostics in
            guard workspace.documents[path] != nil else { return nil }
            // The quick checks report nothing that only the other ones find: it would disappear at each keystroke.
            var diagnostics = diagnostics
            if !isComplete, !diagnostics.contains(where: { $0.severity == 1 }) {
                let slow = (reported[path] ?? []).filter { SlowChecks.report($0.code) }
                diagnostics += slow.filter { !diagnostics.contains($0) && workspace.documents[path]?.text.contains($0.range) == true }
            }
            if let known = reported[path], known == diagnostics { return nil }
            reported[path] = diagnostics
            return publication(path, diagnostics)
        }
    }

    private func publication(_ path: String, _ diagnostics: [Diagnostic]) -> [UInt8] {
        let published = PublishedDiagnostics(uri: address(path), version: workspace.documents[path]?.version, diagnostics: diagnostics)
        return MessageText.encode(Notification(method: "textDocument/publishDiagnostics", params: published))
    }

    // MARK: Edits

    /// Edits in the form that the client understands.
    func form(_ edits: FileEdits) -> WorkspaceEdit {
        guard editForm.hasDocumentChanges else {
            var changes = Dictionary(edits.edits.map { (address($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
            let start = TextRange(at: .init(line: 0, character: 0))
            for (path, text) in edits.created { changes[address(path)] = [TextEdit(range: start, newText: text)] }
            return WorkspaceEdit(changes: changes)
        }
        var changes = [WorkspaceEdit.Change]()
        for (path, text) in edits.created.sorted(by: { $0.key < $1.key }) {
            if editForm.canCreate { changes.append(.create(uri: address(path))) }
            changes.append(.edit(uri: address(path), version: nil, edits: [TextEdit(range: TextRange(at: .init(line: 0, character: 0)), newText: text)]))
        }
        for (path, edits) in edits.edits.sorted(by: { $0.key < $1.key }) {
            changes.append(.edit(uri: address(path), version: workspace.documents[path]?.version, edits: edits))
        }
        return WorkspaceEdit(documentChanges: changes)
    }

    /// Answers with the workspace, which keeps what it reads.
    mutating func ask<Answer>(_ question: (inout Workspace) throws -> Answer) rethrows -> Answer { try question(&workspace) }
}

/// The findings of checks that run after a pause.
private enum SlowChecks {
    private static let codes: Set<String> = ["TR1311", "TR1312", "TR1314", "TR1506", "TR1508", "TR1601", "TR1608"]

    /// Whether only these checks report a finding: names that are the same in SQL, SQLite's refusals and advice, and questions of the next
    /// version.
    static func report(_ code: String) -> Bool { codes.contains(code) || code.hasPrefix("TR21") }
}

extension TextDocument {
    /// Whether a range is within the text.
    func contains(_ range: TextRange) -> Bool { self.range(of: offsets(of: range)) == range }
}

extension Server {
    /// The request that a message cancels; nil for another message.
    package static func cancelledRequest(in content: [UInt8]) -> RequestID? {
        // Other messages may be long, and are read once.
        guard content.count < 1_024, MessageText.decode(MessageHead.self, content)?.method == "$/cancelRequest" else { return nil }
        return MessageText.decode(MessageBody<Parameters.Cancel>.self, content)?.params.id
    }
}
