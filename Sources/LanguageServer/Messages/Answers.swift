/// What the server can do, for the client.
struct InitializeResult: Encodable {
    struct Capabilities: Encodable {
        struct Sync: Encodable {
            var openClose = true
            /// Changes are parts of the text.
            var change = 2
            var save = true
        }

        struct Completion: Encodable {
            var triggerCharacters = [" ", ".", "$", "@", "[", "{", ",", ":"]
        }

        struct Rename: Encodable {
            var prepareProvider = true
        }

        struct Actions: Encodable {
            var codeActionKinds = ["quickfix"]
        }

        struct Lenses: Encodable {
            var resolveProvider = false
        }

        struct Tokens: Encodable {
            struct Legend: Encodable {
                var tokenTypes = SemanticTokens.types
                var tokenModifiers = SemanticTokens.modifiers
            }

            var legend = Legend()
            var full = true
        }

        var positionEncoding = "utf-16"
        var textDocumentSync = Sync()
        var completionProvider = Completion()
        var hoverProvider = true
        var definitionProvider = true
        var referencesProvider = true
        var documentHighlightProvider = true
        var renameProvider = Rename()
        var codeActionProvider = Actions()
        var documentSymbolProvider = true
        var workspaceSymbolProvider = true
        var foldingRangeProvider = true
        var semanticTokensProvider = Tokens()
        var documentFormattingProvider = true
        var codeLensProvider = Lenses()
    }

    struct Info: Encodable {
        var name = "trellis"
        var version: String
    }

    var capabilities = Capabilities()
    var serverInfo: Info
}

struct PublishedDiagnostics: Encodable {
    var uri: String
    var version: Int?
    var diagnostics: [Diagnostic]
}

struct CompletionList: Encodable {
    var isIncomplete = false
    var items: [CompletionItem]
}

struct PreparedRename: Encodable {
    var range: TextRange
    var placeholder: String
}

struct EncodedTokens: Encodable {
    var data: [Int]
}

struct CodeAction: Encodable {
    var title: String
    var kind = "quickfix"
    var isPreferred: Bool?
    var diagnostics: [Diagnostic]
    var edit: WorkspaceEdit
}

/// Edits of several documents, in the form that the client understands.
struct WorkspaceEdit: Encodable {
    enum Change: Encodable {
        case create(uri: String)
        case edit(uri: String, version: Int?, edits: [TextEdit])

        enum Key: String, CodingKey { case kind, uri, options, textDocument, edits, version, ignoreIfExists }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .create(let uri):
                try container.encode("create", forKey: .kind)
                try container.encode(uri, forKey: .uri)
                var options = container.nestedContainer(keyedBy: Key.self, forKey: .options)
                try options.encode(true, forKey: .ignoreIfExists)
            case .edit(let uri, let version, let edits):
                var document = container.nestedContainer(keyedBy: Key.self, forKey: .textDocument)
                try document.encode(uri, forKey: .uri)
                // Null stands for a file that is not open.
                try document.encode(version, forKey: .version)
                try container.encode(edits, forKey: .edits)
            }
        }
    }

    var documentChanges: [Change]?
    var changes: [String: [TextEdit]]?
}
