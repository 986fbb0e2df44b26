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
        self.write("Scripts/words-left.txt", "# Counts\nwords Sources/A 5\nwords Sources/B 1\nwords Sources/C 1\n")
        self.check("--lower")
        self.assertEqual(self.read("Scripts/words-left.txt"), "# Counts\nwords Sources/A 1\nwords Sources/B 1\n")
        self.fails("Sources/B: 2 words, and 1 at most")

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
