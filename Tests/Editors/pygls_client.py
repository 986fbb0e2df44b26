"""What the client of pygls sees of the language server. The working folder has a copy of Schemas/Orders; the argument is the tool.

pygls reads each answer by the types of the protocol, so an answer of another form is an error here.
"""

import asyncio
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PATH = pathlib.Path("Orders.yaml").resolve()
URI = PATH.as_uri()
failures = []


def check(what, holds, seen):
    if not holds:
        failures.append(what)
        print(f"failed: {what}: {seen}", file=sys.stderr)


class Document:
    """The text as the editor has it."""

    def __init__(self, text):
        self.text, self.version = text, 1

    def position(self, part, offset=0):
        """The position before a part of the text, `offset` characters on."""
        before = self.text[: self.text.index(part) + offset]
        return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)

    def part(self, range):
        lines = self.text.split("\n")
        return lines[range.start.line][range.start.character : range.end.character]


class Editor:
    def __init__(self):
        self.client = LanguageClient("pygls-client", "1")
        self.document = Document(PATH.read_text())
        self.published = asyncio.Queue()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(parameters):
            self.published.put_nowait(parameters)

    async def findings(self, wanted):
        """Waits for findings of the document with these codes."""
        codes = None
        while codes != wanted:
            try:
                parameters = await asyncio.wait_for(self.published.get(), 30)
            except asyncio.TimeoutError:
                return codes
            if parameters.uri == URI:
                codes = [one.code for one in parameters.diagnostics]
        return codes

    def replace(self, old, new):
        document = self.document
        range = types.Range(document.position(old), document.position(old, len(old)))
        document.text = document.text.replace(old, new, 1)
        document.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(document.version, URI), [types.TextDocumentContentChangePartial(range, new)]
            )
        )

    def place(self, part, offset=0):
        return {"text_document": types.TextDocumentIdentifier(URI), "position": self.document.position(part, offset)}


async def ask(editor):
    client, document, identifier = editor.client, editor.document, types.TextDocumentIdentifier(URI)
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "yaml", 1, document.text)))

    # Typing.
    editor.replace("info: string?", "info: strng?")
    codes = await editor.findings(["TR1104"])
    check("a mistake is marked", codes == ["TR1104"], codes)
    editor.replace("info: strng?", "info: string?")
    codes = await editor.findings([])
    check("and gone", codes == [], codes)

    items = (await client.text_document_completion_async(types.CompletionParams(**editor.place("made == true")))).items
    check("completion in a condition", any(item.label == "paid" for item in items), [item.label for item in items])
    hover = await client.text_document_hover_async(types.HoverParams(**editor.place("customer: {", 2)))
    check("hover", "relationship `Order.customer`" in hover.contents.value and "customer_id" in hover.contents.value, hover)
    definition = await client.text_document_definition_async(types.DefinitionParams(**editor.place("customer.name]", 2)))
    check("definition", document.part(definition.range) == "customer", definition)
    references = await client.text_document_references_async(
        types.ReferenceParams(context=types.ReferenceContext(include_declaration=True), **editor.place("customer: {", 2))
    )
    check("references", len(references) == 6 and all(document.part(one.range) == "customer" for one in references), references)
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**editor.place("customer: {", 2)))
    check("prepared rename", prepared.placeholder == "customer", prepared)
    edit = await client.text_document_rename_async(types.RenameParams(new_name="buyer", **editor.place("customer: {", 2)))
    texts = {change.text_document.uri.split("/")[-1]: [one.new_text for one in change.edits] for change in edit.document_changes if hasattr(change, "edits")}
    check("rename", texts.get("Orders.yaml") == ["buyer"] * 6, edit)
    decisions = [text for name, found in texts.items() if name.endswith(".migration.yaml") for text in found]
    check("the rename is decided", "Order.customer: buyer" in "".join(decisions), edit)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(identifier))
    check("semantic tokens", len(tokens.data) > 100 and len(tokens.data) % 5 == 0, tokens)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identifier))
    check("code lenses", any(lens.command.title == "3 uses" for lens in lenses), lenses)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier))
    check("symbols", [symbol.name for symbol in symbols] == ["Customer", "Service", "Order", "OrderRow"], symbols)
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(identifier))
    check("folding", len(folds) > 4, folds)

    options = types.FormattingOptions(2, True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(identifier, options))
    check("a formatted text needs no edit", not edits, edits)
    editor.replace("  Customer:\n    doc", "  Customer:\n     doc")
    editor.replace("    attributes:", "     attributes:")
    editor.replace("    relationships:", "     relationships:")
    editor.replace("    fetches:", "     fetches:")
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(identifier, options))
    check("formatting", edits and "    doc: Someone" in edits[0].new_text, edits)

    place = document.position("customer: {", 2)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(identifier, types.Range(place, place), types.CodeActionContext([]))
    )
    check("no fix without a finding", not actions, actions)


async def main():
    editor = Editor()
    client = editor.client
    await client.start_io(sys.argv[1], "lsp")
    edits = types.WorkspaceEditClientCapabilities(document_changes=True, resource_operations=[types.ResourceOperationKind.Create])
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=edits))
    result = await client.initialize_async(types.InitializeParams(capabilities, root_uri=PATH.parent.as_uri()))
    check("capabilities", result.capabilities.rename_provider.prepare_provider and result.server_info.name == "trellis", result)
    client.initialized(types.InitializedParams())
    await ask(editor)
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 10)
    check("the server ends well", client._server.returncode == 0, client._server.returncode)
    await client.stop()


asyncio.run(asyncio.wait_for(main(), 110))
if failures:
    sys.exit(1)
print("pygls: all checks passed")
