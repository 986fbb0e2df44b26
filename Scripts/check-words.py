#!/usr/bin/env python3
"""Checks the words and sentences of Trellis' texts.

    check-words.py [ROOT] [--lower] [--moved OLD NEW] [--list PATH] [--figures]

Four rules hold:

  words       a word of words-never.txt is in no file, except where words-allowed.txt permits it
  sentences   at most 5 % of a page's sentences have more than 25 words
  paragraphs  no paragraph of a page has more than 80 words (tables, lists, code and generated pages aside)
  messages    no sentence of a string literal in Sources has more than 25 words: messages, fix-its, help, errors

words-left.txt has the counts of folders and pages that break a rule still. A count may only fall: --lower writes today's
counts if they are lower. After a folder or page moved, --moved gives its counts to the new path. --list prints each offence
below a path, listed or not; --figures prints the figures only.

The exit code is 1 if a count is above its limit, or if a listed folder or page does not exist.
"""
import argparse
import fnmatch
import os
import re
import sys

TOP = ["Benchmarks", "Documentation", "Examples", "Makefile", "Package.swift", "Plugins", "README.md", "CHANGELOG.md",
       "CONTRIBUTING.md", "Schemas", "Scripts", "Sources", "Templates", "Tests"]
ENDINGS = (".swift", ".yaml", ".yml", ".txt", ".sql", ".md", ".sh", ".py", ".mustache", ".h", ".c", ".ts", ".modulemap", ".dict")
# Folders whose files other programs wrote, or that repeat another folder.
SKIPPED = {"Generated", "node_modules"}
LISTS = {"Scripts/words-never.txt", "Scripts/words-allowed.txt"}
GENERATED_PAGES = {"Documentation/findings.md", "Documentation/command-line.md"}
LONGEST_SENTENCE = 25
LONGEST_PARAGRAPH = 80
SHARE = 0.05


class Offence:
    def __init__(self, kind, path, line, text):
        self.kind, self.path, self.line, self.text = kind, path, line, text

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


# MARK: Files

def files(root):
    """The paths of all texts below a folder, relative to it and sorted."""
    found = []
    for top in TOP:
        start = os.path.join(root, top)
        if os.path.isfile(start):
            found.append(top)
        for folder, folders, names in os.walk(start):
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
            for name in sorted(names):
                if name.endswith(ENDINGS) or "." not in name:
                    found.append(os.path.relpath(os.path.join(folder, name), root))
    return [path for path in found if path not in LISTS and not os.path.islink(os.path.join(root, path))]


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def rows(root, name):
    """The lines of a list of ours, without comments; none where the file does not exist."""
    path = os.path.join(root, "Scripts", name)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


# MARK: Words

def split_names(text):
    """Text in lower case in which the words of a camelCase or snake_case name stand apart."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.sub(r"_", " ", text).replace("\u2019", "'").lower()


class Table:
    """The forbidden words as one expression. A space in a word also matches a line break and the signs that begin a comment."""

    def __init__(self, rows):
        self.better = [row.partition("\t")[2] for row in rows]
        words = [row.partition("\t")[0].replace(" ", r"\s+(?:[/#*-]+\s*)?") for row in rows]
        self.pattern = re.compile(r"(?<![a-z])(?:" + "|".join(f"(?P<w{n}>{word})" for n, word in enumerate(words)) + r")(?![a-z])")

    def matches(self, text):
        """Where a text has a forbidden word: the line, the word, and what to write instead."""
        text = split_names(text)
        for match in self.pattern.finditer(text):
            better = self.better[int(match.lastgroup[1:])]
            yield text.count("\n", 0, match.start()) + 1, " ".join(re.findall(r"[a-z']+", match.group())), better


def allowed_places(root):
    places = []
    for row in rows(root, "words-allowed.txt"):
        parts = [part.strip() for part in row.split(": ", 2)]
        if len(parts) != 3 or not all(parts):
            raise SystemExit(f"words-allowed.txt: '{row}' is not 'path: pattern: reason'")
        places.append((parts[0], re.compile(parts[1])))
    return places


def word_offences(path, text, table, allowed):
    here = [pattern for place, pattern in allowed if fnmatch.fnmatch(path, place)]
    lines = text.split("\n")
    for line, word, better in table.matches(text):
        if not any(pattern.search(lines[line - 1]) for pattern in here):
            yield Offence("words", path, line, f"'{word}': write {better}")


# MARK: Sentences and paragraphs

CODE = re.compile(r"^\s*(```|~~~)")
LIST = re.compile(r"^\s*([-*+]|\d+\.)\s+")


def blocks(text):
    """The texts of a page: line, kind ('paragraph', 'item', 'cell'), text. Code, headings and comments are left out."""
    code = comment = False
    kind, start, gathered = None, 0, []

    def flush():
        nonlocal kind, gathered
        out = [(start, kind, " ".join(gathered))] if gathered else []
        kind, gathered = None, []
        return out

    for number, line in enumerate(text.split("\n"), 1):
        if CODE.match(line):
            yield from flush()
            code = not code
            continue
        if code:
            continue
        if comment or line.lstrip().startswith("<!--"):
            yield from flush()
            comment = "-->" not in line
            continue
        if not line.strip() or line.startswith("#"):
            yield from flush()
        elif line.lstrip().startswith("|"):
            yield from flush()
            for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                if cell.strip(" -:"):
                    yield (number, "cell", cell.strip())
        elif LIST.match(line):
            yield from flush()
            kind, start, gathered = "item", number, [LIST.sub("", line)]
        else:
            if kind is None:
                kind, start = "paragraph", number
            gathered.append(line.strip())
    yield from flush()


def words(text):
    """The words of a text. A stretch of code counts as one, and so does a link's address."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"``.*?``|`[^`]*`", "code", text)
    return [word for word in text.split() if re.search(r"[A-Za-z0-9]", word)]


def sentences(text):
    """The sentences of a text: parted by '.', '!' or '?' before a space. A semicolon does not end one."""
    text = re.sub(r"``.*?``|`[^`]*`", "code", text)
    return [part for part in re.split(r"(?<=[.!?])[*_)\"']*\s+", text) if words(part)]


def page_offences(path, text):
    """How many sentences a page has, and what is wrong with them."""
    count, offences = 0, []
    for line, kind, block in blocks(text):
        for sentence in sentences(block):
            count += 1
            length = len(words(sentence))
            if length > LONGEST_SENTENCE:
                offences.append(Offence("sentences", path, line, f"a sentence of {length} words: {' '.join(sentence.split()[:8])} …"))
        length = len(words(block))
        if kind == "paragraph" and length > LONGEST_PARAGRAPH and path not in GENERATED_PAGES:
            offences.append(Offence("paragraphs", path, line, f"a paragraph of {length} words: {' '.join(block.split()[:8])} …"))
    return count, offences


# MARK: Messages

# What begins a literal of code, not of a sentence.
CODE_TEXT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|VACUUM|CASE|--|//|#|[{}<@$])")
YAML_LINE = re.compile(r"^\s*(- |[\w.'\"$-]+:( |$))")


def skip_interpolation(text, at):
    """The index after the ')' that closes an interpolation; `at` is after its '('."""
    depth = 1
    while at < len(text) and depth:
        if text[at] == '"':
            at = literal_end(text, at)[0]
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def literal_end(text, at):
    """The index after a literal that begins at a quote, and its words: each interpolation becomes 'code'."""
    hashes = 0
    while at - hashes > 0 and text[at - hashes - 1] == "#":
        hashes += 1
    quote = '"""' if text.startswith('"""', at) else '"'
    escape, end = "\\" + "#" * hashes, quote + "#" * hashes
    at += len(quote)
    parts = []
    while at < len(text) and not text.startswith(end, at):
        if text.startswith(escape + "(", at):
            at = skip_interpolation(text, at + len(escape) + 1)
            parts.append("code")
        elif text.startswith(escape, at):
            following = text[at + len(escape):at + len(escape) + 1]
            # A line that ends with a backslash continues on the next one.
            parts.append({"n": "\n", "\n": "", "t": " "}.get(following, following))
            at += len(escape) + 1
        else:
            parts.append(text[at])
            at += 1
    return at + len(end), "".join(parts)


def literals(text):
    """The string literals of Swift code: line and pieces. Literals that '+' joins are one, of several pieces."""
    at, found, joins = 0, None, False
    while at < len(text):
        if text.startswith("//", at):
            at = (text.find("\n", at) + 1) or len(text)
        elif text.startswith("/*", at):
            at = (text.find("*/", at) + 2) if "*/" in text[at:] else len(text)
        elif text[at] == '"':
            line = text.count("\n", 0, at) + 1
            at, words_of_literal = literal_end(text, at)
            if found and joins:
                found[1].append(words_of_literal)
            else:
                if found:
                    yield found
                found = (line, [words_of_literal])
            joins = False
        else:
            if text[at] == "+":
                joins = True
            elif not text[at].isspace() and text[at] != "#":
                if found:
                    yield found
                found, joins = None, False
            at += 1
    if found:
        yield found


def message_sentences(text):
    """The sentences of a literal. Lines of code, of YAML and of examples, which are indented, are left out."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        margin = min((len(line) - len(line.lstrip()) for line in lines), default=0)
        lines = [line for line in lines if len(line) - len(line.lstrip()) == margin]
        if len(lines) > 1 and any(YAML_LINE.match(line) for line in lines) or lines and CODE_TEXT.match(lines[0]):
            continue
        yield from sentences(" ".join(lines))


def message_offences(path, text, table, allowed):
    """Long sentences in literals, and forbidden words of which each literal has only a part."""
    here = [pattern for place, pattern in allowed if fnmatch.fnmatch(path, place)]
    for line, pieces in literals(text):
        joined = "".join(pieces)
        for sentence in message_sentences(joined):
            length = len(words(sentence))
            if length > LONGEST_SENTENCE:
                yield Offence("messages", path, line, f"a sentence of {length} words: {' '.join(sentence.split()[:8])} …")
        if len(pieces) > 1 and not any(pattern.search(joined) for pattern in here):
            apart = sum(len(list(table.matches(piece))) for piece in pieces)
            for _, word, better in list(table.matches(joined))[apart:]:
                yield Offence("words", path, line, f"'{word}': write {better}")


# MARK: Limits

def folder(path):
    """What a count of words is kept for: a folder of the first two levels, or a page."""
    parts = path.split("/")
    if len(parts) == 1 or parts[0] in ("Documentation", "Scripts"):
        return path
    return "/".join(parts[:2]) if len(parts) > 2 else parts[0]


def limits(root):
    """kind and path to the count that is still permitted."""
    result = {}
    for row in rows(root, "words-left.txt"):
        kind, path, count = row.split()
        result[(kind, path)] = int(count)
    return result


def is_page(path):
    return path == "README.md" or path.endswith(".md") and path.startswith("Documentation/")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", nargs="?", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    parser.add_argument("--lower", action="store_true")
    parser.add_argument("--moved", nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--list")
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    root = options.root

    forbidden = rows(root, "words-never.txt")
    if not forbidden:
        raise SystemExit("Scripts/words-never.txt lists no word")
    table, allowed, permitted = Table(forbidden), allowed_places(root), limits(root)
    if options.moved:
        permitted = moved(permitted, *options.moved)
        write_limits(root, permitted, {})
    paths = files(root)
    if not paths:
        raise SystemExit(f"{root} has no file to check")

    found, totals, shares = {}, {}, {}
    for path in paths:
        text = read(root, path)
        for offence in word_offences(path, text, table, allowed):
            found.setdefault(("words", folder(path)), []).append(offence)
        if path.startswith("Sources/") and path.endswith(".swift"):
            for offence in message_offences(path, text, table, allowed):
                found.setdefault((offence.kind, folder(path)), []).append(offence)
        if is_page(path):
            totals[path], offences = page_offences(path, text)
            shares[("sentences", path)] = int(totals[path] * SHARE)
            for offence in offences:
                found.setdefault((offence.kind, path), []).append(offence)

    failed, lower = False, []
    for key in sorted(set(found) | set(permitted)):
        offences = found.get(key, [])
        limit = max(permitted.get(key, 0), shares.get(key, 0))
        if options.list and key[1].startswith(options.list) or len(offences) > limit:
            for offence in offences:
                print(offence)
        if len(offences) > limit and not options.list:
            failed = True
            print(f"{key[1]}: {len(offences)} {key[0]}, and {limit} at most")
        if len(offences) < permitted.get(key, 0):
            lower.append(key)

    missing = sorted({path for _, path in permitted if not os.path.exists(os.path.join(root, path))})
    # Without this the counts of a folder that moved would get lost with its old name.
    if missing and (failed or not options.lower) and not options.list and not options.figures:
        for path in missing:
            print(f"words-left.txt lists {path}, which does not exist: run --moved {path} NEW if it moved, or else --lower")
        failed = True

    count = {kind: sum(len(offences) for key, offences in found.items() if key[0] == kind)
             for kind in ("words", "sentences", "paragraphs", "messages")}
    total = sum(totals.values())
    share = 100 * count["sentences"] / total if total else 0
    print(f"{count['words']} forbidden words in {len(paths)} files; {count['sentences']} of {total} sentences in pages ({share:.1f} %) "
          f"have more than {LONGEST_SENTENCE} words; {count['paragraphs']} paragraphs have more than {LONGEST_PARAGRAPH}; "
          f"{count['messages']} sentences in messages have more than {LONGEST_SENTENCE}.")

    if options.lower and not (missing and failed):
        write_limits(root, {key: min(len(found.get(key, [])), limit) for key, limit in permitted.items()}, shares)
    elif lower and not failed and not options.figures:
        print("Counts fell below those of Scripts/words-left.txt: run Scripts/check-words.py --lower and commit it.")
    sys.exit(1 if failed and not options.figures else 0)


def moved(counts, old, new):
    """The counts, with those of an old path added to those of a new one."""
    result = {}
    for (kind, path), count in counts.items():
        key = (kind, new if path == old else new + path[len(old):] if path.startswith(old + "/") else path)
        result[key] = result.get(key, 0) + count
    return result


def write_limits(root, counts, shares):
    """Writes the counts that rules still need; a page within its share, and a folder without a word, needs none."""
    head = [line for line in open(os.path.join(root, "Scripts", "words-left.txt"), encoding="utf-8") if line.startswith("#")]
    with open(os.path.join(root, "Scripts", "words-left.txt"), "w", encoding="utf-8") as file:
        file.writelines(head)
        for (kind, path), count in sorted(counts.items()):
            if count > shares.get((kind, path), 0):
                file.write(f"{kind} {path} {count}\n")


if __name__ == "__main__":
    main()
