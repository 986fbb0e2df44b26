// The language server of Trellis for VS Code. It has not been tried.
//
// Copy this folder to ~/.vscode/extensions/trellis, run `npm install` in it once, and restart VS Code.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// Runs a command of the tool in a terminal, where its findings can be read.
function run(words) {
  const terminal = window.terminals.find((one) => one.name === "Trellis") ?? window.createTerminal("Trellis");
  terminal.show();
  // The shell must not read a path as anything else.
  terminal.sendText(words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" "));
}

exports.activate = async (context) => {
  const program = workspace.getConfiguration("trellis").get("path");
  context.subscriptions.push(
    commands.registerCommand("trellis.generate", (model) => run([program, "generate", model])),
    commands.registerCommand("trellis.freeze", (model) => run([program, "migrate", "create", model])),
  );
  client = new LanguageClient(
    "trellis",
    "Trellis",
    { command: program, args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.yaml") },
    },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
