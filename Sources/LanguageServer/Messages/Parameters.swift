/// The parameters of the messages that the server understands: of each the members that it uses.
enum Parameters {
    struct None: Codable {}

    struct Initialize: Decodable {
        struct Capabilities: Decodable {
            struct Workspace: Decodable {
                struct Edit: Decodable {
                    var documentChanges: Bool?
                    var resourceOperations: [String]?
                }

                var workspaceEdit: Edit?
            }

            var workspace: Workspace?
        }

        var capabilities: Capabilities?
    }

    struct Document: Decodable {
        struct Identifier: Decodable {
            var uri: String
            var version: Int?
        }

        var textDocument: Identifier
    }

    struct Open: Decodable {
        struct Item: Decodable {
            var uri: String
            var version: Int?
            var text: String
        }

        var textDocument: Item
    }

    struct Change: Decodable {
        struct Part: Decodable {
            var range: TextRange?
            var text: String
        }

        var textDocument: Document.Identifier
        var contentChanges: [Part]
    }

    struct Place: Decodable {
        struct Context: Decodable {
            var includeDeclaration: Bool?
        }

        var textDocument: Document.Identifier
        var position: TextPosition
        var context: Context?
    }

    struct Rename: Decodable {
        var textDocument: Document.Identifier
        var position: TextPosition
        var newName: String
    }

    struct Actions: Decodable {
        var textDocument: Document.Identifier
        var range: TextRange
    }

    struct Query: Decodable {
        var query: String
    }

    struct Cancel: Decodable {
        var id: RequestID
    }
}
