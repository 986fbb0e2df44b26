"""The program under test, and its answers over plain HTTP."""

import contextlib
import http.client
import json
import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.parse
from html.parser import HTMLParser

PROGRAM = os.environ["CONTACTS_SERVER"]


class Server:
    """A server on a free port of this machine, with a store of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = os.path.join(self.folder.name, "contacts.sqlite")
        self.port = 0
        self.start()

    def start(self):
        """Starts the program; after a stop at the same port, with the same store."""
        self.process = subprocess.Popen(
            [PROGRAM, "--port", str(self.port), "--store", self.store], stdout=subprocess.PIPE, text=True)
        first = self.process.stdout.readline()
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", first)[1])

    def stop(self):
        """Presses Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=20)
        return self.process.returncode, rest.splitlines()[-1]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.folder.cleanup()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    # Requests

    def request(self, method, path, body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        page = Page(answer.status, answer.headers, answer.read().decode())
        connection.close()
        return page

    def get(self, path="/"):
        return self.request("GET", path)

    def post(self, path, fields, headers={}):
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.request("POST", path, urllib.parse.urlencode(fields), kind | headers)

    # What one does with pages

    def add(self, first, last="", age="", phone=""):
        """Adds a person with the form; returns the person's number."""
        answer = self.post("/persons", {"firstName": first, "lastName": last, "age": age, "phone": phone})
        assert answer.status == 303, answer.text
        return int(answer.headers["Location"].removeprefix("/#person-"))

    def change(self, number, **fields):
        """Opens the form of a person, types, and saves."""
        return self.post(f"/persons/{number}", self.get(f"/persons/{number}").fields | fields)

    def remove(self, number):
        fields = self.get(f"/persons/{number}").fields
        return self.post(f"/persons/{number}/remove", {"before": fields["before"]})

    def list(self):
        """The sections of the list with the names in them: [("36", ["Ada Byron"])]."""
        return sections(self.get().text)

    def sql(self, statement):
        """Writes to the store as another program."""
        with contextlib.closing(sqlite3.connect(self.store)) as store, store:
            store.execute(statement)

    def events(self, after=None):
        if after is None:
            after = self.get().position
        return Events(self.port, after)


class Page(HTMLParser):
    """An answer, and the fields that its first form would send."""

    def __init__(self, status, headers, text):
        super().__init__()
        self.status, self.headers, self.text = status, headers, text
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "input":
            self.fields.setdefault(attributes["name"], attributes["value"])

    @property
    def position(self):
        return re.search(r'data-position="([^"]*)"', self.text)[1]

    @property
    def problems(self):
        return dict(re.findall(r'id="(\w+)-problem">(.*?)<', self.text))

    @property
    def warning(self):
        found = re.search(r'<div class="warning" role="alert">(.*?)</div>', self.text, re.DOTALL)
        return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", found[1])).strip() if found else None


def sections(html):
    found = re.findall(r"<section.*?<b[^>]*>(.*?)</b></h2><ul>(.*?)</ul>", html)
    return [(name, [person(row) for row in re.findall("<li.*?</li>", rows)]) for name, rows in found]


def person(row):
    first, last = re.search(r'class="person"[^>]*><b>(.*?)</b>(.*?)</a>', row).groups()
    return (first + last).strip()


class Events:
    """What a page receives from the server after a position."""

    def __init__(self, port, position):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", "/events?after=" + urllib.parse.quote(position))
        self.answer = self.connection.getresponse()
        assert self.answer.headers["Content-Type"].startswith("text/event-stream")

    def next(self):
        """The next event: its name, its position and its data; nil at the end."""
        name, position, data = "message", None, None
        while True:
            line = self.answer.readline().decode()
            if not line:
                return None
            line = line.rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("id: "):
                position = line[4:]
            elif line.startswith("data: "):
                data = json.loads(line[6:])
            elif not line and data is not None:
                return name, position, data

    def change(self):
        """The places of the next change, without those that are empty and without HTML."""
        name, _, data = self.next()
        assert name == "message", name
        places = {}
        for key, value in data.items():
            if value:
                places[key] = [{k: v for k, v in item.items() if k != "html"} if isinstance(item, dict) else item for item in value]
        return places

    def close(self):
        self.connection.close()


class ServerTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)

    def events(self, after=None):
        events = self.server.events(after)
        self.addCleanup(events.close)
        return events
