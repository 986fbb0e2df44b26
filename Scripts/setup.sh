#!/usr/bin/env bash
# Makes sure that everything a build needs is there, and installs what is missing where that can be done; with the word
# "tests", what the tests need as well.
# Nothing is touched when everything is there.
set -euo pipefail

fail() {
  printf 'setup: %s\n' "$1" >&2
  exit 1
}

# --- The Swift toolchain: too large and too personal to be installed here.
command -v swift >/dev/null 2>&1 ||
  fail "there is no 'swift' on the PATH. Install Swift 6.2 or newer from https://www.swift.org/install/ and run this again."
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' | head -n 1)
major=${version%%.*}
minor=${version#*.}
[ -n "$version" ] || fail "'swift --version' does not say its version."
if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
  fail "Swift $version is too old: 6.2 or newer is needed (https://www.swift.org/install/)."
fi

# --- The system's libraries: libyaml, SQLite and zlib with their headers, and SQLite's command line.
compiler=$(dirname "$(command -v swift)")/clang
[ -x "$compiler" ] || compiler=$(command -v cc || command -v clang || true)
[ -n "$compiler" ] || fail "there is no C compiler; one comes with Swift's toolchain."

has_library() { # header, library
  flags=$(pkg-config --cflags --libs "$3" 2>/dev/null || true)
  # shellcheck disable=SC2086 # several flags are several words
  printf '#include <%s>\nint main(void) { return 0; }\n' "$1" |
    "$compiler" -x c - -o /dev/null "-l$2" $flags >/dev/null 2>&1
}

with_tests=$([ "${1:-}" = tests ] && echo yes || true)

missing() {
  # A validator of JSON Schema that is not ours.
  [ -z "$with_tests" ] || python3 -c 'import jsonschema' >/dev/null 2>&1 || echo jsonschema
  [ -z "$with_tests" ] || python3 -m pip --version >/dev/null 2>&1 || echo pip
  has_library yaml.h yaml yaml-0.1 || echo yaml
  has_library sqlite3.h sqlite3 sqlite3 || echo sqlite
  has_library zlib.h z zlib || echo zlib
  command -v sqlite3 >/dev/null 2>&1 || echo sqlite3
}

# Readers of reports that are not ours come from Python's index.
fetch_test_tools() {
  [ -z "$with_tests" ] || "$(dirname "$0")/test-tools.sh" ||
    printf 'setup: the readers of reports could not be fetched (python3 with pip and Python'"'"'s index are needed): their three tests are skipped\n' >&2
}

# What runs with all rights is printed before it runs, word by word.
run_as_root() {
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || return 1
    as_root=(sudo)
  fi
  echo "setup: runs '${as_root[*]:+${as_root[*]} }$*'"
  "${as_root[@]}" "$@" >/dev/null
}

# A fresh machine has no list of packages yet; one with a list may not need a new one.
apt_install() {
  install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@")
  run_as_root "${install[@]}" 2>/dev/null || { run_as_root apt-get update -qq && run_as_root "${install[@]}"; }
}

# Not every system has a package of the browser that opens the pages of Examples/Contacts.
fetch_browser() {
  [ -n "$with_tests" ] || return 0
  has_browser() { PYTHONDONTWRITEBYTECODE=1 python3 "$(dirname "$0")/../Examples/Contacts/Tests/browser.py"; }
  has_browser || { command -v apt-get >/dev/null 2>&1 && apt_install chromium && has_browser; } ||
    printf 'setup: Chromium could not be installed: the tests of pages in a browser are skipped\n' >&2
}

# Tests of diagrams need the program that lays them out. Builds do not.
fetch_graphviz() {
  [ -n "$with_tests" ] || return 0
  has_graphviz() { command -v dot >/dev/null 2>&1; }
  install_graphviz() {
    if command -v apt-get >/dev/null 2>&1; then apt_install graphviz; else command -v brew >/dev/null 2>&1 && brew install --quiet graphviz; fi
  }
  has_graphviz || { install_graphviz && has_graphviz; } ||
    printf 'setup: Graphviz could not be installed: the tests of diagrams are skipped\n' >&2
}

# Tests of the language server need an editor.
fetch_editor() {
  [ -n "$with_tests" ] || return 0
  has_editor() { command -v nvim >/dev/null 2>&1; }
  install_editor() {
    if command -v apt-get >/dev/null 2>&1; then apt_install neovim; else command -v brew >/dev/null 2>&1 && brew install --quiet neovim; fi
  }
  has_editor || { install_editor && has_editor; } ||
    printf 'setup: Neovim could not be installed: the test of the language server in an editor is skipped\n' >&2
}

# Tests of targets run scripts on a node of dqlite, which Debian has as a package.
fetch_dqlite() {
  [ -n "$with_tests" ] || return 0
  has_dqlite() { command -v dqlite >/dev/null 2>&1 && command -v dqlite-demo >/dev/null 2>&1; }
  has_dqlite || { command -v apt-get >/dev/null 2>&1 && apt_install go-dqlite && has_dqlite; } ||
    printf 'setup: dqlite could not be installed: the tests of scripts on a node are skipped\n' >&2
}

needed=$(missing)
if [ -z "$needed" ]; then
  fetch_test_tools
  fetch_browser
  fetch_graphviz
  fetch_editor
  fetch_dqlite
  exit 0
fi
printf 'setup: missing: %s\n' "$(echo "$needed" | tr '\n' ' ')"

case $(uname -s) in
  Linux)
    command -v apt-get >/dev/null 2>&1 ||
      fail "install the development files of libyaml, zlib and SQLite (3.37 or newer) and the program sqlite3 with your system's package manager."
    packages=(libyaml-dev libsqlite3-dev sqlite3 zlib1g-dev)
    [ -z "$with_tests" ] || packages+=(python3-jsonschema python3-pip)
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1 ||
      fail "not root, and there is no sudo: ask an administrator to run 'apt-get install ${packages[*]}'."
    apt_install "${packages[@]}" ||
      fail "'apt-get install ${packages[*]}' failed; see above."
    ;;
  Darwin)
    command -v brew >/dev/null 2>&1 ||
      fail "install Homebrew (https://brew.sh), or libyaml and pkg-config by other means, and run this again."
    brew install --quiet libyaml pkgconf sqlite || fail "'brew install libyaml pkgconf sqlite' failed; see above."
    case $needed in
      *jsonschema*) python3 -m pip install --quiet --user jsonschema || fail "install Python's package jsonschema, and run this again." ;;
    esac
    ;;
  *)
    fail "$(uname -s) is not supported: install libyaml, zlib and SQLite with their headers by hand."
    ;;
esac

needed=$(missing)
[ -z "$needed" ] || fail "still missing after installing: $(echo "$needed" | tr '\n' ' ')"
fetch_test_tools
fetch_browser
fetch_graphviz
fetch_editor
fetch_dqlite
echo "setup: done"
