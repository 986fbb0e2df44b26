"""Reads YAML files with the parsers that other tools use, and prints each file that one of them refuses or reads differently.

read-yaml.py FOLDER FILE...      FOLDER has the parsers: see Scripts/test-tools.sh
"""

import sys

sys.path.insert(0, sys.argv[1])

import yaml
from ruamel.yaml import YAML


def ruamel(kind):
    return lambda text: YAML(typ=kind, pure=True).load(text)


# The base loaders resolve no types, so that the trees hold texts only.
readers = {
    "libyaml": lambda text: yaml.load(text, Loader=yaml.CBaseLoader),
    "PyYAML": lambda text: yaml.load(text, Loader=yaml.BaseLoader),
    "ruamel.yaml": ruamel("base"),
}
# These resolve types by YAML 1.1 and 1.2: their trees differ in values, not in shape.
typed = {"PyYAML, with types": yaml.safe_load, "ruamel.yaml, with types": ruamel("safe")}


def shape(tree):
    if isinstance(tree, dict):
        return [shape(value) for value in tree.values()]
    return [shape(value) for value in tree] if isinstance(tree, list) else None


for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    expected = readers["libyaml"](text)
    for name, read in (readers | typed).items():
        try:
            tree = read(text)
        except Exception as error:
            print(f"{path}: {name}: {' '.join(str(error).split())}")
            continue
        if (shape(tree) != shape(expected)) if name in typed else (tree != expected):
            print(f"{path}: {name} reads it differently")
print("read", len(sys.argv) - 2)
