#!/usr/bin/env python3
"""Types a page of the documentation: every command, every file and every edit that its blocks show, in their order.

    type-page.py PAGE FOLDER [--record]

A block's fence says what it is:

    ```sh                    commands, one a line; the folder that they change to stays
    ```sh exit=1             the last of them ends with this exit code
    ```text                  what the commands before have printed; a line "…" stands for any number of lines
    ```yaml file=PATH        a new file
    ```yaml shows=PATH       lines of a file that is there
    ```diff file=PATH        an edit: lines with '-' go, lines with '+' come

A block below a line "<!-- Not typed: why. -->" is left out, and told. With --record what was printed is written into the page
where it shows something else, and the exit code is 1.
"""
import os
import re
import subprocess
import sys

MARK = re.compile(r"<!-- Not typed: .+\. -->")


class Failure(Exception):
    pass


class Block:
    def __init__(self, line, words, body, mark):
        self.line, self.body, self.mark = line, body, mark
        self.kind = words[0] if words else ""
        self.options = dict(word.split("=", 1) for word in words[1:])


def blocks(lines):
    index = 0
    while index < len(lines):
        if lines[index].startswith("```"):
            start, words = index, lines[index][3:].split()
            index += 1
            body = []
            while index < len(lines) and lines[index] != "```":
                body.append(lines[index])
                index += 1
            yield Block(start + 1, words, body, start > 0 and bool(MARK.fullmatch(lines[start - 1])))
        index += 1


class Typist:
    def __init__(self, folder):
        self.folder = self.place = os.path.realpath(folder)
        self.printed = None
        self.commands = 0

    def path(self, name):
        return os.path.join(self.place, name)

    def type(self, block):
        if block.kind == "sh":
            self.run(block)
        elif block.kind == "diff":
            self.edit(block)
        elif "file" in block.options:
            path = self.path(block.options["file"])
            if os.path.exists(path):
                raise Failure(f"'{block.options['file']}' is there already")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write("".join(line + "\n" for line in block.body))
        elif "shows" in block.options:
            if self.find(self.lines(block.options["shows"]), block.body) is None:
                raise Failure(f"the lines do not stand in '{block.options['shows']}'")
        else:
            raise Failure(f"unknown kind of block '{block.kind}'")

    def run(self, block):
        self.printed = []
        for number, command in enumerate(block.body):
            self.commands += 1
            wanted = int(block.options.get("exit", 0)) if number == len(block.body) - 1 else 0
            # SwiftPM prints its build progress on the error stream, and differently each time.
            apart = subprocess.PIPE if command.startswith("swift ") else subprocess.STDOUT
            reader, writer = os.pipe()
            script = f"{command}\nstatus=$?\npwd >&{writer}\nexit $status"
            done = subprocess.run(
                ["bash", "-c", script], cwd=self.place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=apart, text=True,
                pass_fds=[writer])
            os.close(writer)
            self.place = os.read(reader, 4096).decode().strip() or self.place
            os.close(reader)
            self.printed += done.stdout.splitlines()
            if done.returncode != wanted:
                raise Failure(f"'{command}' ended with {done.returncode}:\n{done.stdout}{done.stderr or ''}")
            print(f"ok: {command}", flush=True)

    def edit(self, block):
        name = block.options["file"]
        before = [line[1:] for line in block.body if not line.startswith("+")]
        after = [line[1:] for line in block.body if not line.startswith("-")]
        lines = self.lines(name)
        start = self.find(lines, before)
        if start is None:
            raise Failure(f"'{name}' does not have the lines that are to change")
        lines[start:start + len(before)] = after
        with open(self.path(name), "w") as file:
            file.write("".join(line + "\n" for line in lines))
        print(f"ok: {name} is edited", flush=True)

    def lines(self, name):
        with open(self.path(name)) as file:
            return file.read().splitlines()

    @staticmethod
    def find(lines, part):
        """The only place where lines stand one after the other."""
        places = [start for start in range(len(lines) - len(part) + 1) if lines[start:start + len(part)] == part]
        if len(places) > 1:
            raise Failure("the lines stand in the file more than once")
        return places[0] if places else None


def shows(wanted, printed):
    """Whether the printed lines are the shown ones, where '…' stands for any number of them."""
    if not wanted:
        return not printed
    if wanted[0] == "…":
        return any(shows(wanted[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and wanted[0] == printed[0] and shows(wanted[1:], printed[1:])


def main(page, folder, record):
    with open(page) as file:
        lines = file.read().splitlines()
    typist = Typist(folder)
    changes = []
    left_out = 0
    for block in blocks(lines):
        try:
            if block.mark:
                left_out += 1
                print(f"not typed: {page}:{block.line}")
            elif block.kind == "text":
                if typist.printed is None:
                    raise Failure("nothing was typed that could have printed this")
                printed = [line.rstrip() for line in typist.printed]
                if not shows(block.body, printed):
                    changes.append((block, printed))
                    shown, came = "\n".join(block.body), "\n".join(printed)
                    print(f"{page}:{block.line}: other lines are printed than shown\n--- shown\n{shown}\n--- printed\n{came}")
                    if not record:
                        return 1
                typist.printed = None
            else:
                typist.type(block)
        except Failure as failure:
            print(f"{page}:{block.line}: {failure}", file=sys.stderr)
            return 1
    if record:
        for block, printed in reversed(changes):
            lines[block.line:block.line + len(block.body)] = printed
        with open(page, "w") as file:
            file.write("".join(line + "\n" for line in lines))
    print(f"{page}: {typist.commands} commands typed, {left_out} blocks not typed")
    return 1 if changes or typist.commands < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--record" in sys.argv[3:]))
