#!/usr/bin/env bash
# Opens the pages of `trellis docs` in Chromium. PAGES_SCREENSHOTS names a folder for pictures of them, PAGES_MODELS further models
# with colons between them, TRELLIS another tool.
set -euo pipefail
cd "$(dirname "$0")/.."

export TRELLIS=${TRELLIS:-$PWD/.build/debug/trellis} PYTHONDONTWRITEBYTECODE=1
AXE=$(Scripts/test-tools.sh --print)/axe.min.js
if [ -s "$AXE" ]; then export AXE; else unset AXE && echo "test-pages: axe-core is not installed, so accessibility is not judged" >&2; fi
command -v dot >/dev/null || echo "test-pages: Graphviz is not installed, so pages have no diagram" >&2
cd Tests/Pages
python3 -m unittest test_model_pages
