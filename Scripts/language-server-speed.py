#!/usr/bin/env python3
"""Measures `trellis lsp` as an editor waits for it, in a model of 1,000 entities, or the number that is given.

    Scripts/language-server-speed.py [ENTITIES] [KEYSTROKES]     TRELLIS=path the binary of a release build

Each keystroke changes a place in the middle of the model. Then the client asks for completion, or waits for the findings. The pause before
the server begins to check is a constant of it, and is left out: the time of the findings is that from the end of the pause on. `seconds of a
processor` is the work of the server for all keystrokes of a row, divided by their number; other programs do not change it.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import queue
import time

ENTITIES = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
KEYSTROKES = int(sys.argv[2]) if len(sys.argv) > 2 else 60
TOOL = os.environ.get("TRELLIS", ".build/release/trellis")
# The pause of Sources/TrellisTool/Editing/ServerLoop.swift.
PAUSE = 0.05


class Client:
    def __init__(self):
        self.process = subprocess.Popen([TOOL, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.number = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while line := stream.readline():
                if line == b"\r\n":
                    break
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            content = stream.read(length)
            if not content:
                return
            self.messages.put((time.perf_counter(), json.loads(content)))

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        start = time.perf_counter()
        self.send({"id": self.number, "method": method, "params": parameters})
        while True:
            at, message = self.messages.get(timeout=120)
            if message.get("id") == self.number:
                return at - start, message.get("result")

    def findings(self, holds):
        """Waits for findings whose messages and lines are the wanted ones."""
        while True:
            at, message = self.messages.get(timeout=120)
            if message.get("method") == "textDocument/publishDiagnostics":
                if holds([(one["message"], one["range"]["start"]["line"]) for one in message["params"]["diagnostics"]]):
                    return at

    def processor(self):
        """The seconds of a processor that the server has taken."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def shown(name, times, processor):
    times = sorted(times)
    middle, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 95 // 100)]
    print(f"| {name} | {middle * 1000:.1f} | {late * 1000:.1f} | {processor / len(times) * 1000:.1f} | {len(times)} |")


class Typist:
    """Changes the model, and keeps its text."""

    def __init__(self, client, uri, text):
        self.client, self.uri, self.lines, self.version = client, uri, text.split("\n"), 1

    def type(self, line, old, new):
        """Replaces a part of a line. A new text may have several lines."""
        start = self.lines[line].index(old)
        end = start + len(old)
        place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": new}]})
        self.lines[line : line + 1] = (self.lines[line][:start] + new + self.lines[line][end:]).split("\n")

    def join(self, line):
        """Removes the end of a line."""
        place = {"start": {"line": line, "character": len(self.lines[line])}, "end": {"line": line + 1, "character": 0}}
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": ""}]})
        self.lines[line : line + 2] = [self.lines[line] + self.lines[line + 1]]

    def place(self, line, part):
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": self.lines[line].index(part) + len(part)}}


def measure(name, client, keystroke):
    times = []
    before = client.processor()
    for number in range(KEYSTROKES):
        times += keystroke(number)
    shown(name, times, client.processor() - before)


def main():
    text = subprocess.run(["Scripts/large-model.sh", "--print", "yaml", str(ENTITIES)], check=True, capture_output=True, text=True).stdout
    # A warning near the end, whose line shows that findings move.
    head, tail = text.rsplit("picture: data?", 1)
    text = head + 'picture: { type: "data?", maxLength: 99999 }' + tail
    with tempfile.TemporaryDirectory() as folder:
        uri = f"file://{os.path.realpath(folder)}/Large.yaml"
        client = Client()
        client.ask("initialize", {"capabilities": {}})
        client.notify("initialized", {})
        start = time.perf_counter()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        opened = client.findings(lambda found: len(found) == 1)
        print(f"{ENTITIES} entities, {len(text) // 1024} KB; first findings after {(opened - start) * 1000:.0f} ms\n")
        print("| after a keystroke | median, ms | p95, ms | processor, ms | times |\n| --- | --- | --- | --- | --- |")
        typist = Typist(client, uri, text)
        middle = next(number for number, content in enumerate(typist.lines) if number > len(typist.lines) // 2 and content.startswith("      note:"))
        parent = next(number for number in range(middle, len(typist.lines)) if typist.lines[number].startswith("      parent:"))
        warned = next(number for number, content in enumerate(typist.lines) if "99999" in content)

        def completion(number):
            typist.type(middle, "string?", "strin?") if number % 2 == 0 else typist.type(middle, "strin?", "string?")
            took, result = client.ask("textDocument/completion", typist.place(middle, "note: st"))
            assert any(item["label"] == "string" for item in result["items"]), result
            return [took]

        def entities(number):
            typist.type(parent, "inverse: children", "inverse: childre") if number % 2 == 0 else typist.type(parent, "childre", "children")
            took, result = client.ask("textDocument/completion", typist.place(parent, "to: "))
            assert result["items"], result
            return [took]

        def findings(number):
            old, new = ("string?", f"strng{number}") if number % 2 == 0 else (f"strng{number - 1}", "string?")
            start = time.perf_counter()
            typist.type(middle, old, new)
            return [client.findings(lambda found: any(new in message for message, _ in found) == (number % 2 == 0)) - start - PAUSE]

        def lines(number):
            start = time.perf_counter()
            typist.type(middle, "string?", "string?\n") if number % 2 == 0 else typist.join(middle)
            moved = warned + 1 - number % 2
            return [client.findings(lambda found: found[0][1] == moved) - start - PAUSE]

        def brackets(number):
            old, new = ("string?", "{ type: string?") if number % 2 == 0 else ("{ type: string?", "string?")
            start = time.perf_counter()
            typist.type(middle, old, new)
            return [client.findings(lambda found: any("invalid YAML" in message for message, _ in found) == (number % 2 == 0)) - start - PAUSE]

        def hover(number):
            typist.type(middle, "string?", "int?") if number % 2 == 0 else typist.type(middle, "int?", "string?")
            took, result = client.ask("textDocument/hover", typist.place(middle, "not"))
            assert "note" in result["contents"]["value"], result
            return [took]

        def afterPause(number):
            # Within the time in which all checks run.
            time.sleep(0.5 + number % 8 * 0.05)
            return completion(number)

        measure("completion of a type", client, completion)
        measure("completion of an entity's name", client, entities)
        measure("findings, a word changed", client, findings)
        measure("findings, a line inserted or removed", client, lines)
        measure("findings, a bracket opened or closed", client, brackets)
        measure("hover", client, hover)
        measure("completion while all checks run", client, afterPause)
        client.ask("shutdown", {})
        client.notify("exit", {})
        client.process.wait(10)


main()
