#!/usr/bin/env bash
# Builds trellis for release, as one file that needs neither the sources nor Swift, and puts it into a folder; lists the shared
# libraries that it needs.
#
#   Scripts/install.sh [FOLDER]     PREFIX/bin by default, with the prefix /usr/local; DESTDIR precedes it
set -euo pipefail
folder=${DESTDIR:-}${1:-${PREFIX:-/usr/local}/bin}
# As it is seen from where the person is.
case $folder in /*) ;; *) folder=$PWD/$folder ;; esac
cd "$(dirname "$0")/.."

options=(-c release --product trellis)
# macOS has Swift's libraries itself; elsewhere they go into the file.
[ "$(uname -s)" = Darwin ] || options+=(--static-swift-stdlib --scratch-path .build-install)
swift build "${options[@]}"
binary=$(swift build "${options[@]}" --show-bin-path)/trellis

# A file in another place comes first, so that a running trellis is not written over and nothing is half there.
mkdir -p "$folder" || { echo "install: cannot create '$folder'; PREFIX=\$HOME/.local make install needs no permissions" >&2; exit 3; }
# A new file with an unpredictable name: in a folder that others can write to, a link with a known name could lead anywhere.
if ! draft=$(mktemp "$folder/.trellis.XXXXXXXXXX"); then
  echo "install: '$folder' cannot be written: PREFIX=\$HOME/.local make install needs no permission of others" >&2
  exit 3
fi
trap 'rm -f "$draft"' EXIT
cp "$binary" "$draft"
strip "$draft" 2>/dev/null || true
chmod 755 "$draft"
mv "$draft" "$folder/trellis"

# It has to run where no sources are.
(cd / && "$folder/trellis" explain TR1203 >/dev/null)
echo "Installed: $folder/trellis, $(wc -c <"$folder/trellis" | tr -d ' ') bytes; its shared libraries:"
if command -v otool >/dev/null; then otool -L "$folder/trellis" | tail -n +2; else ldd "$folder/trellis"; fi
