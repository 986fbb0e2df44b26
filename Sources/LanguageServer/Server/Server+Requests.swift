extension Server {
    /// Answers a request.
    /// - Throws: ``ResponseError``, or the reason why a rename is refused.
    mutating func answer(_ method: String, _ id: RequestID, _ content: [UInt8]) throws -> [UInt8] {
        switch method {
        case "initialize": return response(id, begin(parameters(Parameters.Initialize.self, content)))
        case "shutdown":
            shutDown()
            return response(id, Optional<Parameters.None>.none)
        case "textDocument/completion":
            return response(id, try atPlace(method, content) { workspace, path, place in
                guard let document = workspace.document(at: path), let kind = FileKind(path: path) else { return CompletionList(items: []) }
                let offers = Completer.offers(at: place.position, in: document, of: kind, workspace.outline(of: path))
                return CompletionList(isIncomplete: !offers.isWhole, items: offers.items)
            })
        case "textDocument/hover":
            return response(id, try atPlace(method, content) { $0.hover(at: $2.position, in: $1) })
        case "textDocument/definition":
            return response(id, try atPlace(method, content) { $0.definition(at: $2.position, in: $1) })
        case "textDocument/references":
            return response(id, try atPlace(method, content) { workspace, path, place in
                workspace.references(at: place.position, in: path, includingDeclaration: place.context?.includeDeclaration ?? true)
            })
        case "textDocument/documentHighlight":
            return response(id, try atPlace(method, content) { $0.highlights(at: $2.position, in: $1) })
        case "textDocument/prepareRename":
            return response(id, try atPlace(method, content) { workspace, path, place in
                try workspace.renamedName(at: place.position, in: path).map { PreparedRename(range: $0.range, placeholder: $0.name) }
            })
        case "textDocument/rename": return try rename(id, content)
        case "textDocument/codeAction": return try actions(id, content)
        default: return try answerForDocument(method, id, content)
        }
    }

    /// Answers a request about a whole document or all of them.
    private mutating func answerForDocument(_ method: String, _ id: RequestID, _ content: [UInt8]) throws -> [UInt8] {
        switch method {
        case "textDocument/documentSymbol": return response(id, try inDocument(method, content) { $0.symbols(in: $1) })
        case "textDocument/foldingRange":
            return response(id, try inDocument(method, content) { workspace, path in
                workspace.document(at: path).map { FoldingRanges.ranges(in: $0) } ?? []
            })
        case "textDocument/semanticTokens/full":
            return response(id, try inDocument(method, content) { EncodedTokens(data: $0.encodedTokens(in: $1)) })
        case "textDocument/formatting": return response(id, try inDocument(method, content) { $0.formatting(of: $1) })
        case "textDocument/codeLens": return response(id, try inDocument(method, content) { $0.lenses(in: $1) })
        case "workspace/symbol":
            guard let query = parameters(Parameters.Query.self, content)?.query else { throw ResponseError.badParameters(method) }
            return response(id, ask { $0.workspaceSymbols(matching: query) })
        default: throw ResponseError.unknownMethod(method)
        }
    }

    private mutating func atPlace<Answer>(
        _ method: String, _ content: [UInt8], _ question: (inout Workspace, String, Parameters.Place) throws -> Answer
    ) throws -> Answer? {
        guard let place = parameters(Parameters.Place.self, content) else { throw ResponseError.badParameters(method) }
        guard let path = path(place.textDocument.uri) else { return nil }
        return try ask { try question(&$0, path, place) }
    }

    private mutating func inDocument<Answer>(
        _ method: String, _ content: [UInt8], _ question: (inout Workspace, String) throws -> Answer
    ) throws -> Answer? {
        guard let document = parameters(Parameters.Document.self, content) else { throw ResponseError.badParameters(method) }
        guard let path = path(document.textDocument.uri) else { return nil }
        if ask({ $0.isBroken(path) }) { throw ResponseError.contentModified }
        return try ask { try question(&$0, path) }
    }

    private mutating func rename(_ id: RequestID, _ content: [UInt8]) throws -> [UInt8] {
        guard let rename = parameters(Parameters.Rename.self, content) else { throw ResponseError.badParameters("textDocument/rename") }
        guard let path = path(rename.textDocument.uri) else { return response(id, Optional<WorkspaceEdit>.none) }
        let edits = try ask { try $0.rename(at: rename.position, in: path, to: rename.newName) }
        return response(id, form(edits))
    }

    private mutating func actions(_ id: RequestID, _ content: [UInt8]) throws -> [UInt8] {
        guard let request = parameters(Parameters.Actions.self, content) else { throw ResponseError.badParameters("textDocument/codeAction") }
        guard let path = path(request.textDocument.uri) else { return response(id, [CodeAction]()) }
        let fixes = ask { $0.fixes(for: request.range, in: path) }
        let document = workspace.document(at: path) ?? TextDocument("")
        return response(
            id,
            fixes.map { fix in
                let diagnostic = Diagnostic(fix.finding, in: document) { Location(uri: address($0.file), range: document.range(of: $0)) }
                return CodeAction(title: fix.title, isPreferred: fix.isPreferred ? true : nil, diagnostics: [diagnostic], edit: form(fix.edits))
            })
    }

    private func response(_ id: RequestID, _ result: some Encodable) -> [UInt8] { MessageText.encode(Response(id: id, result: result)) }
}
