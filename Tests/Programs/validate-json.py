"""Validates JSON by a JSON Schema (draft 2020-12).

Each line of the input is a JSON array of a name and a value. Each line of the output is the name of a value that the schema
refuses, and the first reason.
"""

import json
import sys

from jsonschema import Draft202012Validator

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for line in sys.stdin:
    name, value = json.loads(line)
    errors = sorted(validator.iter_errors(value), key=lambda error: [str(part) for part in error.absolute_path])
    if errors:
        path = "/".join(str(part) for part in errors[0].absolute_path)
        print(f"{name} {path}: {errors[0].message}")
