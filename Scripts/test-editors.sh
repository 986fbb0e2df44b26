#!/usr/bin/env bash
# Lets two clients talk to `trellis lsp`: Neovim with the set-up of Documentation/editors, and pygls. TRELLIS names another tool.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
tool=${TRELLIS:-$root/.build/debug/trellis}
tools=$(Scripts/test-tools.sh --print)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A client that waits for a server that is gone must not stop the tests.
if [ -d "$tools/pygls" ]; then
  cp -r Schemas/Orders "$folder/orders"
  (cd "$folder/orders" && PYTHONPATH="$tools" PYTHONDONTWRITEBYTECODE=1 timeout 120 python3 "$root/Tests/Editors/pygls_client.py" "$tool")
else
  echo "test-editors: pygls is not installed, so only Neovim is tried" >&2
fi

command -v nvim >/dev/null || { echo "test-editors: Neovim is not installed, so it is not tried" >&2; exit 0; }
cd "$folder"
cat > customers.yaml <<'MODEL'
trellis: 1
entities:
  Customer:
    attributes:
      name: string
MODEL
cat > Shop.yaml <<'MODEL'
trellis: 1
model: Shop
include: customers.yaml
entities:
  Order:
    attributes:
      name: string
    relationships:
      customer: { to: "Customer?" }
MODEL
"$tool" migrate create Shop.yaml --quiet >/dev/null 2>&1
export XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data" XDG_CACHE_HOME="$folder/cache" XDG_STATE_HOME="$folder/state"
timeout 120 nvim --headless -n -u NONE --cmd "let g:trellis_program = '$tool'" --cmd "filetype on" --cmd "luafile $root/Documentation/editors/trellis.lua" \
  -c "luafile $root/Tests/Editors/neovim.lua"
