#!/usr/bin/env python3
"""Feeds check-words.py texts that break its rules, and sees it fail."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class CheckWords(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        os.mkdir(os.path.join(self.root, "Scripts"))
        shutil.copy(os.path.join(HERE, "words-never.txt"), os.path.join(self.root, "Scripts"))
        self.write("README.md", "# Good\n\nTrellis writes Swift.\n")

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def check(self, *arguments):
        process = subprocess.run(
            [sys.executable, os.path.join(HERE, "check-words.py"), self.root, *arguments], capture_output=True, text=True)
        return process.returncode, process.stdout + process.stderr

    def fails(self, *expected):
        code, output = self.check()
        self.assertEqual(code, 1, output)
        for text in expected:
            self.assertIn(text, output)

    def passes(self, *arguments):
        code, output = self.check(*arguments)
        self.assertEqual(code, 0, output)
        return output

    # MARK: Words

    def test_plain_text_passes(self):
        self.write("Sources/A/One.swift", "/// Reads a file. Whatever it contains, the kind of the remainder is kept.\nlet amended = 1\n")
        self.passes()

    def test_a_forbidden_word_fails_with_its_place(self):
        self.write("Sources/A/One.swift", "let a = 1\n// Reads it anew.\n")
        self.fails("Sources/A/One.swift:2: 'anew': write again", "Sources/A: 1 words, and 0 at most")

    def test_every_word_of_the_table_is_found(self):
        for word in ["is told of", "tells of", "is said of", "says of", "somebody", "nobody", "anybody", "whoever", "a person's",
                     "anew", "what came of", "what becomes of", "of its own accord", "takes over", "gives way", "lets go of",
                     "mend", "mended", "where nothing is said", "where there is none", "doomed", "lonely", "kin"]:
            self.write("Tests/A/One.swift", f"// Here {word} it.\n")
            with self.subTest(word=word):
                self.fails("Tests/A/One.swift:1:", "1 words, and 0 at most")

    def test_a_word_inside_a_name_is_found(self):
        for name in ["lonelyKeys", "isDoomed", "DoomedRow", "mended_file"]:
            self.write("Sources/A/One.swift", f"let {name} = 1\n")
            with self.subTest(name=name):
                self.fails("Sources/A/One.swift:1:")

    def test_a_phrase_over_two_comment_lines_is_found(self):
        self.write("Sources/A/One.swift", "    /// It is removed of its\n    /// own accord.\n")
        self.fails("Sources/A/One.swift:1: 'of its own accord'")

    def test_an_exception_needs_a_pattern_and_a_reason(self):
        self.write("Sources/A/One.swift", "let kin = 1\nlet lonely = 2\n")
        self.write("Scripts/words-allowed.txt", "Sources/A/*: let kin: a name of SQL\n")
        code, output = self.check()
        self.assertEqual(code, 1)
        self.assertNotIn("'kin'", output)
        self.assertIn("'lonely'", output)
        self.write("Scripts/words-allowed.txt", "Sources/A/*: let kin\n")
        self.fails("is not 'path: pattern: reason'")

    def test_words_of_a_root_without_a_table_cannot_pass(self):
        self.write("Scripts/words-never.txt", "# nothing\n")
        self.fails("lists no word")

    # MARK: Counts that may only fall

    def test_a_count_of_a_folder_may_not_rise(self):
        self.write("Sources/A/One.swift", "// anew\n// anew\n")
        self.write("Scripts/words-left.txt", "# Counts\nwords Sources/A 2\n")
        self.passes()
        self.write("Sources/A/Two.swift", "// anew\n")
        self.fails("Sources/A: 3 words, and 2 at most")

    def test_lower_writes_smaller_counts_and_never_greater_ones(self):
        self.write("Sources/A/One.swift", "// anew\n")
        self.write("Sources/B/One.swift", "// anew, anew\n")
        self.write("Sources/C/One.swift", "// again\n")
        self.write("Scripts/words-left.txt", "# Counts\nwords Sources/A 5\nwords Sources/B 1\nwords Sources/C 1\n")
        self.check("--lower")
        self.assertEqual(self.read("Scripts/words-left.txt"), "# Counts\nwords Sources/A 1\nwords Sources/B 1\n")
        self.fails("Sources/B: 2 words, and 1 at most")

    def test_the_count_of_a_folder_that_moved_is_not_lost(self):
        self.write("Sources/New/One.swift", "// anew, anew\n")
        left = "# Counts\nwords Sources/Old 2\n"
        self.write("Scripts/words-left.txt", left)
        self.fails("Sources/New: 2 words, and 0 at most", "lists Sources/Old, which does not exist")
        code, _ = self.check("--lower")
        self.assertEqual((code, self.read("Scripts/words-left.txt")), (1, left))
        self.passes("--moved", "Sources/Old", "Sources/New")
        self.assertEqual(self.read("Scripts/words-left.txt"), "# Counts\nwords Sources/New 2\n")
        self.passes()

    def test_moved_counts_are_added_to_those_of_the_new_path(self):
        self.write("Sources/New/One.swift", "// anew, anew, anew\n")
        self.write("Scripts/words-left.txt", "# Counts\nwords Sources/New 1\nwords Sources/Old 2\n")
        self.passes("--moved", "Sources/Old", "Sources/New")
        self.assertEqual(self.read("Scripts/words-left.txt"), "# Counts\nwords Sources/New 3\n")

    def test_a_folder_without_offences_that_was_removed_is_dropped_from_the_list(self):
        self.write("Scripts/words-left.txt", "# Counts\nwords Sources/Old 2\n")
        self.fails("lists Sources/Old, which does not exist")
        self.passes("--lower")
        self.assertEqual(self.read("Scripts/words-left.txt"), "# Counts\n")

    # MARK: Messages

    WORDS = "word " * 24 + "end"

    def test_a_long_sentence_of_a_literal_fails(self):
        for literal in [f'"{self.WORDS} more"', f'"{self.WORDS}" + " more"', f'"\\(name) {self.WORDS}"',
                        '"""\n    ' + self.WORDS + ' \\\n    more\n    """', f'#"{self.WORDS} more"#',
                        f'"Short. {self.WORDS} more. Short."', f'"\\(names.map {{ "a (b" }})" + " {self.WORDS}"']:
            self.write("Sources/A/One.swift", f"let message = {literal}\n")
            with self.subTest(literal=literal):
                self.fails("Sources/A/One.swift:1: a sentence of 26 words", "Sources/A: 1 messages, and 0 at most")

    def test_other_literals_pass(self):
        for text in [f'let message = "{self.WORDS}"', f'let a = "{self.WORDS}", b = "{self.WORDS}"',
                     f'let message = "{self.WORDS}. {self.WORDS}."', f'let sql = "SELECT {self.WORDS} more"',
                     f'// "{self.WORDS} more"\nlet a = 1', f'/* "{self.WORDS} more" */',
                     'let help = """\n    Examples:\n' + "      trellis check one two three\n" * 9 + '    """',
                     'let model = """\n    trellis: 1\n' + "    key: one two three\n" * 9 + '    """']:
            self.write("Sources/A/One.swift", text + "\n")
            with self.subTest(text=text):
                self.passes()

    def test_a_forbidden_word_in_two_joined_literals_is_found(self):
        self.write("Sources/A/One.swift", 'let message = "the version is told "\n    + "of here"\n')
        self.fails("Sources/A/One.swift:1: 'is told of'", "Sources/A: 1 words, and 0 at most")

    def test_literals_of_tests_do_not_count(self):
        self.write("Tests/A/One.swift", f'let message = "{self.WORDS} more"\n')
        self.passes()

    # MARK: Sentences and paragraphs

    LONG = "This sentence has " + "many " * 22 + "words.\n"
    SHORT = "Trellis writes Swift.\n"

    def test_a_long_sentence_fails_where_it_is_more_than_a_twentieth(self):
        self.write("Documentation/a.md", "# A\n\n" + self.LONG + (self.SHORT + "\n") * 18)
        self.fails("Documentation/a.md:3: a sentence of 26 words", "Documentation/a.md: 1 sentences, and 0 at most")
        self.write("Documentation/a.md", "# A\n\n" + self.LONG + (self.SHORT + "\n") * 19)
        self.passes()

    def test_sentences_of_items_and_cells_count(self):
        for text in ["- " + self.LONG, "1. " + self.LONG, "| key | " + self.LONG.strip() + " |\n"]:
            self.write("Documentation/a.md", text)
            with self.subTest(text=text):
                self.fails("a sentence of 26 words")

    def test_code_comments_and_links_do_not_count(self):
        self.write("Documentation/a.md", f"```\n{self.LONG}```\n\n<!-- {self.LONG.strip()} -->\n\nSee [a page](" + "a" * 40 + ").\n")
        self.passes()

    def test_a_long_paragraph_fails(self):
        self.write("Documentation/a.md", self.SHORT * 27)
        self.fails("Documentation/a.md:1: a paragraph of 81 words")
        self.write("Documentation/a.md", self.SHORT * 26)
        self.passes()

    def test_a_generated_page_may_have_long_paragraphs_but_no_long_sentences(self):
        self.write("Documentation/findings.md", self.SHORT * 27)
        self.passes()
        self.write("Documentation/findings.md", self.LONG)
        self.fails("a sentence of 26 words")


if __name__ == "__main__":
    unittest.main()
