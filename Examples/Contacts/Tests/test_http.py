"""The server over plain HTTP, as a browser without scripts uses it."""

import unittest

from server import ServerTest

HOSTILE = '<script>alert("1")</script>'
ESCAPED = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"


class Lists(ServerTest):
    def test_the_list_is_in_sections_by_age_and_then_first_name(self):
        for first, age in [("Émile", 36), ("bob", 36), ("Zoe", 7), ("Ada", 36), ("Nil", "")]:
            self.server.add(first, age=age)
        self.assertEqual(self.server.list(), [("unknown", ["Nil"]), ("7", ["Zoe"]), ("36", ["Ada", "bob", "Émile"])])

    def test_a_hostile_name_is_text_everywhere(self):
        events = self.events()
        number = self.server.add(HOSTILE, last="O'Brien & \"Sons\"")
        html = events.next()[2]["insertedRows"][0]["html"]
        for text in [self.server.get().text, self.server.get(f"/persons/{number}").text, html]:
            self.assertNotIn("<script>alert", text)
            self.assertIn(ESCAPED, text)
        self.assertEqual(self.server.get(f"/persons/{number}").fields["lastName"], "O'Brien & \"Sons\"")

    def test_pages_allow_nothing_from_elsewhere(self):
        headers = self.server.get().headers
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cache-Control"], "no-store")


class Refusals(ServerTest):
    def test_values_that_the_model_refuses_stay_in_the_form_with_a_message_beside_each(self):
        page = self.server.post("/persons", {"firstName": " ", "lastName": "Byron", "age": "abc", "phone": "call me"})
        self.assertEqual(page.status, 422)
        self.assertEqual(set(page.problems), {"firstName", "age", "phone"})
        self.assertEqual(page.problems["age"], "Age must be a whole number, at least 0.")
        self.assertEqual({name: page.fields[name] for name in ["lastName", "age", "phone"]}, {"lastName": "Byron", "age": "abc", "phone": "call me"})
        self.assertEqual(self.server.list(), [])

    def test_numbers_and_texts_beyond_the_bounds_are_refused(self):
        for age in ["-1", "151", "99999", "1" * 30, "3.5"]:
            page = self.server.post("/persons", {"firstName": "Ada", "age": age})
            self.assertEqual((page.status, set(page.problems)), (422, {"age"}), age)
        page = self.server.post("/persons", {"firstName": "A" * 61})
        self.assertEqual(page.problems["firstName"], "First name must have at most 60 characters.")

    def test_a_refused_change_leaves_the_person_as_it_was(self):
        number = self.server.add("Ada", age=36)
        page = self.server.change(number, age="-3")
        self.assertEqual((page.status, page.fields["age"]), (422, "-3"))
        self.assertEqual(self.server.list(), [("36", ["Ada"])])

    def test_requests_that_no_page_sends_are_refused(self):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for status, body, headers in [
            (415, "firstName=Ada", {"Content-Type": "text/plain"}),
            (400, "firstName=%E4%ZZ", form), (400, "firstName", form), (400, b"firstName=\xff", form),
            (413, "firstName=" + "A" * 20_000, form),
            (403, "firstName=Ada", form | {"Origin": "http://evil.example"}),
        ]:
            page = self.server.request("POST", "/persons", body, headers)
            self.assertEqual(page.status, status, body[:30])
            self.assertIn("<h1>The request was refused</h1>", page.text)
        self.assertEqual(self.server.list(), [])
        for path in ["/persons/999", "/persons/-1", "/persons/x", "/nowhere", "/persons/99999999999999999999"]:
            self.assertEqual(self.server.get(path).status, 404, path)

    def test_an_unknown_option_is_refused(self):
        import subprocess
        from server import PROGRAM
        for options, message in [(["--port", "x"], "no port"), (["--color", "red"], "usage"), (["--port", str(self.server.port), "--store", self.server.store], "cannot use port")]:
            run = subprocess.run([PROGRAM, *options], capture_output=True, text=True, timeout=20)
            self.assertEqual(run.returncode, 1)
            self.assertIn(message, run.stderr)


class TwoPeople(ServerTest):
    def test_a_change_on_top_of_an_unseen_change_is_a_conflict_that_a_second_save_resolves(self):
        number = self.server.add("Ada", "Byron", 36)
        form = self.server.get(f"/persons/{number}").fields
        self.server.change(number, age="37")
        page = self.server.post(f"/persons/{number}", form | {"lastName": "Lovelace"})
        self.assertEqual(page.status, 409)
        self.assertIn("Age is now “37”.", page.warning)
        self.assertEqual(self.server.list(), [("37", ["Ada Byron"])])
        # The form has both changes.
        self.assertEqual((page.fields["lastName"], page.fields["age"]), ("Lovelace", "37"))
        self.assertEqual(self.server.post(f"/persons/{number}", page.fields).status, 303)
        self.assertEqual(self.server.list(), [("37", ["Ada Lovelace"])])

    def test_a_person_who_was_changed_meanwhile_is_not_removed(self):
        number = self.server.add("Ada", age=36)
        form = self.server.get(f"/persons/{number}").fields
        self.server.change(number, age="37")
        page = self.server.post(f"/persons/{number}/remove", {"before": form["before"]})
        self.assertEqual(page.status, 409)
        self.assertEqual(self.server.list(), [("37", ["Ada"])])
        self.assertEqual(self.server.post(f"/persons/{number}/remove", {"before": page.fields["before"]}).status, 303)
        self.assertEqual(self.server.list(), [])

    def test_a_change_of_a_removed_person_is_kept_in_a_form_that_adds(self):
        number = self.server.add("Ada", age=36)
        form = self.server.get(f"/persons/{number}").fields
        self.assertEqual(self.server.remove(number).status, 303)
        self.assertEqual(self.server.get(f"/persons/{number}").status, 404)
        page = self.server.post(f"/persons/{number}", form | {"age": "37"})
        self.assertEqual((page.status, page.fields["age"]), (409, "37"))
        self.assertIn("Ada was removed meanwhile", page.warning)
        self.assertIn('action="/persons"', page.text)
        # A second removal has nothing to do.
        self.assertEqual(self.server.post(f"/persons/{number}/remove", {"before": form["before"]}).status, 303)

    def test_a_name_with_line_ends_of_another_program_can_be_changed(self):
        number = self.server.add("Ada")
        self.server.sql("UPDATE person SET last_name = 'By\r\nron', _version = _version + 1")
        self.assertEqual(self.server.change(number, age="5").status, 303)


class Stopping(ServerTest):
    def test_control_c_ends_the_server_and_leaves_one_file(self):
        import os
        self.events()
        self.server.add("Ada", age=36)
        self.assertEqual(self.server.stop(), (0, "Stopped."))
        self.assertEqual(os.listdir(os.path.dirname(self.server.store)), ["contacts.sqlite"])
        self.server.start()
        self.assertEqual(self.server.list(), [("36", ["Ada"])])


if __name__ == "__main__":
    unittest.main()
