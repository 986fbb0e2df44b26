"""Open pages in a browser: two that follow each other, one without scripts, and how they look."""

import json
import os
import unittest

from browser import Browser, find_chromium
from server import ServerTest

CHROMIUM = find_chromium()
LIST = """JSON.stringify([...document.querySelectorAll("#list > section")].map(section =>
    [section.querySelector("h2 b").textContent, [...section.querySelectorAll("li .person")].map(row => row.textContent.trim())]))"""


def setUpModule():
    global browser
    browser = Browser(CHROMIUM) if CHROMIUM else None


def tearDownModule():
    if browser:
        browser.close()


@unittest.skipUnless(CHROMIUM, "there is no Chromium")
class BrowserTest(ServerTest):
    def open(self, path="/", live=True):
        page = browser.open(self.server.url + path)
        self.addCleanup(page.close)
        if live:
            page.wait("document.getElementById('connection').textContent", "Live")
        return page

    def expect(self, page, sections):
        """Waits until a page shows these sections, which are those of the server."""
        page.wait(LIST, json.dumps(sections, ensure_ascii=False, separators=(",", ":")))
        self.assertEqual(self.server.list(), [(name, people) for name, people in sections])

    def submit(self, page, fields={}, form="main form"):
        """Types into the fields of a form, presses its button, and waits for the next page."""
        typing = "".join(f"form.elements[{json.dumps(name)}].value = {json.dumps(value)};" for name, value in fields.items())
        page.evaluate(
            f"{{ const form = document.querySelector({json.dumps(form)}); {typing} document.body.id = 'old'; form.querySelector('button').click() }}")
        page.wait("document.readyState === 'complete' && document.body.id !== 'old'")

    def follow(self, page, link):
        """Clicks a link, and waits for the next page."""
        address = page.evaluate(f"document.querySelector({json.dumps(link)}).href")
        page.evaluate(f"document.querySelector({json.dumps(link)}).click()")
        page.wait(f"location.href === {json.dumps(address)} && document.readyState === 'complete'")


class TwoPages(BrowserTest):
    def test_what_is_done_in_one_page_happens_in_the_other(self):
        for first, age in [("Ada", 36), ("Carl", 36), ("Zoe", 70)]:
            self.server.add(first, age=age)
        one, other = self.open(), self.open()
        self.expect(other, [["36", ["Ada", "Carl"]], ["70", ["Zoe"]]])

        # An entry at its sorted position, and in a section of its own.
        self.follow(one, "header a")
        self.submit(one, {"firstName": "bob", "age": "36"})
        self.expect(other, [["36", ["Ada", "bob", "Carl"]], ["70", ["Zoe"]]])
        other.wait("document.getElementById('status').textContent", "Added: bob.")
        one.wait("document.querySelector(':target .person')?.textContent.trim()", "bob")
        self.follow(one, "header a")
        self.submit(one, {"firstName": "Dora", "age": "7"})
        self.expect(other, [["7", ["Dora"]], ["36", ["Ada", "bob", "Carl"]], ["70", ["Zoe"]]])

        # A changed row moves, and the focus moves with it. Its old section vanishes.
        other.evaluate("document.querySelector('#person-1 .person').focus()")
        self.follow(one, "#person-1 .person")
        self.submit(one, {"age": "70", "phone": "12 34"})
        self.expect(other, [["7", ["Dora"]], ["36", ["bob", "Carl"]], ["70", ["Ada", "Zoe"]]])
        self.assertEqual(other.evaluate("document.activeElement.closest('li').id"), "person-1")
        self.assertEqual(other.evaluate("document.querySelector('#person-1 .phone').textContent"), "12 34")
        self.follow(one, "a[href='/persons/5']")
        self.submit(one, {"age": ""})
        self.expect(other, [["unknown", ["Dora"]], ["36", ["bob", "Carl"]], ["70", ["Ada", "Zoe"]]])

        # A removed row vanishes, the last one with its section, and the focus stays in the list.
        self.follow(one, "#person-1 .person")
        self.submit(one, form="details form")
        self.expect(other, [["unknown", ["Dora"]], ["36", ["bob", "Carl"]], ["70", ["Zoe"]]])
        self.assertEqual(other.evaluate("document.activeElement.id"), "list")
        other.wait("document.getElementById('status').textContent", "Removed: Ada.")
        for number in [2, 3, 4, 5]:
            self.server.remove(number)
        self.expect(other, [])
        self.assertNotEqual(other.evaluate("getComputedStyle(document.querySelector('.empty')).display"), "none")
        self.assertEqual(one.complaints + other.complaints, [])

    def test_a_page_follows_the_server_over_a_restart(self):
        self.server.add("Ada", age=36)
        page = self.open()
        self.assertEqual(page.complaints, [])
        self.server.stop()
        page.wait("document.getElementById('connection').dataset.state", "lost")
        self.server.start()
        self.server.add("Bob", age=36)
        self.expect(page, [["36", ["Ada", "Bob"]]])
        page.wait("document.getElementById('connection').textContent", "Live")
        self.server.add("Carl", age=7)
        self.expect(page, [["7", ["Carl"]], ["36", ["Ada", "Bob"]]])
        # The browser itself reports requests that nothing answered, and nothing else.
        self.assertEqual([text for text in page.complaints if "net::ERR" not in str(text)], [])

    def test_a_hostile_name_runs_nothing(self):
        page = self.open()
        self.server.add("<img src=x onerror=alert(1)>", "\"' onfocus=alert(1) x='", age=1)
        page.wait("document.querySelector('#list .person')?.textContent", "<img src=x onerror=alert(1)> \"' onfocus=alert(1) x='")
        self.assertEqual(page.evaluate("document.images.length"), 0)
        page.visit(self.server.url + "/persons/1")
        self.assertEqual(page.evaluate("document.getElementById('firstName').value"), "<img src=x onerror=alert(1)>")
        self.assertEqual(page.complaints, [])


class WithoutScripts(BrowserTest):
    def test_one_can_add_correct_change_and_remove(self):
        page = self.open(live=False)
        page.call("Emulation.setScriptExecutionDisabled", {"value": True})
        page.visit(self.server.url + "/persons/new")
        page.evaluate("document.querySelector('#firstName').removeAttribute('required')")
        self.submit(page, {"firstName": "", "lastName": "Byron"})
        page.wait("document.querySelector('#firstName-problem')?.textContent", "First name must not be empty.")
        self.assertEqual(page.evaluate("document.querySelector('#lastName').value"), "Byron")
        self.submit(page, {"firstName": "Ada", "age": "36"})
        self.expect(page, [["36", ["Ada Byron"]]])
        self.follow(page, "#person-1 .person")
        self.submit(page, {"age": "37"})
        self.expect(page, [["37", ["Ada Byron"]]])
        self.assertIn("Reload the page", page.evaluate("document.querySelector('noscript').textContent"))
        self.follow(page, "#person-1 .person")
        self.submit(page, form="details form")
        self.expect(page, [])


class Looks(BrowserTest):
    def test_pages_fit_their_screen_and_every_field_has_a_label(self):
        for first, last, age, phone in [
            ("Mia", "", "", ""), ("Ada", "Byron", 36, "+44 20 7946 0018"), ("Bernhard-Maximilian", "Wolfeschlegelsteinhausenberger" * 2, 36, "1" * 40),
            ("Émile", "Zola", 36, ""), ("Grace", "Hopper", 85, "+1 202 555 0143"), ("Alan", "Turing", 41, ""), ("Hedy", "Lamarr", 85, "")]:
            self.server.add(first, last, age, phone)
        pages = {"list": self.open(), "form": self.open("/persons/2", live=False), "refused": self.open("/persons/new", live=False)}
        self.submit(pages["refused"], {"firstName": "Ada", "age": "old", "phone": "call me"})
        pages["refused"].wait("document.querySelectorAll('.problem').length", 2)
        pages["refused"].wait("document.activeElement.id", "age")
        pages["conflict"] = self.open("/persons/2", live=False)
        self.server.change(2, age="37")
        self.submit(pages["conflict"], {"lastName": "Lovelace"})
        pages["conflict"].wait("document.querySelectorAll('.warning li').length", 1)

        for name, page in pages.items():
            self.assertEqual(page.evaluate("document.querySelectorAll('h1').length"), 1)
            self.assertTrue(page.evaluate("[...document.querySelectorAll('input:not([type=hidden])')].every(field => field.labels.length === 1)"))
            for width, height in [(360, 740), (1280, 800)]:
                for dark in [False, True]:
                    page.screen(width, height, dark)
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{name} at {width}")
                    if folder := os.environ.get("CONTACTS_SCREENSHOTS"):
                        page.screenshot(os.path.join(folder, f"{name}-{width}-{'dark' if dark else 'light'}.png"))


if __name__ == "__main__":
    unittest.main()
