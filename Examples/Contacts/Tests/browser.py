"""Chromium without a window, driven over its DevTools protocol through a pipe: Python's standard library is enough."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_chromium():
    """The path of a Chromium on this machine, if it has one."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome",
             "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]
    return next((path for path in map(shutil.which, filter(None, names)) if path), None)


class Browser:
    def __init__(self, path):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = [
            "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "--no-first-run", "--disable-gpu",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--disable-dev-shm-usage", "--hide-scrollbars",
        ]
        # Chromium's sandbox does not work for root, as which containers run.
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        read, self.output = os.pipe()
        self.input, write = os.pipe()
        # Chromium reads commands from descriptor 3 and answers on descriptor 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{read} 4>&{write}', path, *options],
            pass_fds=(read, write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.numbers = itertools.count(1)
        self.received = b""
        self.pages = {}

    def open(self, url):
        """A new page at an address, when it is loaded."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        page = Page(self, self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"], target)
        self.pages[page.session] = page
        for domain in ["Page", "Runtime", "Log"]:
            page.call(f"{domain}.enable")
        page.call("Emulation.setFocusEmulationEnabled", {"enabled": True})
        page.visit(url)
        return page

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=20)
        os.close(self.input)
        os.close(self.output)
        self.profile.cleanup()

    def call(self, method, parameters={}, session=None):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, timeout=30):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], timeout)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self.received += part
        message, _, self.received = self.received.partition(b"\0")
        message = json.loads(message)
        if page := self.pages.get(message.get("sessionId")):
            page.note(message.get("method"), message.get("params"))
        return message


class Page:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.complaints = []

    def call(self, method, parameters={}):
        return self.browser.call(method, parameters, self.session)

    def note(self, method, parameters):
        """Keeps what the console would show as a warning or an error."""
        if method == "Runtime.exceptionThrown":
            self.complaints.append(parameters["exceptionDetails"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(parameters["args"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append((parameters["entry"]["text"], parameters["entry"].get("url")))

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['exception']['description']}")
        return answer["result"].get("value")

    def wait(self, expression, expected=True, seconds=15):
        """Waits until an expression has a value."""
        end, value = time.monotonic() + seconds, None
        while time.monotonic() < end:
            try:
                value = self.evaluate(expression)
            except RuntimeError as error:
                # While the browser goes to another page there is no place to evaluate in.
                value = error
            if value == expected:
                return
            time.sleep(0.02)
        raise AssertionError(f"{expression} is {value!r} instead of {expected!r}")

    def visit(self, url):
        self.call("Page.navigate", {"url": url})
        self.wait(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")

    def screen(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", {"format": "png"})["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": key})

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})
        self.browser.pages.pop(self.session, None)


if __name__ == "__main__":
    # For scripts that want to know whether there is a browser.
    raise SystemExit(0 if find_chromium() else 1)
