"""The events that open pages receive: the changes that the controller reports, and nothing else."""

import os
import random
import unittest

from server import ServerTest, person, sections


class Changes(ServerTest):
    def test_an_event_has_the_change_and_nothing_else(self):
        ada = self.server.add("Ada", age=36)
        carl = self.server.add("Carl", age=36)
        events = self.events()

        # Carl is shifted, which is no change of his.
        bob = self.server.add("Bob", age=36)
        self.assertEqual(events.change(), {"insertedRows": [{"at": [0, 1]}]})
        self.server.change(bob, phone="12")
        self.assertEqual(events.change(), {"updatedRows": [{"at": [0, 1]}]})
        self.server.change(ada, firstName="Zoe")
        self.assertEqual(events.change(), {"movedRows": [{"from": [0, 0], "to": [0, 2]}], "updatedRows": [{"at": [0, 2]}]})
        # A save that changes nothing reports nothing.
        self.server.change(ada)
        self.server.change(carl, age="7")
        self.assertEqual(
            events.change(),
            {"insertedSections": [{"index": 0}], "movedRows": [{"from": [0, 1], "to": [0, 0]}], "updatedRows": [{"at": [0, 0]}]})
        self.server.remove(carl)
        self.assertEqual(events.change(), {"deletedSections": [0], "deletedRows": [[0, 0]]})

    def test_saves_of_other_programs_are_events_too(self):
        self.server.add("Ada", age=36)
        events = self.events()
        self.server.sql("INSERT INTO person (first_name, sort_name, age) VALUES ('Bob', 'bob', 7)")
        self.assertEqual(events.change(), {"insertedSections": [{"index": 0}], "insertedRows": [{"at": [0, 0]}]})
        self.assertEqual(self.server.list(), [("7", ["Bob"]), ("36", ["Ada"])])

    def test_the_old_list_with_all_changes_is_the_new_list(self):
        seed = int(os.environ.get("TRELLIS_SEED", random.randrange(1 << 32)))
        print(f"seed {seed} ", end="", flush=True)
        choice = random.Random(seed)
        copy, events, numbers = [], self.events(), []
        for step in range(60):
            before = self.server.get().position
            kind = choice.random()
            if not numbers or kind < 0.4:
                numbers.append(self.server.add(choice.choice("AbCdEf"), str(step), choice.choice(["", 7, 8, 36])))
            elif kind < 0.8:
                self.server.change(choice.choice(numbers), firstName=choice.choice("AbCdEf"), age=choice.choice(["", "7", "8", "36"]))
            else:
                self.server.remove(numbers.pop(choice.randrange(len(numbers))))
            page = self.server.get()
            if page.position != before:
                name, position, data = events.next()
                self.assertEqual((name, position), ("message", page.position))
                apply(data, copy)
            self.assertEqual(copy, sections(page.text), f"seed {seed}, step {step}")


class Reconnecting(ServerTest):
    def test_a_page_that_was_away_receives_what_it_has_missed(self):
        start = self.server.get().position
        self.server.add("Ada", age=36)
        self.server.add("Bob", age=36)
        events = self.events(after=start)
        self.assertEqual(events.change()["insertedRows"], [{"at": [0, 0]}])
        self.assertEqual(events.change()["insertedRows"], [{"at": [0, 1]}])

    def test_a_position_of_another_run_or_of_long_ago_is_outdated(self):
        start = self.server.get().position
        for position in ["", "x", "-", "00000000-0", start + "9", start.replace("-0", "--1")]:
            events = self.events(after=position)
            self.assertEqual(events.next()[0], "outdated", position)
            self.assertIsNone(events.next())
        for number in range(201):
            self.server.add(f"Person {number}")
            # Without this several additions may be one change.
            self.server.get()
        self.assertEqual(self.events(after=start).next()[0], "outdated")


def apply(data, copy):
    """Does what the page's script does, to [("36", ["Ada"])]."""
    moved = [(move["to"], copy[move["from"][0]][1][move["from"][1]]) for move in data["movedRows"]]
    for section, row in sorted(data["deletedRows"] + [move["from"] for move in data["movedRows"]], reverse=True):
        del copy[section][1][row]
    for index in reversed(data["deletedSections"]):
        assert copy[index][1] == [], "a section with rows vanishes"
        del copy[index]
    for section in data["insertedSections"]:
        copy.insert(section["index"], sections(section["html"])[0])
    for place, row in sorted(moved + [(row["at"], person(row["html"])) for row in data["insertedRows"]]):
        copy[place[0]][1].insert(place[1], row)
    for row in data["updatedRows"]:
        copy[row["at"][0]][1][row["at"][1]] = person(row["html"])


if __name__ == "__main__":
    unittest.main()
