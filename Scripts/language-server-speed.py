#!/usr/bin/env python3
"""Measures `trellis lsp` as an editor waits for it, in a model of 1,000 entities, or the number that is given.

    Scripts/language-server-speed.py [ENTITIES] [KEYSTROKES]     TRELLIS=path the binary of a release build

Each keystroke changes one line in the middle. Then the client asks for completion there, and waits for the findings. The pause before
the server begins to check is a constant of it, and is left out: the time of the checks is that from the end of the pause on.
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

    def findings(self, wanted):
        """Waits for findings of which one has the wanted text, or none has if it is None."""
        while True:
            at, message = self.messages.get(timeout=120)
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            texts = [one["message"] for one in message["params"]["diagnostics"]]
            if (wanted is None and not any("there is no type" in text for text in texts)) or (
                wanted and any(wanted in text for text in texts)
            ):
                return at


def shown(name, times):
    times = sorted(times)
    middle, late = times[len(times) // 2], times[min(len(times) - 1, len(times) * 95 // 100)]
    print(f"{name}: median {middle * 1000:.1f} ms, p95 {late * 1000:.1f} ms, {len(times)} times")


def main():
    text = subprocess.run(["Scripts/large-model.sh", "--print", "yaml", str(ENTITIES)], check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        uri = f"file://{os.path.realpath(folder)}/Large.yaml"
        client = Client()
        client.ask("initialize", {"capabilities": {}})
        client.notify("initialized", {})
        start = time.perf_counter()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}})
        opened = client.findings(None)
        print(f"{ENTITIES} entities, {len(text) // 1024} KB; first findings after {(opened - start) * 1000:.0f} ms")
        lines = text.split("\n")
        line = next(number for number, content in enumerate(lines) if number > len(lines) // 2 and content.startswith("      note:"))
        end = len("      note: ")
        current = "string?"
        completions, checks = [], []
        for number in range(KEYSTROKES):
            typed = "strng%d" % number if number % 2 == 0 else "string?"
            document = {"uri": uri, "version": number + 2}
            place = {"start": {"line": line, "character": end}, "end": {"line": line, "character": end + len(current)}}
            start = time.perf_counter()
            client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": typed}]})
            current = typed
            took, result = client.ask(
                "textDocument/completion", {"textDocument": {"uri": uri}, "position": {"line": line, "character": end + 2}}
            )
            assert any(item["label"] == "string" for item in result["items"]), result
            completions.append(took)
            asked = time.perf_counter()
            at = client.findings("there is no type 'strng%d'" % number if number % 2 == 0 else None)
            checks.append(at - asked - PAUSE)
        shown("completion after a keystroke", completions)
        shown("findings after the pause", checks)
        client.ask("shutdown", {})
        client.notify("exit", {})
        client.process.wait(10)


main()
