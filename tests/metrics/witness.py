"""Reads an exposition on stdin with the parser of Prometheus' own Python client, and prints what it
found as JSON: {"family": {"type", "help", "samples": [[name, {label: value}, value]]}}."""
import json
import sys

from prometheus_client.parser import text_string_to_metric_families

families = {}
for family in text_string_to_metric_families(sys.stdin.read()):
    families[family.name] = {
        "type": family.type,
        "help": family.documentation,
        "samples": [[s.name, s.labels, s.value] for s in family.samples],
    }
json.dump(families, sys.stdout)
