"""Reads a report as its consumers do, checks it by its published schema, and prints what it says, a line for each finding.

read-report.py sarif|junit FOLDER < report      FOLDER has the schemas: see Scripts/test-tools.sh
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

kind, folder = sys.argv[1], Path(sys.argv[2])
text = sys.stdin.buffer.read()


def read_sarif():
    from jsonschema.validators import validator_for

    schema = json.loads((folder / "sarif-schema.json").read_text())
    validator = validator_for(schema)
    log = json.loads(text)
    for error in validator(schema).iter_errors(log):
        sys.exit(f"{'/'.join(str(part) for part in error.absolute_path)}: {error.message}")
    (run,) = log["runs"]
    print(run["columnKind"], *[rule["id"] for rule in run["tool"]["driver"]["rules"]])
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        words = [
            result["ruleId"], result["level"], place["artifactLocation"]["uri"],
            f"{region['startLine']}:{region['startColumn']}-{region['endLine']}:{region['endColumn']}",
        ]
        words += [location["fullyQualifiedName"] for location in result["locations"][0].get("logicalLocations", [])]
        for related in result.get("relatedLocations", []):
            region = related["physicalLocation"]["region"]
            words.append(f"related {region['startLine']}:{region['startColumn']}")
        for fix in result.get("fixes", []):
            replacement = fix["artifactChanges"][0]["replacements"][0]
            words.append(f"fix {replacement['deletedRegion']['startColumn']} {replacement['insertedContent']['text']}")
        words += [f"suppressed: {suppression['justification']}" for suppression in result.get("suppressions", [])]
        print(*words)


def read_junit():
    sys.path.insert(0, str(folder))
    import xmlschema

    xmlschema.XMLSchema(str(folder / "junit-10.xsd")).validate(text.decode())
    root = ElementTree.fromstring(text)
    cases = list(root.iter("testcase"))
    assert int(root.get("tests")) == len(cases)
    assert int(root.get("failures")) == len(list(root.iter("failure")))
    for suite in root:
        assert int(suite.get("tests")) == len(suite)
        assert int(suite.get("failures")) == len(list(suite.iter("failure")))
        assert int(suite.get("skipped")) == len(list(suite.iter("skipped")))
        for case in suite:
            outcome = case[0] if len(case) else None
            words = [suite.get("name"), case.get("name")]
            if outcome is not None:
                words += [outcome.tag, outcome.get("message") or outcome.text.splitlines()[0]]
            print(*words, sep=" | ")


{"sarif": read_sarif, "junit": read_junit}[kind]()
